//! What a tool returned, as a host reads it.

use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::Value;

use crate::content::{Json, Part, PartKind};
use crate::context::{RunConfig, ToolContext};
use crate::tool::output::as_object;
use crate::tool::{ToolError, too_large};

/// The result, structured and as a text, and the artifacts that the call has saved.
pub(super) async fn of(tool: &str, ctx: &ToolContext, result: Json) -> CallToolResult {
    let limit = RunConfig::new().max_tool_result_bytes;
    let size = result.as_str().len();
    if size > limit {
        return failed(&too_large(tool, size, limit));
    }
    let structured = as_object(result).to_value();
    let mut content = vec![ContentBlock::text(text(&structured))];
    for name in ctx.actions().artifact_delta().keys() {
        match ctx.load_artifact(name).await {
            Ok(part) => content.extend(part.and_then(|part| block(name, &part))),
            Err(error) => tracing::warn!(name, error = ?error, "an artifact cannot be sent"),
        }
    }
    let mut answer = CallToolResult::success(content);
    answer.structured_content = Some(structured);
    answer
}

/// What the host's model reads of a failure.
pub(super) fn failed(error: &ToolError) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(error.to_string())])
}

/// A text that stands alone is told as it is, all else as JSON.
fn text(structured: &Value) -> String {
    let only = structured.as_object().filter(|object| object.len() == 1);
    match only.and_then(|object| object.get("result")) {
        Some(Value::String(text)) => text.clone(),
        _ => structured.to_string(),
    }
}

fn block(name: &str, part: &Part) -> Option<ContentBlock> {
    let uri = || format!("artifact:{name}");
    Some(match part.kind() {
        PartKind::Text(text) => ContentBlock::resource(ResourceContents::text(&**text, uri())),
        PartKind::InlineData(blob) => {
            let (kind, data) = (blob.mime_type(), blob.base64());
            match kind.split('/').next() {
                Some("image") => ContentBlock::image(data, kind),
                Some("audio") => ContentBlock::audio(data, kind),
                _ => {
                    let contents = ResourceContents::blob(data, uri());
                    ContentBlock::resource(contents.with_mime_type(kind))
                }
            }
        }
        _ => return None,
    })
}
