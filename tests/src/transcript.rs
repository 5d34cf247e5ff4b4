//! Runs as text: one line for each thing said or done, as a reviewer reads it.

use std::fmt::Write as _;

use adk::runner::RunHandle;
use adk::{Content, Error, Event, Part, Result, Run, Session};
use futures::StreamExt as _;

/// What came of a run, its error included.
pub async fn of_run(run: Run) -> String {
    run.map(of_item).collect().await
}

/// What came of a detached run.
pub async fn of_handle(mut handle: RunHandle) -> String {
    let mut text = String::new();
    while let Some(item) = handle.next().await {
        text.push_str(&of_item(item));
    }
    text
}

fn of_item(item: Result<Event>) -> String {
    item.map_or_else(|error| of_error(&error), |event| line(&event))
}

/// What a session holds.
#[must_use]
pub fn of_session(session: &Session) -> String {
    session.events().map(line).collect()
}

/// What a model is sent.
#[must_use]
pub fn of_contents(contents: &[Content]) -> String {
    let mut text = String::new();
    for content in contents {
        let role = content.role().map_or("nobody", adk::Role::as_str);
        let parts: Vec<_> = content.parts().iter().map(part).collect();
        let _ = writeln!(text, "{role}: {}", parts.join(", "));
    }
    text
}

/// An error with its kind.
#[must_use]
pub fn of_error(error: &Error) -> String {
    format!("error {:?}: {error}\n", error.kind())
}

/// An event: its author, what was said, what it changes.
#[must_use]
pub fn line(event: &Event) -> String {
    let mut parts: Vec<_> = event.content().map_or(Vec::new(), |content| {
        content.parts().iter().map(part).collect()
    });
    if let Some(code) = event.response().error_code() {
        let message = event.response().error_message().unwrap_or_default();
        parts.push(format!("{code}: {message}"));
    }
    let actions = event.actions();
    if !actions.state_delta().is_empty() {
        let set = actions.state_delta().iter();
        let set: Vec<_> = set.map(|(key, value)| format!("{key}={value}")).collect();
        parts.push(format!("[{}]", set.join(" ")));
    }
    for (name, version) in actions.artifact_delta() {
        parts.push(format!("[saved {name} v{version}]"));
    }
    if actions.skip_summarization() {
        parts.push("[no summary]".to_owned());
    }
    let partial = if event.is_partial() { " …" } else { "" };
    format!("{}{partial}: {}\n", event.author(), parts.join(", "))
}

fn part(part: &Part) -> String {
    if let Some(call) = part.function_call() {
        let id = call.id().unwrap_or("no id");
        return format!("call {}({}) {}", call.name(), id, call.args());
    }
    if let Some(answer) = part.function_response() {
        let id = answer.id().unwrap_or("no id");
        return format!("answer {}({}) {}", answer.name(), id, answer.response());
    }
    match part.text() {
        Some(text) if part.is_thought() => format!("thought {text:?}"),
        Some(text) => format!("{text:?}"),
        None => format!("{:?}", part.kind()),
    }
}
