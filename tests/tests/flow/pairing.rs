//! Whatever a model says and wherever a run is dropped: what the model sees next obeys
//! the rules that every provider has.

use adk::content::FunctionCall;
use adk::model::LlmResponse;
use adk::testing::ScriptedModel;
use adk::{Content, Error, ErrorKind, LlmAgent, Part, Role, ToolError};
use futures::FutureExt as _;
use proptest::prelude::*;
use serde_json::json;
use tests::model::slow;
use tests::stage::{Stage, assert_goes_on};
use tests::tool::tool;
use tokio::task::yield_now;

/// One line of a model's script.
#[derive(Debug, Clone)]
enum Line {
    Says(Vec<Said>),
    Refuses,
    Fails,
}

#[derive(Debug, Clone)]
enum Said {
    Text(&'static str),
    Thought(&'static str),
    /// A call of a tool, with an id that may be missing or come again.
    Call(&'static str, Option<u8>),
}

fn said() -> impl Strategy<Value = Said> {
    let text = prop::sample::select(vec!["", "Well.", "So."]);
    let name = prop::sample::select(vec!["works", "fails", "panics", "gives_way", "unknown"]);
    prop_oneof![
        text.clone().prop_map(Said::Text),
        text.prop_map(Said::Thought),
        (name, prop::option::of(0..3_u8)).prop_map(|(name, id)| Said::Call(name, id)),
    ]
}

fn line() -> impl Strategy<Value = Line> {
    prop_oneof![
        8 => prop::collection::vec(said(), 0..4).prop_map(Line::Says),
        1 => Just(Line::Refuses),
        1 => Just(Line::Fails),
    ]
}

fn write(model: ScriptedModel, line: &Line) -> ScriptedModel {
    match line {
        Line::Says(parts) => {
            let parts = parts.iter().map(part);
            model.response(LlmResponse::new(Content::new(Role::Model, parts)))
        }
        Line::Refuses => model.response(LlmResponse::from_error("SAFETY", "blocked")),
        Line::Fails => model.error(Error::new(ErrorKind::ModelProtocol, "garbage")),
    }
}

fn part(said: &Said) -> Part {
    match said {
        Said::Text(text) => Part::from_text(*text),
        Said::Thought(text) => Part::from_text(*text).into_thought(),
        Said::Call(name, id) => {
            let call = FunctionCall::new(*name, json!({}));
            Part::from_function_call(match id {
                Some(id) => call.with_id(format!("call-{id}")),
                None => call,
            })
        }
    }
}

fn stage(model: &ScriptedModel) -> Stage {
    let agent = LlmAgent::builder("helper")
        .model(slow(model.clone()))
        .tool(tool("works", |_, _| async { Ok(json!({"fine": true})) }))
        .tool(tool("fails", |_, _| async {
            Err(ToolError::model("It broke."))
        }))
        .tool(tool("panics", |_, _| async { panic!("It fell.") }))
        .tool(tool("gives_way", |_, _| async {
            yield_now().await;
            yield_now().await;
            Ok(json!(1))
        }));
    Stage::new(agent)
}

/// Runs turn after turn, each dropped after so many polls unless it ends before, then
/// lets the script run out.
async fn play(script: &[Line], turns: &[usize]) {
    let model = script.iter().fold(ScriptedModel::new(), write);
    let stage = stage(&model);
    for polls in turns {
        let mut run = stage.run("Go on");
        for _ in 0..*polls {
            match run.next().now_or_never() {
                Some(None) => break,
                Some(Some(_)) => {}
                None => yield_now().await,
            }
        }
    }
    for _ in script {
        if let Err(error) = stage.run("Go on").text().await {
            let expected = [ErrorKind::ModelProtocol, ErrorKind::NoOutput];
            assert!(expected.contains(&error.kind()), "{error:?}");
        }
    }
    assert_goes_on(&stage, &model).await;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_request_obeys_the_rules(
        script in prop::collection::vec(line(), 0..8),
        turns in prop::collection::vec(0..40_usize, 0..4),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.unwrap().block_on(play(&script, &turns));
    }
}
