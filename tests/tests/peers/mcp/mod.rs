//! MCP with the software of others: servers that our client asks, clients that ask our server.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod node;
mod python;

use adk::testing::ScriptedModel;
use adk::tool::mcp::McpToolset;
use serde_json::Value;
use tests::stage::{Stage, helper};

/// What a run's model was told and read: the names of the tools, and each call's answer.
struct Played {
    names: Vec<String>,
    answers: Vec<Value>,
    stage: Stage,
    transcript: String,
}

/// Plays a run whose model makes these calls, one after the other.
async fn played(toolset: McpToolset, calls: &[(&str, Value)]) -> Played {
    let model = ScriptedModel::new();
    let model = calls
        .iter()
        .fold(model, |model, (tool, args)| model.call(*tool, args.clone()));
    let model = model.text("Done.");
    let stage = Stage::new(helper(&model).toolset(toolset.required()));
    let transcript = stage.play("Go.").await;
    let requests = model.requests();
    assert_eq!(requests.len(), calls.len() + 1, "{transcript}");
    let declarations = requests[0].declarations().iter();
    let answered = requests[1..].iter().map(|request| {
        let last = request.contents().last().unwrap();
        last.function_responses()
            .next()
            .unwrap()
            .response()
            .to_value()
    });
    Played {
        names: declarations.map(|told| told.name().to_owned()).collect(),
        answers: answered.collect(),
        transcript,
        stage,
    }
}
