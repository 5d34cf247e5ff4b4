//! Toolsets whose calls a person has to approve.

use std::sync::Arc;

use adk::AgentTool;
use adk::event::ToolConfirmation;
use adk::prelude::*;
use adk::testing::{self, ScriptedModel};
use adk::tool::{StaticToolset, Toolset};
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, helper};

/// Pays.
#[tool]
async fn pay(
    /// How much.
    #[arg(min = 1)]
    amount: u32,
    ctx: &ToolContext,
) -> String {
    ctx.state().set("paid", amount);
    format!("{amount} paid")
}

/// Closes the account.
#[tool]
async fn close() -> &'static str {
    "closed"
}

/// Books days off; asks by itself.
#[tool]
async fn book(ctx: &ToolContext) -> String {
    match ctx.tool_confirmation() {
        None => {
            ctx.request_confirmation("May I?", None);
            "waiting".to_owned()
        }
        Some(answer) => format!("booked: {}", answer.is_confirmed()),
    }
}

fn bank() -> StaticToolset {
    StaticToolset::new("bank", tools![pay, close, book])
}

/// What a call comes to, and the hint of what is asked.
async fn call(
    toolset: &Arc<dyn Toolset>,
    (name, args): (&str, &str),
    answer: Option<ToolConfirmation>,
) -> String {
    let builder = testing::tool_context_builder();
    let ctx = match answer {
        Some(answer) => builder.confirmation(answer).build(),
        None => builder.build(),
    };
    let tools = toolset.fixed_tools().unwrap();
    let tool = tools.iter().find(|tool| tool.name() == name).unwrap();
    let result = tool.run(&ctx, &args.parse().unwrap()).await;
    let text = result.map_or_else(|error| format!("error: {error}"), |json| json.to_string());
    let actions = ctx.actions();
    match actions.requested_tool_confirmations().get("call-1") {
        Some(asked) => format!("{text}\nasked: {}", asked.hint()),
        None => text,
    }
}

