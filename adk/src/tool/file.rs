//! A file that a tool's call brought from elsewhere, kept as an artifact.

use bytes::Bytes;
use serde_json::{Value, json};

use crate::content::Part;
use crate::context::ToolContext;
use crate::error::Result;

/// The longest piece of a file's name that comes from elsewhere.
const LONGEST: usize = 64;

/// Saves the file, the call's so many-th, as an artifact of the session, and says what it is
/// called.
///
/// # Errors
/// When the store of artifacts fails.
pub(super) async fn save(
    tool: &str,
    ctx: &ToolContext,
    number: usize,
    mime_type: &str,
    bytes: Bytes,
) -> Result<Value> {
    let (call, kind) = (plain(ctx.function_call_id()), extension(mime_type));
    let name = format!("{}-{call}-{number}.{kind}", plain(tool));
    let part = Part::from_bytes(mime_type, bytes);
    ctx.save_artifact(&name, part).await?;
    Ok(json!({ "name": name, "mimeType": mime_type }))
}

/// A piece of a file's name, whatever it was.
fn plain(text: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let letters = text
        .chars()
        .map(|letter| if plain(letter) { letter } else { '_' });
    letters.take(LONGEST).collect()
}

fn extension(mime_type: &str) -> &'static str {
    match mime_type.split(';').next().unwrap_or_default().trim() {
        "image/png" => "png",
        "image/jpeg" => "jpg",
        "image/gif" => "gif",
        "image/webp" => "webp",
        "image/svg+xml" => "svg",
        "audio/wav" | "audio/x-wav" => "wav",
        "audio/mpeg" | "audio/mp3" => "mp3",
        "audio/ogg" => "ogg",
        "application/pdf" => "pdf",
        "application/json" => "json",
        "application/zip" => "zip",
        "application/gzip" => "gz",
        kind if kind.starts_with("text/") => "txt",
        _ => "bin",
    }
}
