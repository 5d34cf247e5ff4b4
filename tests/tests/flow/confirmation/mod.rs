//! Calls that wait for a person: the question, the answer, and what is done with it.

mod answers;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use adk::content::{FunctionCall, FunctionResponse};
use adk::event::{ConfirmationRequest, ToolConfirmation};
use adk::model::LlmResponse;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use futures::StreamExt as _;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, built, helper};
use tests::tool::tool;
use tests::transcript;

/// How often money was paid.
#[derive(Default, Clone)]
struct Paid(Arc<AtomicU32>);

impl Paid {
    fn times(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Pays money.
#[tool(confirm = "Really pay?")]
async fn pay(
    /// How much.
    amount: u32,
    paid: App<Paid>,
) -> String {
    paid.0.fetch_add(1, Ordering::Relaxed);
    format!("{amount} paid")
}

/// Books days off; the manager says how many.
#[tool]
async fn book(
    /// How many.
    days: u8,
    ctx: &ToolContext,
) -> String {
    match ctx.tool_confirmation() {
        None => {
            ctx.request_confirmation("How many?", json!({ "days": days }));
            "waiting".to_owned()
        }
        Some(answer) => format!(
            "{} {}",
            answer.is_confirmed(),
            answer
                .payload()
                .map_or_else(String::new, ToString::to_string)
        ),
    }
}

/// Tells the time.
#[tool]
async fn time() -> &'static str {
    "noon"
}

struct Desk {
    stage: Stage,
    model: ScriptedModel,
    paid: Paid,
}

impl Desk {
    fn new(model: ScriptedModel) -> Self {
        let paid = Paid::default();
        let agent = built(helper(&model).tools(tools![pay, book, time]));
        let stage = Stage::of(agent, |runner| runner.provide(paid.clone()));
        Self { stage, model, paid }
    }

