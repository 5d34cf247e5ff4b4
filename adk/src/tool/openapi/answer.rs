//! What an API answered, as the model reads it.

use http::StatusCode;
use serde_json::json;

use super::body::is_json;
use super::exchange::{Answer, Shared};
use super::keywords::capped;
use crate::content::Json;
use crate::tool::ToolError;

/// The most of an error's body that the model reads, in characters.
const MAX_ERROR: usize = 2_000;

impl Shared {
    /// JSON as it is, a text as a text, nothing as its status, and what else there is as a note.
    ///
    /// # Errors
    /// An answer of status 400 and above, with the beginning of its body.
    pub(super) fn told(&self, answer: Answer) -> Result<Json, ToolError> {
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
        let is_text = is_json(&media_type) || is_text(&media_type);
        match std::str::from_utf8(&body) {
            Ok(text) if is_text => {
                let text = self.secrets.masked(text.to_owned());
                let parsed = is_json(&media_type).then(|| text.parse().ok()).flatten();
                Ok(parsed.unwrap_or_else(|| Json::from(serde_json::Value::from(text))))
            }
            Err(_) if is_text => {
                let text = self.secrets.masked(String::from_utf8_lossy(&body).into_owned());
                Ok(Json::from(serde_json::Value::from(text)))
            }
            _ => Ok(json!({
                "status": status.as_u16(),
                "mediaType": media_type,
                "bytes": body.len(),
                "note": "the answer is no text, and was left out",
            })
            .into()),
        }
    }

    fn refused(&self, status: StatusCode, body: &[u8]) -> ToolError {
        let text = self.secrets.masked(String::from_utf8_lossy(body).into_owned());
        let text = capped(text.trim(), MAX_ERROR);
        let colon = if text.is_empty() { "" } else { ": " };
        let error = ToolError::model(format!("the server answered {status}{colon}{text}"));
        match status.as_u16() {
            408 | 425 | 429 | 500.. => error,
            _ => error.permanent(),
        }
    }
}

/// Whether the media type is one of texts; none at all is taken as one, where it reads as one.
fn is_text(kind: &str) -> bool {
    let named = [
        "",
        "application/xml",
        "application/yaml",
        "application/javascript",
    ];
    kind.starts_with("text/") || kind.ends_with("+xml") || named.contains(&kind)
}
