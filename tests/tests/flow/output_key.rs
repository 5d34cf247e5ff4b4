//! What an agent's output key keeps: the text of its final answer, or the JSON in it.

use adk::content::{FunctionCall, Schema};
use adk::model::LlmResponse;
use adk::plugin::BeforeModel;
use adk::testing::ScriptedModel;
use adk::tool::builtin::exit_loop;
use adk::{Content, GeminiTool, LlmAgent, LlmAgentBuilder, LoopAgent, Part, Role};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::stage::{Stage, assert_goes_on, built, helper};
use tests::tool::{TestTool, echo, tool};

fn keeper(model: &ScriptedModel) -> LlmAgentBuilder {
    helper(model).output_key("answer")
}

/// Its answer is the last word.
fn last_word() -> TestTool {
    tool("last_word", |ctx, _| async move {
        ctx.skip_summarization();
        Ok(json!({"result": "Done."}))
    })
}

async fn kept(stage: &Stage) -> Option<Value> {
    stage.session().await.state("answer").cloned()
}

/// A content of text beside calls.
fn beside(text: &str, calls: impl IntoIterator<Item = FunctionCall>) -> LlmResponse {
    let calls = calls.into_iter().map(Part::from_function_call);
    let parts = [Part::from_text(text)].into_iter().chain(calls);
    LlmResponse::new(Content::new(Role::Model, parts))
}

/// Fault 1 of the reference: calls and their answers empty the key.
#[tokio::test]
async fn fault_1_calls_and_their_answers_leave_the_key_alone() {
    let model = ScriptedModel::new()
        .text("First.")
        .response(beside(
            "Let me see.",
            [FunctionCall::new("echo", json!({}))],
        ))
        .text("Second.");
    let stage = Stage::new(keeper(&model).tool(echo()));
    stage.play("Hi").await;
    let mut run = stage.run("And now?");
    let mut seen = Vec::new();
    while let Some(event) = run.next().await {
        let event = event.unwrap();
        seen.push((
            event.text(),
            event.actions().state_delta().get("answer").cloned(),
        ));
        let expected = if seen.len() < 3 { "First." } else { "Second." };
        assert_eq!(kept(&stage).await, Some(json!(expected)), "{seen:?}");
    }
    assert_eq!(seen.len(), 3);
    assert_eq!(seen[2], ("Second.".to_owned(), Some(json!("Second."))));
}

/// Fault 1 of the reference: a turn that ends in a tool's answer empties the key.
#[tokio::test]
async fn fault_1_a_tools_last_word_leaves_the_key_alone() {
    let call = || FunctionCall::new("last_word", json!({}));
    let model = ScriptedModel::new()
        .text("First.")
        .response(beside("Here it is.", [call()]))
        .calls([call()]);
    let stage = Stage::new(keeper(&model).tool(last_word()));
    stage.play("Hi").await;
    for _ in 0..2 {
        assert_eq!(stage.run("Do it!").text().await.unwrap(), "Done.");
        assert_eq!(kept(&stage).await, Some(json!("First.")));
    }
}

#[tokio::test]
async fn blanks_thoughts_and_errors_are_no_answers() {
    let thought = Part::from_text("Hm.").into_thought();
    let parts = [thought.clone(), Part::from_text("Clear.")];
    let model = ScriptedModel::new()
        .response(LlmResponse::new(Content::new(Role::Model, parts)))
        .text(" \n")
        .response(LlmResponse::new(Content::new(Role::Model, [thought])))
        .text("\n")
        .response(LlmResponse::new(Content::model("Half a")).with_error("SAFETY", "blocked"));
    let stage = Stage::new(keeper(&model));
    for message in ["How is it?", "And now?", "Still?", "Then?"] {
        stage.play(message).await;
        assert_eq!(kept(&stage).await, Some(json!("Clear.")), "{message}");
    }
    assert_eq!(model.requests().len(), 5);
}

#[tokio::test]
async fn who_hands_over_has_not_answered() {
    let transfer = FunctionCall::new("transfer_to_agent", json!({"agent_name": "expert"}));
    let model = ScriptedModel::new().response(beside("I shall ask.", [transfer]));
    let expert = LlmAgent::builder("expert").model(ScriptedModel::new().text("42."));
    let expert = built(expert.description("Knows.").output_key("expert_answer"));
    let stage = Stage::new(keeper(&model).sub_agent(expert));
    assert_eq!(stage.run("What?").text().await.unwrap(), "42.");
    assert_eq!(kept(&stage).await, None);
    let session = stage.session().await;
    assert_eq!(session.state("expert_answer"), Some(&json!("42.")));
}

#[tokio::test]
async fn the_last_of_several_answers_is_kept() {
    let model = ScriptedModel::new()
        .text("Draft one.")
        .text("Draft two.")
        .response(beside("Good.", [FunctionCall::new("exit_loop", json!({}))]));
    let writer = built(keeper(&model).tool(exit_loop::tool()));
    let looped = LoopAgent::builder("looped").sub_agent(writer).build();
    let stage = Stage::of(looped.unwrap(), |runner| runner);
    assert_snapshot!(stage.play("Write!").await, @r#"
    helper: "Draft one.", [answer="Draft one."]
    helper: "Draft two.", [answer="Draft two."]
    helper: "Good.", call exit_loop(adk-id-5) {}
    helper: answer exit_loop(adk-id-5) {}, [no summary]
    "#);
    assert_eq!(kept(&stage).await, Some(json!("Draft two.")));
}

#[tokio::test]
async fn with_a_schema_json_of_any_shape_is_kept() {
    let values = [
        json!("text"),
        json!(7),
        json!([1, {"a": null}]),
        json!(null),
    ];
    for value in values {
        let model = ScriptedModel::new().text(format!("\n {value} "));
        let any = Schema::from_value(json!({}));
        let stage = Stage::new(keeper(&model).output_schema(any));
        stage.play("Hi").await;
        assert_eq!(kept(&stage).await, Some(value));
    }
}

#[tokio::test]
async fn a_hooks_answer_is_kept_where_it_is_one() {
    let schema = Schema::from_value(json!({"type": "integer"}));
    for (says, expected) in [("7", Some(json!(7))), ("Not today.", None)] {
        let agent = keeper(&ScriptedModel::new()).output_schema(schema.clone());
        let agent = agent.before_model(move |_, _| async move {
            Ok(BeforeModel::Respond(LlmResponse::new(Content::model(says))))
        });
        let stage = Stage::new(agent);
        assert_eq!(stage.run("Hi").text().await.unwrap(), says);
        assert_eq!(kept(&stage).await, expected);
    }
}

#[tokio::test]
async fn an_answer_that_ends_in_what_code_printed_goes_on() {
    let ran = json!({"role": "model", "parts": [
        {"text": "I shall count."},
        {"executableCode": {"language": "PYTHON", "code": "print(6 * 7)"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "42"}},
    ]});
    let ran: Content = serde_json::from_value(ran).unwrap();
    let model = ScriptedModel::new()
        .response(LlmResponse::new(ran))
        .text("It is 42.");
    let stage = Stage::new(keeper(&model).tool(GeminiTool::code_execution()));
    assert_eq!(stage.run("How much?").text().await.unwrap(), "It is 42.");
    let session = stage.session().await;
    let kept = session
        .events()
        .map(|event| event.actions().state_delta().get("answer").cloned());
    let kept: Vec<_> = kept.collect();
    assert_eq!(kept, [None, None, Some(json!("It is 42."))]);
    assert_goes_on(&stage, &model).await;
}