    /// Runs to the questions.
    async fn ask(&self) -> Vec<ConfirmationRequest> {
        let events: Vec<_> = self.stage.run("Go").map(Result::unwrap).collect().await;
        let asked = events.iter().flat_map(Event::confirmation_requests);
        asked.collect()
    }
}

fn paying() -> ScriptedModel {
    ScriptedModel::new().call("pay", json!({"amount": 5}))
}

/// An answer as a client sends it.
fn answer(id: &str, response: serde_json::Value) -> Content {
    let response = FunctionResponse::new("adk_request_confirmation", response).with_id(id);
    Part::from_function_response(response).into()
}

#[tokio::test]
async fn a_call_waits_and_is_made_once_it_is_approved() {
    let desk = Desk::new(paying().text("Paid."));
    assert_snapshot!(desk.stage.play("Pay!").await, @r#"
    helper: call pay(adk-id-3) {"amount":5}
    helper: answer pay(adk-id-3) {"error":"error tool \"pay\" requires confirmation, please approve or reject"}, [no summary]
    helper: call adk_request_confirmation(adk-id-6) {"originalFunctionCall":{"id":"adk-id-3","name":"pay","args":{"amount":5}},"toolConfirmation":{"hint":"Really pay?","confirmed":false}}
    "#);
    assert_eq!(desk.paid.times(), 0);
    let session = desk.stage.session().await;
    let asked = session
        .events()
        .next_back()
        .unwrap()
        .confirmation_requests()
        .next()
        .unwrap();
    assert_eq!((asked.hint(), asked.call().name()), ("Really pay?", "pay"));
    assert_snapshot!(desk.stage.play(asked.approve()).await, @r#"
    helper: answer pay(adk-id-3) {"result":"5 paid"}
    helper: "Paid."
    "#);
    assert_eq!(desk.paid.times(), 1);
    let request = desk.model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Pay!"
    model: call pay(adk-id-3) {"amount":5}
    user: answer pay(adk-id-3) {"result":"5 paid"}
    "#);
    assert_goes_on(&desk.stage, &desk.model).await;
}

#[tokio::test]
async fn a_call_that_is_denied_is_not_made() {
    let desk = Desk::new(paying().text("As you wish."));
    let asked = desk.ask().await;
    assert_snapshot!(desk.stage.play(asked[0].deny()).await, @r#"
    helper: answer pay(adk-id-3) {"error":"error tool \"pay\" call is rejected"}
    helper: "As you wish."
    "#);
    assert_eq!(desk.paid.times(), 0);
    assert_goes_on(&desk.stage, &desk.model).await;
}

#[tokio::test]
async fn the_question_is_as_adk_writes_it() {
    let desk = Desk::new(paying());
    desk.ask().await;
    let session = desk.stage.session().await;
    let events: Vec<_> = session
        .events()
        .skip(2)
        .map(|event| {
            let mut json = serde_json::to_value(event).unwrap();
            json["timestamp"].take();
            json.to_string()
        })
        .collect();
    assert_snapshot!(events.join("\n"), @r#"
    {"id":"id-5","timestamp":null,"invocationId":"e-id-1","author":"helper","content":{"parts":[{"functionResponse":{"id":"adk-id-3","name":"pay","response":{"error":"error tool \"pay\" requires confirmation, please approve or reject"}}}],"role":"user"},"actions":{"requestedToolConfirmations":{"adk-id-3":{"hint":"Really pay?","confirmed":false}},"skipSummarization":true}}
    {"id":"id-7","timestamp":null,"invocationId":"e-id-1","author":"helper","content":{"parts":[{"functionCall":{"id":"adk-id-6","name":"adk_request_confirmation","args":{"originalFunctionCall":{"id":"adk-id-3","name":"pay","args":{"amount":5}},"toolConfirmation":{"hint":"Really pay?","confirmed":false}}}}],"role":"model"},"actions":{},"longRunningToolIds":["adk-id-6"]}
    "#);
}

#[tokio::test]
async fn a_run_that_asks_has_no_text() {
    let desk = Desk::new(paying());
    let error = desk.stage.run("Pay!").text().await.unwrap_err();
    assert_snapshot!(transcript::of_error(&error), @r#"
    error Paused: the run waits for an answer about the call of `pay` (Really pay?); read it from `Event::confirmation_requests`, and run on the session with what `ConfirmationRequest::approve` or `deny` gives
    "#);
}

#[tokio::test]
async fn both_forms_of_the_answer_are_read() {
    for (response, times) in [
        (json!({"confirmed": true}), 1),
        (json!({"confirmed": false}), 0),
        (
            json!({"confirmed": true, "payload": {"by": "Anna"}, "hint": "x"}),
            1,
        ),
        (json!({"response": "{\"confirmed\": true}"}), 1),
        (
            json!({"response": "{\"confirmed\": false, \"payload\": 1}"}),
            0,
        ),
    ] {
        let desk = Desk::new(paying().text("Done."));
        let asked = desk.ask().await;
        let run = desk.stage.run(answer(asked[0].id(), response.clone()));
        assert_eq!(run.text().await.unwrap(), "Done.", "{response}");
        assert_eq!(desk.paid.times(), times, "{response}");
    }
}

#[tokio::test]
async fn several_calls_wait_and_others_go_on() {
    let calls = ["pay", "time", "book"].map(|name| {
        let args = match name {
            "pay" => json!({"amount": 5}),
            "book" => json!({"days": 3}),
            _ => json!({}),
        };
        FunctionCall::new(name, args)
    });
    let desk = Desk::new(ScriptedModel::new().calls(calls).text("Half.").text("All."));
    let asked = desk.ask().await;
    let names: Vec<_> = asked.iter().map(|asked| asked.call().name()).collect();
    assert_eq!(names, ["pay", "book"]);
    assert_eq!(asked[1].payload().unwrap().as_str(), r#"{"days":3}"#);
    assert_eq!(desk.stage.session().await.pending_confirmations(), asked);
    // One at a time, and the later one first.
    let two_days = ToolConfirmation::approved().with_payload(json!({"days": 2}));
    assert_snapshot!(desk.stage.play(asked[1].answer(&two_days)).await, @r#"
    helper: answer book(adk-id-5) {"result":"true {\"days\":2}"}
    helper: "Half."
    "#);
    let left = desk.stage.session().await.pending_confirmations();
    assert_eq!(left, asked[..1]);
    assert_snapshot!(desk.stage.play(asked[0].approve()).await, @r#"
    helper: answer pay(adk-id-3) {"result":"5 paid"}
    helper: "All."
    "#);
    let left = desk.stage.session().await.pending_confirmations();
    assert_eq!(left, []);
    let request = desk.model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Go"
    model: call pay(adk-id-3) {"amount":5}, call time(adk-id-4) {}, call book(adk-id-5) {"days":3}
    user: answer pay(adk-id-3) {"result":"5 paid"}, answer time(adk-id-4) {"result":"noon"}, answer book(adk-id-5) {"result":"true {\"days\":2}"}
    "#);
    assert_eq!(desk.paid.times(), 1);
    assert_goes_on(&desk.stage, &desk.model).await;
}

#[tokio::test]
async fn several_answers_come_in_one_message_with_words_beside_them() {
    let calls = [5, 6].map(|amount| FunctionCall::new("pay", json!({ "amount": amount })));
    let desk = Desk::new(ScriptedModel::new().calls(calls).text("Done."));
    let asked = desk.ask().await;
    let message = vec![
        asked[0].approve(),
        asked[1].deny(),
        Part::from_text("Only the small one."),
    ];
    assert_snapshot!(desk.stage.play(message).await, @r#"
    helper: answer pay(adk-id-3) {"result":"5 paid"}, answer pay(adk-id-4) {"error":"error tool \"pay\" call is rejected"}
    helper: "Done."
    "#);
    let request = desk.model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Go"
    model: call pay(adk-id-3) {"amount":5}, call pay(adk-id-4) {"amount":6}
    user: answer pay(adk-id-3) {"result":"5 paid"}, answer pay(adk-id-4) {"error":"error tool \"pay\" call is rejected"}
    user: "Only the small one."
    "#);
    assert_eq!(desk.paid.times(), 1);
}

#[tokio::test]
async fn a_conversation_goes_on_while_a_call_waits() {
    let desk = Desk::new(paying().text("It waits for you.").text("Paid."));
    let asked = desk.ask().await;
    assert_eq!(
        desk.stage.run("What is up?").text().await.unwrap(),
        "It waits for you."
    );
    assert_eq!(
        desk.stage.run(asked[0].approve()).text().await.unwrap(),
        "Paid."
    );
    let request = desk.model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Go"
    model: call pay(adk-id-3) {"amount":5}
    user: answer pay(adk-id-3) {"result":"5 paid"}
    "#);
    assert_eq!(desk.paid.times(), 1);
}

#[tokio::test]
async fn a_call_that_asks_itself_is_made_also_when_it_is_denied() {
    let model = ScriptedModel::new()
        .call("book", json!({"days": 3}))
        .text("No days.");
    let desk = Desk::new(model);
    let asked = desk.ask().await;
    let denied = ToolConfirmation::denied().with_payload(json!("busy"));
    assert_snapshot!(desk.stage.play(asked[0].answer(&denied)).await, @r#"
    helper: answer book(adk-id-3) {"result":"false \"busy\""}
    helper: "No days."
    "#);
}

#[tokio::test]
async fn a_call_may_ask_again() {
    let twice = tool("twice", |ctx, _| async move {
        let asked = ctx
            .tool_confirmation()
            .and_then(|answer| answer.payload().cloned());
        match asked.map(|payload| payload.to_string()).as_deref() {
            None => ctx.request_confirmation("First?", None),
            Some("1") => ctx.request_confirmation("Second?", None),
            Some(other) => return Ok(json!(other)),
        }
        Ok(json!("waiting"))
    });
    let model = ScriptedModel::new().call("twice", json!({})).text("Twice.");
    let stage = Stage::new(helper(&model).tool(twice));
    let mut message = Content::user("Go");
    for (round, hint) in ["First?", "Second?"].into_iter().enumerate() {
        let events: Vec<_> = stage.run(message).map(Result::unwrap).collect().await;
        let asked = events
            .last()
            .unwrap()
            .confirmation_requests()
            .next()
            .unwrap();
        assert_eq!(asked.hint(), hint);
        let answer = ToolConfirmation::approved().with_payload(json!(round + 1));
        message = asked.answer(&answer).into();
    }
    assert_snapshot!(stage.play(message).await, @r#"
    helper: answer twice(adk-id-3) {"result":"2"}
    helper: "Twice."
    "#);
}

#[tokio::test]
async fn the_signature_of_the_call_stands_on_the_question() {
    let call = FunctionCall::new("pay", json!({"amount": 5}));
    let call = Part::from_function_call(call).with_thought_signature("c2lnbmVk");
    let response = LlmResponse::new(Content::new(Role::Model, [call]));
    let desk = Desk::new(ScriptedModel::new().response(response));
    desk.ask().await;
    let session = desk.stage.session().await;
    let question = session.events().next_back().unwrap().content().unwrap();
    assert_eq!(question.parts()[0].thought_signature(), Some("c2lnbmVk"));
}
