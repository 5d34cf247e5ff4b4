//! What other agents said and did, as the running agent's model is told: as text of the user,
//! for context. That model said none of it, and could answer none of the calls.

use std::iter;

use crate::content::{Content, FunctionResponse, Part, PartKind, Role};

/// A content of `author` as text of the user; `None` where there is nothing to tell. Thoughts
/// and their signatures stay with their agent.
pub(super) fn reported(author: &str, content: &Content) -> Option<Content> {
    let parts = content.parts().iter();
    let mut parts = parts.filter_map(|part| part_of(author, part)).peekable();
    parts.peek().is_some().then(|| context(parts))
}

/// What a call of `author` was answered later.
pub(super) fn reported_answer(author: &str, answer: &FunctionResponse) -> Content {
    context([Part::from_text(answered(author, answer))])
}

fn context(parts: impl IntoIterator<Item = Part>) -> Content {
    let heading = Part::from_text("For context:");
    Content::new(Role::User, iter::once(heading).chain(parts))
}

fn part_of(author: &str, part: &Part) -> Option<Part> {
    if part.is_thought() || !part.is_for_models() {
        return None;
    }
    Some(Part::from_text(match part.kind() {
        PartKind::Text(text) if text.is_empty() => return None,
        PartKind::Text(text) => format!("[{author}] said: {text}"),
        PartKind::FunctionCall(call) => format!(
            "[{author}] called tool `{}` with parameters: {}",
            call.name(),
            call.args()
        ),
        PartKind::FunctionResponse(answer) => answered(author, answer),
        _ => return Some(part.unsigned()).filter(|part| !part.is_empty()),
    }))
}

fn answered(author: &str, answer: &FunctionResponse) -> String {
    format!(
        "[{author}] `{}` tool returned result: {}",
        answer.name(),
        answer.response()
    )
}