#[tokio::test]
async fn each_call_of_each_tool_waits_for_a_person() {
    let bank = bank().confirmed("Really?");
    let (approved, denied) = (ToolConfirmation::approved, ToolConfirmation::denied);
    let told = [
        call(&bank, ("pay", r#"{"amount": 5}"#), None).await,
        call(&bank, ("close", "{}"), None).await,
        call(&bank, ("pay", r#"{"amount": 5}"#), Some(approved())).await,
        call(&bank, ("pay", r#"{"amount": 5}"#), Some(denied())).await,
        call(&bank, ("pay", r#"{"amount": 0}"#), None).await,
    ];
    assert_snapshot!(told.join("\n"), @r#"
    error: error tool "pay" requires confirmation, please approve or reject
    asked: Really?
    error: error tool "close" requires confirmation, please approve or reject
    asked: Really?
    {"result":"5 paid"}
    error: error tool "pay" call is rejected
    error: the arguments of `pay` do not fit:
    - `amount`: expected an integer from 1 to 4294967295, got 0
    it takes `amount`
    "#);
    let adks = StaticToolset::new("bank", tools![close]).confirmed("");
    assert_snapshot!(call(&adks, ("close", "{}"), None).await, @r#"
    error: error tool "close" requires confirmation, please approve or reject
    asked: Please approve or reject the tool call close() by responding with a FunctionResponse with an expected ToolConfirmation payload.
    "#);
}

#[tokio::test]
async fn a_closure_decides_by_tool_and_arguments() {
    let bank = bank().confirmed_when("A large sum?", |ctx, tool, args| async move {
        match tool.name() {
            "pay" => Ok(args.to_value()["amount"].as_u64() > Some(100)),
            "close" => Err(ToolError::model(format!("{} may not", ctx.user_id()))),
            _ => Ok(false),
        }
    });
    let told = [
        call(&bank, ("pay", r#"{"amount": 100}"#), None).await,
        call(&bank, ("pay", r#"{"amount": 101}"#), None).await,
        call(&bank, ("pay", r#"{"amount": "all"}"#), None).await,
        call(&bank, ("close", "{}"), None).await,
    ];
    assert_snapshot!(told.join("\n"), @r#"
    {"result":"100 paid"}
    error: error tool "pay" requires confirmation, please approve or reject
    asked: A large sum?
    error: the arguments of `pay` do not fit:
    - `amount`: expected an integer from 1 to 4294967295, got "all"
    it takes `amount`
    error: user may not
    "#);
}

#[tokio::test]
async fn a_closure_judges_the_arguments_that_the_tool_takes() {
    #[derive(serde::Deserialize, adk::schemars::JsonSchema)]
    struct Order {
        /// How much.
        #[serde(alias = "sum")]
        amount: u32,
    }
    let order = FunctionTool::new(
        "order",
        "Orders.",
        |order: Order, _: ToolContext| async move {
            Ok::<_, ToolError>(format!("{} ordered", order.amount))
        },
    );
    let is_large = |args: Json| args.to_value()["amount"].as_u64() > Some(100);
    let mut tools = tools![pay];
    tools.push(order);
    let shop = StaticToolset::new("shop", tools);
    let shop = shop.confirmed_when("Large?", move |_, _, args| async move { is_large(args) });
    for (tool, args) in [
        ("pay", r#"{"amount": "101"}"#),
        ("pay", r#"{"amount": 101.0}"#),
        ("pay", r#"{"amount": 1, "amount": 101}"#),
        ("pay", r#"{"amount": 101, "amount": 1}"#),
        ("pay", r#""{\"amount\": 101}""#),
        ("order", r#"{"sum": 101}"#),
    ] {
        let told = call(&shop, (tool, args), None).await;
        let is_run = told.contains("paid") || told.contains("ordered");
        let is_small = told.contains("\"1 paid\"");
        assert!(!is_run || is_small, "{args}: {told}");
    }
    for (tool, args) in [
        ("pay", r#"{"amount": "7"}"#),
        ("order", r#"{"amount": "7"}"#),
    ] {
        let told = call(&shop, (tool, args), None).await;
        assert!(told.contains("\"7 "), "{args}: {told}");
    }
}

#[tokio::test]
async fn a_tool_that_asks_by_itself_is_answered_itself() {
    let model = ScriptedModel::new()
        .call("book", json!({}))
        .text("No days off.");
    let bank = bank().confirmed_when(
        "By the set?",
        |_, tool, _| async move { tool.name() != "book" },
    );
    let stage = Stage::new(helper(&model).toolset(bank));
    let mut run = stage.run("Days off!");
    let mut asked = Vec::new();
    while let Some(event) = run.next().await {
        asked.extend(event.unwrap().confirmation_requests());
    }
    assert_eq!(asked[0].hint(), "May I?");
    assert_snapshot!(stage.play(asked[0].deny()).await, @r#"
    helper: answer book(adk-id-3) {"result":"booked: false"}
    helper: "No days off."
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn an_approved_call_is_made_once_and_not_asked_about_by_the_tool_again() {
    /// Pays.
    #[tool(confirm = "By the tool?")]
    async fn pay_out(ctx: &ToolContext) -> u64 {
        let paid = ctx.state().get("paid").and_then(|paid| paid.as_u64());
        let paid = paid.unwrap_or(0) + 1;
        ctx.state().set("paid", paid);
        paid
    }
    let model = ScriptedModel::new()
        .call("bank_pay_out", json!({}))
        .text("Paid.");
    let bank = StaticToolset::new("bank", tools![pay_out])
        .prefixed("bank")
        .confirmed("By the set?");
    let stage = Stage::new(helper(&model).toolset(bank));
    let mut run = stage.run("Pay!");
    let mut asked = Vec::new();
    while let Some(event) = run.next().await {
        asked.extend(event.unwrap().confirmation_requests());
    }
    assert_eq!((asked.len(), asked[0].hint()), (1, "By the set?"));
    assert_snapshot!(stage.play(asked[0].approve()).await, @r#"
    helper: answer bank_pay_out(adk-id-3) {"result":1}, [paid=1]
    helper: "Paid."
    "#);
    let session = stage.session().await;
    assert_eq!(session.state("paid").unwrap(), 1);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn an_agent_in_it_is_asked_about_once_and_asks_about_its_own_calls() {
    /// Pays.
    #[tool(confirm = "Pay?")]
    async fn pay_out() -> &'static str {
        "paid"
    }
    let inner = ScriptedModel::new()
        .call("pay_out", json!({}))
        .text("It is paid.");
    let clerk = LlmAgent::builder("clerk")
        .description("Pays.")
        .model(inner.clone());
    let clerk = AgentTool::new(clerk.tool(pay_out::tool()).build().unwrap());
    let model = ScriptedModel::new()
        .call("clerk", json!({"request": "Pay!"}))
        .text("Done.");
    let experts = StaticToolset::new("experts", tools![..clerk]).confirmed("Ask the clerk?");
    let stage = Stage::new(helper(&model).toolset(experts));
    let (mut message, mut hints) = (Content::user("Pay!"), Vec::new());
    loop {
        let mut run = stage.run(message);
        let mut asked = Vec::new();
        while let Some(event) = run.next().await {
            asked.extend(event.unwrap().confirmation_requests());
        }
        let Some(question) = asked.pop() else {
            break;
        };
        hints.push(question.hint().to_owned());
        message = question.approve().into();
    }
    assert_eq!(hints, ["Ask the clerk?", "Pay?"]);
    assert_eq!((inner.requests().len(), model.requests().len()), (2, 2));
    assert_goes_on(&stage, &model).await;
}
