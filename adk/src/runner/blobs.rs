//! Bytes in the user's message, kept as artifacts: the session holds a note in their place, so
//! that no later turn sends them again.

use crate::content::{Blob, Content, Part, PartKind, Role};
use crate::context::CallbackContext;
use crate::error::Result;
use crate::event::{Event, USER};
use crate::invocation::InvocationContext;

/// The message without its bytes, where the run is to save them.
pub(super) async fn saved(
    ctx: &InvocationContext,
    callback: &CallbackContext,
    message: Content,
) -> Result<Content> {
    if !ctx.run_config().save_input_blobs_as_artifacts || !message.parts().iter().any(is_blob) {
        return Ok(message);
    }
    let stem = stem(ctx);
    let role = message.role().cloned().unwrap_or(Role::User);
    let mut parts = message.into_parts();
    for (place, part) in parts.iter_mut().enumerate() {
        if let PartKind::InlineData(blob) = part.kind() {
            let name = format!("{stem}_{place}");
            let note = Part::from_text(note(&name, blob));
            callback
                .save_artifact(&name, std::mem::replace(part, note))
                .await?;
        }
    }
    Ok(Content::new(role, parts))
}

/// ADK's name, but for an answer: its message belongs to the run that asked, whose own message
/// has that one.
fn stem(ctx: &InvocationContext) -> String {
    let session = ctx.scope().session();
    let id = ctx.invocation_id();
    let is_of_run = |event: &&Event| event.author() == USER && event.invocation_id() == id;
    match session.events().filter(is_of_run).count() {
        0 => format!("artifact_{id}"),
        earlier => format!("artifact_{id}_{earlier}"),
    }
}

fn is_blob(part: &Part) -> bool {
    matches!(part.kind(), PartKind::InlineData(_))
}

/// In ADK's words; the name is the one to load the artifact by.
fn note(name: &str, blob: &Blob) -> String {
    match blob.display_name() {
        Some(file) => format!("Uploaded file: {file}. It is saved into artifacts as {name}"),
        None => format!("Uploaded file: {name}. It is saved into artifacts"),
    }
}
