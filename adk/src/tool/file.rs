//! A file that a tool's call brought from elsewhere, kept as an artifact.

use bytes::Bytes;
use serde_json::{Value, json};

use crate::content::Part;
use crate::context::ToolContext;
use crate::error::Result;

/// The longest piece of a file's name that comes from elsewhere.
const LONGEST: usize = 64;

/// The longest MIME type that is taken from elsewhere, in bytes.
const LONGEST_TYPE: usize = 256;

/// What a file is of which nothing is known.
const UNKNOWN: &str = "application/octet-stream";

/// Saves the file, the call's so many-th, as an artifact of the session, and says what it is
/// called. A MIME type that is malformed is none.
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
    let mime_type = if is_mime_type(mime_type) {
        mime_type
    } else {
        UNKNOWN
    };
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

/// Whether it is `type/subtype` and parameters in visible letters, such as `text/plain; charset=x`.
fn is_mime_type(text: &str) -> bool {
    let (essence, parameters) = text.split_once(';').unwrap_or((text, ""));
    let is_token = |text: &str| {
        let other = b"!#$&^_.+-";
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || other.contains(&byte);
        !text.is_empty() && text.bytes().all(is_letter)
    };
    let halves = essence.trim_ascii_end().split_once('/');
    text.len() <= LONGEST_TYPE
        && halves.is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
        && parameters.bytes().all(|byte| matches!(byte, b' '..=b'~'))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mime_type_has_two_halves_and_nothing_that_is_not_visible() {
        for kind in [
            "image/png",
            "image/svg+xml",
            "application/vnd.oasis.opendocument.text",
            "text/plain; charset=\"utf-8\"",
            "audio/L16;rate=24000",
        ] {
            assert!(is_mime_type(kind), "{kind}");
        }
        let long = format!("text/{}", "x".repeat(LONGEST_TYPE));
        for none in [
            "",
            "png",
            "/",
            "image/",
            "/png",
            " image/png",
            "image/png/x",
            "../../etc/passwd\r\nX: y",
            "text/plain\r\nX: y",
            "text/plain; charset=x\r\nX: y",
            "text/plain; charset=ä",
            &*long,
        ] {
            assert!(!is_mime_type(none), "{none}");
        }
    }
}
