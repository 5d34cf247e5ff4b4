//! A list of tools in which one is malformed: `rmcp` takes all or nothing of it, so the others are
//! taken here.

use std::fmt::Display;

use rmcp::model::{CustomResult, JsonObject, ServerResult, Tool};
use serde::Deserialize as _;
use serde_json::Value;

/// What `rmcp` could not read, if it is a list of tools: without those that are none.
pub(super) fn mended(result: ServerResult, server: &str) -> ServerResult {
    let ServerResult::CustomResult(CustomResult(mut value)) = result else {
        return result;
    };
    let Some(Value::Array(tools)) = value.get_mut("tools") else {
        return ServerResult::CustomResult(CustomResult(value));
    };
    let mut place = 0;
    tools.retain(|tool| {
        place += 1;
        let Err(error) = Tool::deserialize(tool) else {
            return true;
        };
        match tool.get("name").and_then(Value::as_str) {
            Some(name) => left_out(server, name, &error),
            None => left_out(server, &format!("number {place}"), &error),
        }
        false
    });
    match ServerResult::deserialize(&value) {
        Ok(mended @ ServerResult::ListToolsResult(_)) => mended,
        _ => ServerResult::CustomResult(CustomResult(value)),
    }
}

/// Whether arguments can be of the schema at all; a vendor refuses a request that tells another.
pub(super) fn takes_arguments(schema: &JsonObject) -> bool {
    schema.get("type").is_none_or(|kind| kind == "object")
}

/// Says that a tool is left out.
pub(super) fn left_out(server: &str, tool: &str, why: impl Display) {
    tracing::warn!(server, tool, %why, "a malformed tool of an MCP server is left out");
}
