//! A run as it should be: texts, calls, pieces.

use std::sync::Arc;

use adk::content::FunctionCall;
use adk::model::LlmResponse;
use adk::testing::ScriptedModel;
use adk::{Content, LlmAgent, Part, Role};
use insta::assert_snapshot;
use serde_json::json;
use tests::history::assert_valid_history;
use tests::model::Streams;
use tests::stage::{Stage, helper, streaming};
use tests::tool::{echo, tool};
use tests::transcript;
use tokio::sync::Barrier;

#[tokio::test]
async fn a_text_answers_a_text() {
    let model = ScriptedModel::new().text("Hello, Anna!");
    let stage = Stage::new(helper(&model));
    assert_snapshot!(stage.play("Hi").await, @r#"helper: "Hello, Anna!""#);
    assert_snapshot!(stage.stored().await, @r#"
    user: "Hi"
    helper: "Hello, Anna!"
    "#);
    assert_snapshot!(transcript::of_contents(model.requests()[0].contents()), @r#"user: "Hi""#);
}

#[tokio::test]
async fn the_second_turn_sees_the_first() {
    let model = ScriptedModel::new().text("Hello!").text("You said hi.");
    let stage = Stage::new(helper(&model));
    stage.play("Hi").await;
    stage.play("What did I say?").await;
    assert_snapshot!(transcript::of_contents(model.requests()[1].contents()), @r#"
    user: "Hi"
    model: "Hello!"
    user: "What did I say?"
    "#);
}

#[tokio::test]
async fn events_carry_ids_times_and_their_run() {
    let model = ScriptedModel::new().text("Hello!");
    let stage = Stage::new(helper(&model));
    stage.play("Hi").await;
    let session = stage.session().await;
    let events: Vec<_> = session
        .events()
        .map(|event| {
            format!(
                "{} {} {}",
                event.id(),
                event.invocation_id(),
                event.timestamp()
            )
        })
        .collect();
    assert_snapshot!(events.join("\n"), @r"
    id-2 e-id-1 2026-01-01T00:00:00Z
    id-3 e-id-1 2026-01-01T00:00:01Z
    ");
    assert_eq!(session.revision(), 2);
}

#[tokio::test]
async fn a_tool_is_called_and_its_answer_goes_to_the_model() {
    let model = ScriptedModel::new()
        .call("echo", json!({"city": "Paris"}))
        .text("Paris it is.");
    let stage = Stage::new(helper(&model).tool(echo()));
    assert_snapshot!(stage.play("Where?").await, @r#"
    helper: call echo(adk-id-3) {"city":"Paris"}
    helper: answer echo(adk-id-3) {"city":"Paris"}
    helper: "Paris it is."
    "#);
    let last = &model.requests()[1];
    assert_snapshot!(transcript::of_contents(last.contents()), @r#"
    user: "Where?"
    model: call echo(adk-id-3) {"city":"Paris"}
    user: answer echo(adk-id-3) {"city":"Paris"}
    "#);
    assert_eq!(last.declarations()[0].name(), "echo");
    assert_valid_history(last.contents());
}

#[tokio::test]
async fn calls_of_a_turn_run_side_by_side_and_are_answered_in_their_order() {
    let all_three = Arc::new(Barrier::new(3));
    let meet = tool("meet", move |_, args| {
        let all_three = Arc::clone(&all_three);
        async move {
            all_three.wait().await;
            Ok(args.to_value())
        }
    });
    let call = |n: u32| FunctionCall::new("meet", json!({"n": n})).with_id(format!("call-{n}"));
    let model = ScriptedModel::new()
        .calls([call(1), call(2), call(3)])
        .text("Met.");
    let stage = Stage::new(helper(&model).tool(meet));
    assert_snapshot!(stage.play("Meet!").await, @r#"
    helper: call meet(call-1) {"n":1}, call meet(call-2) {"n":2}, call meet(call-3) {"n":3}
    helper: answer meet(call-1) {"n":1}, answer meet(call-2) {"n":2}, answer meet(call-3) {"n":3}
    helper: "Met."
    "#);
    assert_valid_history(model.requests()[1].contents());
}

#[tokio::test]
async fn a_streamed_text_comes_in_pieces_then_whole_and_is_stored_whole() {
    let model = ScriptedModel::new().text("It is sunny.");
    let stage = Stage::new(helper(&model));
    assert_snapshot!(transcript::of_run(stage.run("Hi").config(streaming())).await, @r#"
    helper …: "It "
    helper …: "is "
    helper …: "sunny."
    helper: "It is sunny."
    "#);
    assert_snapshot!(stage.stored().await, @r#"
    user: "Hi"
    helper: "It is sunny."
    "#);
}

#[tokio::test]
async fn a_call_has_one_id_in_pieces_and_in_the_whole() {
    let call = |n: u32| Part::from_function_call(FunctionCall::new("echo", json!({"n": n})));
    let says = |parts: Vec<Part>| LlmResponse::new(Content::new(Role::Model, parts));
    let thought = Part::from_text("Both.").into_thought();
    let model = Streams::new()
        .then([
            Ok(says(vec![call(1)]).into_partial()),
            Ok(says(vec![call(2)]).into_partial()),
            Ok(says(vec![thought, call(1), call(2)])),
        ])
        .then([Ok(LlmResponse::new(Content::model("Done.")))]);
    let stage = Stage::new(LlmAgent::builder("helper").model(model).tool(echo()));
    assert_snapshot!(transcript::of_run(stage.run("Hi").config(streaming())).await, @r#"
    helper …: call echo(adk-id-3) {"n":1}
    helper …: call echo(adk-id-5) {"n":2}
    helper: thought "Both.", call echo(adk-id-3) {"n":1}, call echo(adk-id-5) {"n":2}
    helper: answer echo(adk-id-3) {"n":1}, answer echo(adk-id-5) {"n":2}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn thoughts_are_no_part_of_the_text() {
    let thinks = Content::new(
        Role::Model,
        [
            Part::from_text("Easy.").into_thought(),
            Part::from_text("Four."),
        ],
    );
    let model = ScriptedModel::new().response(LlmResponse::new(thinks));
    let stage = Stage::new(helper(&model));
    assert_eq!(stage.run("2+2?").text().await.unwrap(), "Four.");
}

#[tokio::test]
async fn a_tool_can_have_the_last_word() {
    let print = tool("print", |ctx, _| async move {
        ctx.skip_summarization();
        Ok(json!({"printed": true}))
    });
    let model = ScriptedModel::new().call("print", json!({}));
    let stage = Stage::new(helper(&model).tool(print));
    assert_snapshot!(stage.play("Print!").await, @r#"
    helper: call print(adk-id-3) {}
    helper: answer print(adk-id-3) {"printed":true}, [no summary]
    "#);
    assert_eq!(model.requests().len(), 1);
}

#[tokio::test]
async fn state_given_with_a_run_rides_on_the_users_message() {
    let model = ScriptedModel::new().text("Bonjour.");
    let stage = Stage::new(helper(&model).instruction("Speak {lang}."));
    let run = stage.run("Hi").state_delta([("lang", "French")].into());
    transcript::of_run(run).await;
    assert_snapshot!(stage.stored().await, @r#"
    user: "Hi", [lang="French"]
    helper: "Bonjour."
    "#);
    let told = model.requests()[0].system_instruction().unwrap().to_owned();
    assert!(told.starts_with("Speak French."), "{told}");
}
