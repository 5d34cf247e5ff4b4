//! What a server answered, as the model reads it: `output` is the structured result, or the texts
//! one below the other. Files become artifacts, links are listed.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use rmcp::model::{CallToolResult, ContentBlock, Resource, ResourceContents};
use serde_json::{Map, Value, json};

use crate::content::Json;
use crate::context::ToolContext;
use crate::tool::{ToolError, file};

/// The most files of an answer that are kept. What they hold together is bounded by the message
/// that they come in.
const MAX_FILES: usize = 32;
/// The most parts of an answer that are read; a message has room for a great many tiny ones.
const MAX_BLOCKS: usize = 1_000;

/// The blocks of an answer, by what becomes of them.
#[derive(Default)]
struct Blocks {
    texts: Vec<String>,
    /// MIME types and bytes as base64.
    files: Vec<(String, String)>,
    files_left_out: usize,
    parts_left_out: usize,
    links: Vec<Value>,
}

/// The result as the model reads it; files are saved on the way.
pub(super) async fn read(
    tool: &str,
    ctx: &ToolContext,
    answer: CallToolResult,
) -> Result<Json, ToolError> {
    let blocks = Blocks::of(answer.content);
    let (text, left_out) = (blocks.texts.join("\n"), blocks.left_out());
    if answer.is_error == Some(true) {
        let details = if text.is_empty() {
            answer.structured_content.unwrap_or_default().to_string()
        } else {
            text
        };
        let mut text = format!("Tool execution failed. Details: {details}");
        if let Some(left_out) = left_out {
            text = [text, left_out].join("\n");
        }
        return Err(ToolError::model(text));
    }
    let mut read = Map::new();
    match answer.structured_content {
        Some(structured) => read.insert("output".into(), structured),
        None if text.is_empty() && !blocks.are_texts() => None,
        None => read.insert("output".into(), text.into()),
    };
    if !blocks.files.is_empty() {
        let saved = save(tool, ctx, blocks.files).await?;
        read.insert("artifacts".into(), saved.into());
    }
    if let Some(text) = left_out {
        read.insert("left_out".into(), text.into());
    }
    if !blocks.links.is_empty() {
        read.insert("resources".into(), blocks.links.into());
    }
    Ok(Json::from(Value::Object(read)))
}

impl Blocks {
    fn of(content: Vec<ContentBlock>) -> Self {
        let mut blocks = Self {
            parts_left_out: content.len().saturating_sub(MAX_BLOCKS),
            ..Self::default()
        };
        for block in content.into_iter().take(MAX_BLOCKS) {
            match block {
                ContentBlock::Text(text) => blocks.texts.push(text.text),
                ContentBlock::Image(image) => blocks.file(image.mime_type, image.data),
                ContentBlock::Audio(audio) => blocks.file(audio.mime_type, audio.data),
                ContentBlock::Resource(embedded) => match embedded.resource {
                    ResourceContents::TextResourceContents { text, .. } => blocks.texts.push(text),
                    ResourceContents::BlobResourceContents {
                        mime_type, blob, ..
                    } => {
                        blocks.file(mime_type.unwrap_or_default(), blob);
                    }
                    _ => {}
                },
                ContentBlock::ResourceLink(resource) => blocks.links.push(link(resource)),
                _ => {}
            }
        }
        blocks
    }

    fn file(&mut self, mime_type: String, data: String) {
        if self.files.len() < MAX_FILES {
            self.files.push((mime_type, data));
        } else {
            self.files_left_out += 1;
        }
    }

    /// What the model is told of the rest.
    fn left_out(&self) -> Option<String> {
        let told = |out, most, what| {
            let all = out + most;
            (out > 0).then(|| {
                format!("{out} of {all} {what} were left out; {most} of a result are kept")
            })
        };
        let parts = told(self.parts_left_out, MAX_BLOCKS, "parts");
        let files = told(self.files_left_out, MAX_FILES, "files");
        let all: Vec<_> = parts.into_iter().chain(files).collect();
        (!all.is_empty()).then(|| all.join("\n"))
    }

    /// Whether nothing but texts came, or nothing at all.
    fn are_texts(&self) -> bool {
        self.files.is_empty() && self.links.is_empty()
    }
}

fn link(resource: Resource) -> Value {
    let mut link = json!({ "uri": resource.uri, "name": resource.name });
    for (key, value) in [
        ("mimeType", resource.mime_type),
        ("description", resource.description),
    ] {
        if let Some(value) = value {
            link[key] = value.into();
        }
    }
    link
}

/// Saves the files as artifacts of the session, and says what they are called.
async fn save(
    tool: &str,
    ctx: &ToolContext,
    files: Vec<(String, String)>,
) -> Result<Vec<Value>, ToolError> {
    let mut saved = Vec::with_capacity(files.len());
    for (number, (mime_type, data)) in (1..).zip(files) {
        let bytes = STANDARD
            .decode(&data)
            .or_else(|_| STANDARD_NO_PAD.decode(&data))
            .map_err(|error| {
                let text = format!("tool `{tool}` returned a file that is not base64");
                ToolError::model(text).with_cause(error)
            })?;
        saved.push(file::save(tool, ctx, number, &mime_type, bytes.into()).await?);
    }
    Ok(saved)
}
