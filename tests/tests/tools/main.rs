//! Tools as a program has them: what the model is told, and how a call goes.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on stops"
)]

mod agents;
mod aliases;
mod alternatives;
mod arguments;
mod bounds;
mod build_checks;
mod calls;
mod confirm;
mod declarations;
mod explained;
mod flattened;
mod long_running;
mod mended;
mod nested;
mod odd_results;
mod openapi;
mod provided;
mod providers;
mod retries;
mod schemas;
mod serde_params;
mod shapes;
mod skills;
mod streaming;
mod told_bounds;
mod toolsets;

use std::sync::Arc;

use adk::content::FunctionDeclaration;
use adk::tool::FunctionTool;
use adk::{Tool, testing};
use serde_json::Value;

/// What the model reads of one call.
async fn call(tool: &FunctionTool, args: &str) -> String {
    let args = args.parse().unwrap();
    match tool.run(&testing::tool_context(), &args).await {
        Ok(result) => result.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

/// What the model reads of several calls, one below the other.
async fn said(tool: &FunctionTool, all: &[&str]) -> String {
    let mut said = Vec::new();
    for args in all {
        said.push(call(tool, args).await);
    }
    said.join("\n")
}

/// A declaration as it is sent.
fn sent(declaration: &Arc<FunctionDeclaration>) -> Value {
    serde_json::from_str(&serde_json::to_string(declaration).unwrap()).unwrap()
}
