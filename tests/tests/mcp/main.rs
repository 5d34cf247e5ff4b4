//! Tools of MCP servers. Most servers are in this process; those that are programs are
//! `tests/src/bin/odd_server.rs`.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on panics"
)]

mod apart;
mod approval;
mod asked;
mod child;
mod confirmed;
mod connection;
mod faults;
mod http;
mod limits;
mod listing;
mod redirects;
mod results;
mod secrets;
mod serving;
mod web;

use adk::testing::ScriptedModel;
use adk::tool::IntoToolset;
use adk::tool::mcp::McpToolset;
use serde_json::Value;
use tests::mcp_server::OddServer;
use tests::stage::{Stage, helper};

/// The toolset of a server in this process.
fn odd(server: &OddServer) -> McpToolset {
    named("odd", server)
}

/// The same under a name.
fn named(name: &str, server: &OddServer) -> McpToolset {
    let server = server.clone();
    McpToolset::stream(name, move || {
        let stream = server.connect();
        async move { Ok(stream) }
    })
}

/// A stage whose agent has the toolset.
fn stage(model: &ScriptedModel, toolset: impl IntoToolset) -> Stage {
    Stage::new(helper(model).toolset(toolset))
}

/// What the model of a run that calls the tool once reads of it.
async fn answer(toolset: impl IntoToolset, tool: &str, args: Value) -> Value {
    let model = ScriptedModel::new().call(tool, args).text("Done.");
    let stage = stage(&model, toolset);
    let played = stage.play("Go on.").await;
    read(&model).unwrap_or_else(|| panic!("{played}"))
}

/// Lets what is under way come to rest.
async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

/// What the model was answered last.
fn read(model: &ScriptedModel) -> Option<Value> {
    let requests = model.requests();
    let contents = requests.last()?.contents().last()?.clone();
    let response = contents.function_responses().next()?;
    Some(response.response().to_value())
}

/// The names of the tools in each request.
fn told(model: &ScriptedModel) -> Vec<Vec<String>> {
    let requests = model.requests();
    let names = requests.iter().map(|request| {
        let declarations = request.declarations().iter();
        declarations.map(|told| told.name().to_owned()).collect()
    });
    names.collect()
}

/// The text of an answer's error.
fn error(answer: &Value) -> &str {
    answer["error"]
        .as_str()
        .unwrap_or_else(|| panic!("{answer}"))
}
