//! A written instruction: its placeholders, and the braces that look like some.

use crate::__private::checks::refuse;
use crate::instruction::braces::{Braces, Kind, braces, is_plain_byte, part};
use crate::tool::args::ConstText;

/// The deepest braces in braces that are matched.
const DEEPEST: usize = 64;

/// Refuses an instruction with braces that look like a placeholder and are none.
#[track_caller]
pub const fn check_instruction(text: &str) {
    let (bytes, mut at) = (text.as_bytes(), 0);
    let (mut open, mut depth, mut seen) = ([0; DEEPEST], 0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'{' => {
                if at >= seen {
                    seen = check_braces(text, at);
                }
                if depth == DEEPEST {
                    return;
                }
                open[depth] = at;
                depth += 1;
            }
            b'}' if depth > 0 => depth -= 1,
            b'}' => check_closing(text, at),
            _ => {}
        }
        at += 1;
    }
    let mut index = 0;
    while index < depth {
        check_opening(text, open[index]);
        index += 1;
    }
}

/// Refuses a placeholder in a text that a function computes, which nothing fills in.
#[track_caller]
pub const fn check_computed(text: &str) {
    if let Some(found) = next(text, 0)
        && matches!(found.kind, Kind::State)
    {
        let message = ConstText::new().with("`{").with(found.name);
        let message =
            message.with("}` is not filled in, since the function is asked for each call");
        let message =
            message.with("\nhelp: take `async` and the context away, or fill the text in by ");
        refuse(&message.with("`Instruction::inject_session_state(text, ctx).await`"));
    }
}

/// Where the text goes on behind braces.
#[track_caller]
const fn check_braces(text: &str, at: usize) -> usize {
    let found = braces(text, at);
    match found.kind {
        Kind::Prefix => wrong_prefix(found.name),
        Kind::Name => wrong_name(found.name),
        _ => {}
    }
    found.end
}

/// The next placeholder, or what looks like one, from `at` on.
pub(super) const fn next(text: &str, mut at: usize) -> Option<Braces<'_>> {
    let bytes = text.as_bytes();
    while at < bytes.len() {
        if bytes[at] == b'{' {
            let found = braces(text, at);
            if matches!(found.kind, Kind::State | Kind::Prefix | Kind::Name) {
                return Some(found);
            }
            at = found.end;
        } else {
            at += 1;
        }
    }
    None
}

#[track_caller]
const fn wrong_prefix(name: &str) {
    let text = ConstText::new().with("`{").with(name);
    let text = text.with("}` has a prefix that no key has\nhelp: write `app:`, `user:` or `temp:`");
    let text = text.with(", or nothing for a key of the session; the text itself is written `{{");
    refuse(&text.with(name).with("}}`"));
}

#[track_caller]
const fn wrong_name(name: &str) {
    let text = ConstText::new().with("`{").with(name);
    let text = text.with("}` names no key: its name has letters, digits and `_` only");
    let text =
        text.with("\nhelp: name a whole key as `{key}`, or as `{key?}` if it may be missing");
    let text = text.with("; the text itself is written `{{").with(name);
    refuse(&text.with("}}`"));
}

/// Refuses a brace right before a name that is not closed.
#[track_caller]
const fn check_opening(text: &str, at: usize) {
    let name = word(text, at + 1);
    if !name.is_empty() {
        let message = ConstText::new().with("the brace of `{").with(name);
        let message = message.with("` is never closed\nhelp: write `{").with(name);
        refuse(&message.with("}`, or take the brace away"));
    }
}

/// Refuses a brace right behind a name that was not opened.
#[track_caller]
const fn check_closing(text: &str, at: usize) {
    let name = word_before(text, at);
    if !name.is_empty() {
        let message = ConstText::new().with("the brace of `").with(name);
        let message = message.with("}` closes nothing\nhelp: write `{").with(name);
        refuse(&message.with("}`, or take the brace away"));
    }
}

/// What could be a key, from `start` on.
const fn word(text: &str, start: usize) -> &str {
    let (bytes, mut end) = (text.as_bytes(), start);
    while end < bytes.len() && (is_plain_byte(bytes[end]) || bytes[end] == b':') {
        end += 1;
    }
    part(text, start, end)
}

/// What could be a key, up to `end`.
const fn word_before(text: &str, end: usize) -> &str {
    let (bytes, mut start) = (text.as_bytes(), end);
    while start > 0 && (is_plain_byte(bytes[start - 1]) || matches!(bytes[start - 1], b':' | b'?'))
    {
        start -= 1;
    }
    part(text, start, end)
}
