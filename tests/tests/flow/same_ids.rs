//! A model that counts its calls anew in each turn: an answer that comes later finds its call.

use adk::Event;
use adk::content::{FunctionCall, FunctionResponse};
use adk::event::ConfirmationRequest;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use futures::StreamExt as _;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, helper};
use tests::tool::echo;
use tests::transcript;

/// Pays money.
#[tool(confirm = "Really pay?")]
async fn pay(
    /// To whom.
    to: &str,
) -> String {
    format!("{to} is paid")
}

/// Orders what takes days to come.
#[tool(long_running)]
async fn order(
    /// What.
    what: &str,
) -> Option<String> {
    what.is_empty().then(|| "nothing is here".to_owned())
}

fn first(name: &str, args: serde_json::Value) -> FunctionCall {
    FunctionCall::new(name, args).with_id("call_0")
}

fn stage(model: &ScriptedModel) -> Stage {
    Stage::new(helper(model).tools(tools![pay, order]).tool(echo()))
}

async fn asked(stage: &Stage, message: &str) -> Vec<ConfirmationRequest> {
    let events: Vec<_> = stage.run(message).map(Result::unwrap).collect().await;
    let asked = events.iter().flat_map(Event::confirmation_requests);
    asked.collect()
}

#[tokio::test]
async fn two_questions_about_calls_of_one_id_have_each_its_answer() {
    let model = ScriptedModel::new()
        .calls([first("pay", json!({"to": "Bob"}))])
        .calls([first("pay", json!({"to": "Eve"}))])
        .text("Bob is paid, and Eve is not.");
    let stage = stage(&model);
    let bob = asked(&stage, "Pay Bob!").await;
    let eve = asked(&stage, "Pay Eve too!").await;
    stage.play(vec![bob[0].approve(), eve[0].deny()]).await;
    let request = assert_goes_on(&stage, &model).await;
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Pay Bob!"
    model: call pay(call_0) {"to":"Bob"}
    user: answer pay(call_0) {"result":"Bob is paid"}
    user: "Pay Eve too!"
    model: call pay(adk-id-9) {"to":"Eve"}
    user: answer pay(adk-id-9) {"error":"error tool \"pay\" call is rejected"}
    model: "Bob is paid, and Eve is not."
    user: "Are you still there?"
    "#);
}

#[tokio::test]
async fn two_results_that_come_later_have_each_its_call() {
    let model = ScriptedModel::new()
        .calls([first("order", json!({"what": "tea"}))])
        .calls([first("order", json!({"what": "rum"}))])
        .text("The tea is there.")
        .text("The rum is there.");
    let stage = stage(&model);
    stage.play("Tea!").await;
    stage.play("Rum!").await;
    let session = stage.session().await;
    let ids: Vec<_> = session
        .events()
        .flat_map(Event::long_running_tool_ids)
        .collect();
    for (id, what) in ids.iter().zip(["tea", "rum"]) {
        let result = FunctionResponse::new("order", json!({"came": what})).with_id(*id);
        stage.play(Part::from_function_response(result)).await;
    }
    let request = assert_goes_on(&stage, &model).await;
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Tea!"
    model: call order(call_0) {"what":"tea"}
    user: answer order(call_0) {"came":"tea"}
    user: "Rum!"
    model: call order(adk-id-7) {"what":"rum"}
    user: answer order(adk-id-7) {"came":"rum"}
    model: "The tea is there.", "The rum is there."
    user: "Are you still there?"
    "#);
}
