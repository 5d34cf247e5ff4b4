//! Calls whose result comes later: the run ends, and another goes on with the result.

use adk::content::{FunctionCall, FunctionResponse};
use adk::prelude::*;
use adk::testing::ScriptedModel;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, helper};
use tests::transcript;

/// Asks the manager; more than one day is not granted at once.
#[tool(long_running)]
async fn ask_for_days(
    /// How many.
    days: u8,
) -> Option<String> {
    (days < 2).then(|| "granted".to_owned())
}

/// Tells the time.
#[tool]
async fn time() -> &'static str {
    "noon"
}

/// Notes the wish, and answers later.
#[tool(long_running)]
async fn note(ctx: &ToolContext) {
    ctx.state().set("noted", true);
}

fn days(days: u8) -> FunctionCall {
    FunctionCall::new("ask_for_days", json!({ "days": days }))
}

fn stage(model: &ScriptedModel) -> Stage {
    Stage::new(helper(model).tools(tools![ask_for_days, time, note]))
}

/// The result, as whoever did the work sends it.
fn later(id: &str, result: serde_json::Value) -> Content {
    let response = FunctionResponse::new("ask_for_days", result).with_id(id);
    Part::from_function_response(response).into()
}

#[tokio::test]
async fn the_run_ends_and_another_goes_on_with_the_result() {
    let model = ScriptedModel::new().calls([days(5)]).text("Five days off!");
    let stage = stage(&model);
    assert_snapshot!(stage.play("Five days, please.").await, @r#"helper: call ask_for_days(adk-id-3) {"days":5}"#);
    let session = stage.session().await;
    let call = session.events().next_back().unwrap();
    let ids: Vec<_> = call.long_running_tool_ids().collect();
    assert_eq!(ids, ["adk-id-3"]);
    assert_snapshot!(stage.play(later(ids[0], json!({"granted": 5}))).await, @r#"helper: "Five days off!""#);
    let request = model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Five days, please."
    model: call ask_for_days(adk-id-3) {"days":5}
    user: answer ask_for_days(adk-id-3) {"granted":5}
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn a_run_that_waits_has_no_text() {
    let model = ScriptedModel::new().calls([days(5)]);
    let error = stage(&model).run("Days!").text().await.unwrap_err();
    assert_snapshot!(transcript::of_error(&error), @r#"
    error Paused: the run waits for the result of `ask_for_days`, which comes later: run on the session with a `FunctionResponse` of the id `adk-id-3`
    "#);
}

#[tokio::test]
async fn an_answer_at_once_is_an_answer_like_any_other() {
    let model = ScriptedModel::new().calls([days(1)]).text("One day off!");
    let stage = stage(&model);
    assert_eq!(
        stage.run("A day, please.").text().await.unwrap(),
        "One day off!"
    );
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn others_of_the_turn_are_answered_and_the_model_hears_that_one_is_not() {
    let time = FunctionCall::new("time", json!({}));
    let model = ScriptedModel::new()
        .calls([days(5), time])
        .text("It is noon; I asked.")
        .text("Granted.");
    let stage = stage(&model);
    assert_eq!(
        stage.run("Days and time?").text().await.unwrap(),
        "It is noon; I asked."
    );
    let request = model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Days and time?"
    model: call ask_for_days(adk-id-3) {"days":5}, call time(adk-id-4) {}
    user: answer ask_for_days(adk-id-3) {"status":"the result is not there yet"}, answer time(adk-id-4) {"result":"noon"}
    "#);
    stage.play(later("adk-id-3", json!({"granted": 5}))).await;
    let request = model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Days and time?"
    model: call ask_for_days(adk-id-3) {"days":5}, call time(adk-id-4) {}
    user: answer ask_for_days(adk-id-3) {"granted":5}, answer time(adk-id-4) {"result":"noon"}
    "#);
}

#[tokio::test]
async fn a_conversation_goes_on_while_a_result_is_awaited() {
    let model = ScriptedModel::new()
        .calls([days(5)])
        .text("Not yet.")
        .text("Granted.");
    let stage = stage(&model);
    stage.play("Five days, please.").await;
    assert_eq!(stage.run("And?").text().await.unwrap(), "Not yet.");
    let request = model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Five days, please."
    model: call ask_for_days(adk-id-3) {"days":5}
    user: answer ask_for_days(adk-id-3) {"status":"the result is not there yet"}
    user: "And?"
    "#);
    // An update, and then the result.
    stage
        .play(later("adk-id-3", json!({"status": "half"})))
        .await;
    let request = model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Five days, please."
    model: call ask_for_days(adk-id-3) {"days":5}
    user: answer ask_for_days(adk-id-3) {"status":"half"}
    "#);
    let _script = model.clone().text("All.");
    stage.play(later("adk-id-3", json!({"granted": 5}))).await;
    let request = model.requests().pop().unwrap();
    assert!(transcript::of_contents(request.contents()).contains(r#"{"granted":5}"#));
}

#[tokio::test]
async fn what_such_a_call_did_to_the_state_is_kept() {
    let model = ScriptedModel::new().call("note", json!({}));
    let stage = stage(&model);
    assert_snapshot!(stage.play("Note it.").await, @r#"
    helper: call note(adk-id-3) {}
    helper: [noted=true]
    "#);
    assert_eq!(stage.session().await.state("noted").unwrap(), true);
}
