//! What a model reads of an artifact: the part itself, its text, or why it is not shown.

use crate::content::{Blob, Part, PartKind};

/// The largest artifact that a model is shown, in bytes.
const MOST_BYTES: usize = 10 * 1024 * 1024;
/// The most bytes of artifacts that it is shown together.
pub(super) const MOST_TOGETHER: usize = 2 * MOST_BYTES;

/// The part in a form that models take, or what is told of it; it takes of what is `left`.
pub(super) fn readable(part: Part, left: &mut usize) -> Part {
    let (size, kind) = match part.kind() {
        PartKind::InlineData(blob) => (blob.data().len(), blob.mime_type()),
        PartKind::Text(text) => (text.len(), "text/plain"),
        _ => return part,
    };
    let mib = |bytes| bytes / 1024 / 1024;
    if size > MOST_BYTES {
        return Part::from_text(format!(
            "[It is too large to be shown: {size} bytes of type {kind:?}, where {} MiB is the most.]",
            mib(MOST_BYTES)
        ));
    }
    let shown = match part.kind() {
        PartKind::InlineData(blob) => blob_as_read(blob),
        PartKind::Text(text) if text.is_empty() => Some(Part::from_text("[It is empty.]")),
        _ => None,
    };
    let taken = shown
        .as_ref()
        .map_or(size, |shown| shown.text().map_or(size, str::len));
    if taken > *left {
        return Part::from_text(format!(
            "[It is not shown: {size} bytes of type {kind:?}, which together with those before it \
             are more than {} MiB. Load it by itself.]",
            mib(MOST_TOGETHER)
        ));
    }
    *left -= taken;
    shown.unwrap_or(part)
}

/// What stands for bytes that models do not take as they are.
fn blob_as_read(blob: &Blob) -> Option<Part> {
    let kind = blob.mime_type().split(';').next().unwrap_or_default();
    let kind = kind.trim().to_ascii_lowercase();
    let size = blob.data().len();
    let is_text = kind.starts_with("text/")
        || kind.ends_with("+json")
        || kind.ends_with("+xml")
        || ["application/json", "application/xml", "application/csv"].contains(&&*kind);
    let is_seen = ["image/", "audio/", "video/", "application/pdf"]
        .iter()
        .any(|family| kind.starts_with(family));
    Some(Part::from_text(if size == 0 {
        "[It is empty.]".to_owned()
    } else if is_text {
        String::from_utf8_lossy(blob.data()).into_owned()
    } else if is_seen {
        return None;
    } else {
        format!("[It cannot be shown: {size} bytes of type {kind:?}.]")
    }))
}
