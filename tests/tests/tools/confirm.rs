//! Tools whose calls a person has to approve: when they ask, what they ask, and that nothing is
//! done before.

#![expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "a decider is lent its arguments"
)]

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use adk::event::ToolConfirmation;
use adk::prelude::*;
use adk::schemars::JsonSchema;
use adk::testing;
use serde::Deserialize;
use serde_json::json;
use tests::stage::{Stage, helper};

const PENDING: &str = "error tool \"NAME\" requires confirmation, please approve or reject";
const REFUSED: &str = "error tool \"NAME\" call is rejected";

/// How often the function was called.
#[derive(Default)]
struct Calls(AtomicU32);

/// What a call came to: the answer, the hint of what was asked, the calls of the function.
async fn played(
    tool: FunctionTool,
    args: &str,
    answer: Option<ToolConfirmation>,
) -> (String, Option<String>, u32) {
    let builder = testing::tool_context_builder().provide(Calls::default());
    let ctx = match answer {
        Some(answer) => builder.confirmation(answer).build(),
        None => builder.build(),
    };
    let result = tool.run(&ctx, &args.parse().unwrap()).await;
    let text = result.map_or_else(|error| error.to_string(), |json| json.to_string());
    let actions = ctx.actions();
    let asked = actions.requested_tool_confirmations().get("call-1");
    assert_eq!(asked.is_some(), actions.skip_summarization());
    let hint = asked.map(|asked| asked.hint().to_owned());
    let calls = ctx.provided::<Calls>().unwrap().0.load(Ordering::Relaxed);
    (text.replace(tool.name(), "NAME"), hint, calls)
}

/// Whether the tool asks about these arguments.
async fn asks(tool: FunctionTool, args: &str) -> bool {
    let (text, hint, _) = played(tool, args, None).await;
    assert_eq!(text == PENDING, hint.is_some(), "{text}");
    hint.is_some()
}

/// Deletes all.
#[tool(confirm = "Really delete everything?")]
async fn wipe(
    /// Where.
    place: &str,
    calls: App<Calls>,
) -> String {
    calls.0.fetch_add(1, Ordering::Relaxed);
    place.to_owned()
}

/// Deletes all.
#[tool(confirm)]
async fn wipe_unexplained() {}

