//! Plans whose agents wait for a person, or for a result that comes later: each goes on where
//! it stopped, in a new process.

mod cut_off;
mod forged;
mod gone;
mod nested;
mod parallel;
mod random;
mod sequence;

use adk::content::{FunctionCall, FunctionResponse};
use adk::testing::ScriptedModel;
use adk::{Content, Part};
use serde_json::json;
use tests::office::Office;

/// Asks whether it may do `what`, and then says `after`.
fn asking(what: &str, after: &str) -> ScriptedModel {
    ScriptedModel::new()
        .call("ask", json!({ "what": what }))
        .text(after)
}

/// Does `what` at once, and then says `after`.
fn acting(what: &str, after: &str) -> ScriptedModel {
    ScriptedModel::new()
        .call("act", json!({ "what": what }))
        .text(after)
}

/// Has `what` done, and says `after` when it is.
fn ordering(what: &str, after: &str) -> ScriptedModel {
    ScriptedModel::new()
        .call("order", json!({ "what": what }))
        .text(after)
}

fn call(name: &str, what: &str) -> FunctionCall {
    FunctionCall::new(name, json!({ "what": what }))
}

/// The result of an order, as whoever did it sends it.
fn result(id: &str, text: &str) -> Content {
    let response = FunctionResponse::new("order", json!({ "result": text })).with_id(id);
    Part::from_function_response(response).into()
}

/// The ids of the orders so far, oldest first.
async fn orders(office: &Office) -> Vec<String> {
    let session = office.session().await;
    let ids = session.events().filter(|event| {
        let content = event.content().into_iter();
        content
            .flat_map(Content::function_calls)
            .any(|call| call.name() == "order")
    });
    ids.flat_map(|event| {
        event
            .long_running_tool_ids()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    })
    .collect()
}
