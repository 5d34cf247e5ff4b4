//! What an API answered, as the model reads it.

use bytes::Bytes;
use http::StatusCode;
use serde_json::{Value, json};

use super::body::is_json;
use super::exchange::{Answer, Shared};
use super::keywords::capped;
use crate::content::Json;
use crate::context::ToolContext;
use crate::tool::{ToolError, file};

/// The most of an error's body that the model reads, in characters.
const MAX_ERROR: usize = 2_000;

impl Shared {
    /// JSON as it is, a text as a text, nothing as its status, and what else there is as an
    /// artifact; as a note, where none can be kept.
    ///
    /// # Errors
    /// An answer of status 400 and above, with the beginning of its body.
    pub(super) async fn told(
        &self,
        tool: &str,
        ctx: &ToolContext,
        answer: Answer,
    ) -> Result<Json, ToolError> {
        let Answer {
            status,
            media_type,
            body,
        } = answer;
        if !status.is_success() {
            return Err(self.refused(status, &body));
        }
        if body.is_empty() {
            return Ok(json!({"status": status.as_u16()}).into());
        }
        let is_text = match &*media_type {
            "" => std::str::from_utf8(&body).is_ok(),
            kind => is_json(kind) || is_text(kind),
        };
        if !is_text {
            let kept = self.kept(tool, ctx, &media_type, &body).await;
            let told = kept.unwrap_or_else(|why| {
                let note = format!("the answer is a file, and was left out: {why}");
                json!({"mediaType": media_type, "bytes": body.len(), "note": note})
            });
            return Ok(told.into());
        }
        let text = self
            .secrets
            .masked(String::from_utf8_lossy(&body).into_owned());
        let parsed = is_json(&media_type).then(|| text.parse().ok()).flatten();
        Ok(parsed.unwrap_or_else(|| Json::from(Value::from(text))))
    }

    /// The answer as an artifact, or why it is none. The call was made, so that this is no error.
    async fn kept(
        &self,
        tool: &str,
        ctx: &ToolContext,
        media_type: &str,
        body: &Bytes,
    ) -> Result<Value, &'static str> {
        if self.secrets.are_in(body) {
            return Err("it repeats a credential");
        }
        let kind = match media_type {
            "" => "application/octet-stream",
            kind => kind,
        };
        match file::save(tool, ctx, 1, kind, body.clone()).await {
            Ok(saved) => Ok(json!({ "artifacts": [saved] })),
            Err(error) => {
                tracing::warn!(%error, tool, "an answer was not kept as an artifact");
                Err("it could not be kept as an artifact")
            }
        }
    }

    fn refused(&self, status: StatusCode, body: &[u8]) -> ToolError {
        let text = self
            .secrets
            .masked(String::from_utf8_lossy(body).into_owned());
        let text = capped(text.trim(), MAX_ERROR);
        let colon = if text.is_empty() { "" } else { ": " };
        let error = ToolError::model(format!("the server answered {status}{colon}{text}"));
        match status.as_u16() {
            408 | 425 | 429 | 500.. => error,
            _ => error.permanent(),
        }
    }
}

/// Whether the media type is one of texts.
fn is_text(kind: &str) -> bool {
    let named = [
        "application/xml",
        "application/yaml",
        "application/javascript",
    ];
    kind.starts_with("text/") || kind.ends_with("+xml") || named.contains(&kind)
}