#[tokio::test]
async fn nothing_is_done_before_the_answer() {
    let args = r#"{"place":"here"}"#;
    let hint = Some("Really delete everything?".to_owned());
    let asked = played(wipe::tool(), args, None).await;
    assert_eq!(asked, (PENDING.to_owned(), hint, 0));
    let approved = played(wipe::tool(), args, Some(ToolConfirmation::approved())).await;
    assert_eq!(approved, (r#"{"result":"here"}"#.to_owned(), None, 1));
    let denied = played(wipe::tool(), args, Some(ToolConfirmation::denied())).await;
    assert_eq!(denied, (REFUSED.to_owned(), None, 0));
    let (_, hint, _) = played(wipe_unexplained::tool(), "{}", None).await;
    let adks = "Please approve or reject the tool call wipe_unexplained() by responding with a FunctionResponse with an expected ToolConfirmation payload.";
    assert_eq!(hint.unwrap(), adks);
}

#[tokio::test]
async fn wrong_arguments_are_refused_before_anybody_is_asked() {
    for answer in [None, Some(ToolConfirmation::approved())] {
        let (text, hint, calls) = played(wipe::tool(), r#"{"place":1,"plce":2}"#, answer).await;
        assert!(text.contains("do not fit"), "{text}");
        assert_eq!((hint, calls), (None, 0));
    }
}

#[tokio::test]
async fn a_refusal_of_what_a_tool_asked_by_itself_reaches_it() {
    /// Books days off.
    #[tool(confirm = |days| *days > 20)]
    async fn book_days(#[arg(undocumented)] days: u8, ctx: &ToolContext) -> String {
        match ctx.tool_confirmation() {
            None => {
                ctx.request_confirmation("May I?", None);
                "waiting".to_owned()
            }
            Some(answer) => format!("{days} days: {}", answer.is_confirmed()),
        }
    }
    let model = testing::ScriptedModel::new()
        .call("book_days", json!({"days": 5}))
        .text("None.");
    let stage = Stage::new(helper(&model).tool(book_days::tool()));
    let mut run = stage.run("5 days off!");
    let mut asked = Vec::new();
    while let Some(event) = run.next().await {
        asked.extend(event.unwrap().confirmation_requests());
    }
    assert_eq!((asked.len(), asked[0].hint()), (1, "May I?"));
    stage.run(asked[0].deny()).text().await.unwrap();
    let told = model.requests()[1].contents().last().cloned().unwrap();
    let told = told
        .function_responses()
        .next()
        .unwrap()
        .response()
        .to_string();
    assert_eq!(told, r#"{"result":"5 days: false"}"#);
}

fn is_large(amount: &f64) -> bool {
    *amount > 1000.0
}

async fn is_large_for(ctx: &ToolContext, amount: &f64) -> Result<bool, ToolError> {
    tokio::task::yield_now().await;
    match ctx.user_id() {
        "user" => Ok(*amount > 1000.0),
        user => Err(ToolError::model(format!("{user} has no account"))),
    }
}

fn all_of_them(to: &str, amount: &f64, note: Option<&str>, tags: &[String]) -> bool {
    to != "me" && *amount > 10.0 && note.is_none() && tags.is_empty()
}

macro_rules! transfers {
    ($($name:ident { $($confirm:tt)+ })+) => {$(
        /// Moves money.
        #[tool(confirm = $($confirm)+)]
        async fn $name(
            #[arg(undocumented)] to: String,
            #[arg(undocumented)] amount: f64,
            #[arg(undocumented)] note: Option<&str>,
            #[arg(undocumented, default)] tags: &[String],
            calls: App<Calls>,
        ) {
            let _ = (to, amount, note, tags);
            calls.0.fetch_add(1, Ordering::Relaxed);
        }
    )+};
}

transfers! {
    by_all { all_of_them }
    by_one { is_large(amount) }
    by_context { is_large_for(ctx, amount) }
    by_typed_closure { |amount: &f64| *amount > 1000.0 }
    by_closure { |amount, to| *amount > 1000.0 && to.len() > 1 }
    by_option { |note, amount| note.is_none_or(str::is_empty) && *amount > 1000.0 }
    by_async_closure { async |amount, ctx| is_large_for(ctx, amount).await }
    by_injected { |calls, amount| calls.0.load(Ordering::Relaxed) == 0 && *amount > 1000.0 }
}

#[tokio::test]
async fn a_decider_sees_the_arguments() {
    for tool in [
        by_all::tool(),
        by_one::tool(),
        by_context::tool(),
        by_typed_closure::tool(),
        by_closure::tool(),
        by_option::tool(),
        by_async_closure::tool(),
        by_injected::tool(),
    ] {
        let name = tool.name().to_owned();
        let large = asks(tool.clone(), r#"{"to":"you","amount":2000}"#).await;
        assert!(large, "{name}");
        let small = asks(tool, r#"{"to":"you","amount":"2"}"#).await;
        assert!(!small, "{name}");
    }
}

/// Pays.
#[tool(confirm = |amount| if *amount > 9 { Err("the bank is closed") } else { Ok(false) })]
async fn pay_by_day(#[arg(undocumented)] amount: u8) {
    let _ = amount;
}

/// Pays.
#[tool(confirm = |amount| { assert!(*amount < 9, "too much"); false })]
async fn pay_or_panic(#[arg(undocumented)] amount: u8) {
    let _ = amount;
}

#[tokio::test]
async fn a_deciders_fault_is_the_tools() {
    let args = r#"{"amount":10}"#;
    let (text, hint, _) = played(pay_by_day::tool(), args, None).await;
    assert_eq!((&*text, hint), ("the bank is closed", None));
    let (text, hint, _) = played(pay_or_panic::tool(), args, None).await;
    assert_eq!((&*text, hint), ("tool `NAME` panicked: too much", None));
    let (text, _, _) = played(pay_by_day::tool(), r#"{"amount":1}"#, None).await;
    assert_eq!(text, "{}");
}

/// How often the decider was asked.
#[derive(Default)]
struct Asked(AtomicU32);

/// Fails.
#[tool(
    idempotent,
    retries = 3,
    timeout = "1s",
    confirm = async |asked: &App<Asked>| {
        tokio::time::sleep(Duration::from_secs(5)).await;
        asked.0.fetch_add(1, Ordering::Relaxed);
        false
    }
)]
async fn fails(asked: App<Asked>) -> Result<(), ToolError> {
    let _ = asked;
    Err(ToolError::model("no"))
}

#[tokio::test(start_paused = true)]
async fn retries_and_the_time_limit_do_not_repeat_the_question() {
    let ctx = testing::tool_context_builder().provide(Asked::default());
    let ctx = ctx.build();
    let error = fails::tool().run(&ctx, &Json::empty_object()).await;
    assert_eq!(error.unwrap_err().to_string(), "no");
    let asked = ctx.provided::<Asked>().unwrap();
    assert_eq!(asked.0.load(Ordering::Relaxed), 1);
}

#[derive(Deserialize, JsonSchema)]
struct Transfer {
    to: String,
    amount: f64,
}

#[derive(Deserialize, JsonSchema)]
struct Amount {
    amount: f64,
}

fn transfer() -> FunctionTool {
    let pay = |order: Transfer, ctx: ToolContext| async move {
        let calls = ctx.provided::<Calls>().unwrap();
        calls.0.fetch_add(1, Ordering::Relaxed);
        Ok::<_, ToolError>(format!("{} to {}", order.amount, order.to))
    };
    FunctionTool::new("transfer", "Pays.", pay)
}

#[tokio::test]
async fn tools_made_at_run_time_ask_too() {
    let args = r#"{"to":"you","amount":20}"#;
    let asked = played(transfer().confirm("Pay?"), args, None).await;
    assert_eq!(asked, (PENDING.to_owned(), Some("Pay?".to_owned()), 0));
    let when = |order: Amount, _: ToolContext| async move { order.amount > 100.0 };
    assert!(!asks(transfer().confirm_when(when).confirm("Pay?"), args).await);
    let when = |order: Transfer, _: ToolContext| async move {
        if order.to.is_empty() {
            return Err(ToolError::model("nobody"));
        }
        Ok(order.amount > 10.0)
    };
    let tool = transfer().confirm("Pay?").confirm_when(when);
    let asked = played(tool.clone(), args, None).await;
    assert_eq!(asked, (PENDING.to_owned(), Some("Pay?".to_owned()), 0));
    let (text, ..) = played(tool.clone(), r#"{"to":"","amount":20}"#, None).await;
    assert_eq!(text, "nobody");
    let denied = played(tool, args, Some(ToolConfirmation::denied())).await;
    assert_eq!(denied, (REFUSED.to_owned(), None, 0));
}

/// Books days off.
#[tool]
async fn book(#[arg(undocumented)] days: u8, ctx: &ToolContext) -> String {
    let Some(answer) = ctx.tool_confirmation() else {
        ctx.request_confirmation("May they be booked?", json!({ "days": days }));
        return "waiting".to_owned();
    };
    if !answer.is_confirmed() {
        return "refused".to_owned();
    }
    let days = answer.payload().map_or(days, |days| days.decode().unwrap());
    format!("{days} days")
}

#[tokio::test]
async fn a_tool_asks_by_itself() {
    let ctx = testing::tool_context();
    assert_eq!(book(3, &ctx).await, "waiting");
    let actions = ctx.actions();
    let asked = &actions.requested_tool_confirmations()["call-1"];
    assert_eq!(
        serde_json::to_value(asked).unwrap(),
        json!({
            "hint": "May they be booked?",
            "confirmed": false,
            "payload": {"days": 3},
            "askedByTool": true,
        })
    );
    let answer = ToolConfirmation::approved().with_payload(json!(2));
    let (text, ..) = played(book::tool(), r#"{"days":3}"#, Some(answer)).await;
    assert_eq!(text, r#"{"result":"2 days"}"#);
    let answer = ToolConfirmation::denied();
    let (text, ..) = played(book::tool(), r#"{"days":3}"#, Some(answer)).await;
    assert_eq!(text, r#"{"result":"refused"}"#);
}

struct Till {
    limit: u32,
}

#[toolset]
impl Till {
    /// Pays money out.
    #[tool(confirm = Self::is_much(self, amount))]
    async fn pay(
        &self,
        /// How much.
        amount: u32,
        calls: App<Calls>,
    ) -> u32 {
        calls.0.fetch_add(1, Ordering::Relaxed);
        self.limit - amount.min(self.limit)
    }

    fn is_much(&self, amount: &u32) -> bool {
        *amount > self.limit
    }
}

#[tokio::test]
async fn a_method_decides_by_its_value() {
    let ask = async |limit: u32, amount: u32| {
        let list = tools![..Till { limit }];
        let tool = std::sync::Arc::clone(list.tools().next().unwrap());
        let ctx = testing::tool_context_builder()
            .provide(Calls::default())
            .build();
        let args = json!({ "amount": amount }).to_string().parse().unwrap();
        let result = tool.run(&ctx, &args).await;
        let asked = !ctx.actions().requested_tool_confirmations().is_empty();
        (
            result.map_or_else(|error| error.to_string(), |json| json.to_string()),
            asked,
        )
    };
    assert_eq!(ask(10, 4).await, (r#"{"result":6}"#.to_owned(), false));
    let (text, asked) = ask(3, 4).await;
    assert_eq!(
        (text.replace("pay", "NAME"), asked),
        (PENDING.to_owned(), true)
    );
}
