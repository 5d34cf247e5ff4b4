//! What a model sees of a session: which events, in which words, in which order.

mod filters;
mod foreign;
mod late;
mod long;
mod none;
mod random;
mod spoken;

use adk::event::EventBuilder;
use adk::session::NewSession;
use adk::testing::ScriptedModel;
use adk::{Content, Event, LlmAgentBuilder, Result, SessionService};
use tests::history::assert_valid_history;
use tests::stage::{Stage, helper, key};
use tests::transcript;

/// An event in which `author` says this.
fn said(author: &str, content: impl Into<Content>) -> EventBuilder {
    Event::builder(author).id("event").content(content.into())
}

/// What `helper` says.
fn own(text: &str) -> EventBuilder {
    said("helper", Content::model(text))
}

/// A stage on which these events have happened.
async fn after(agent: LlmAgentBuilder, events: impl IntoIterator<Item = EventBuilder>) -> Stage {
    let stage = Stage::new(agent);
    let kept = keep(&stage, events).await;
    assert!(kept.is_ok(), "{kept:?}");
    stage
}

async fn keep(stage: &Stage, events: impl IntoIterator<Item = EventBuilder>) -> Result<()> {
    let created = stage.sessions.create(NewSession::new(key())).await?;
    let mut revision = created.revision();
    for event in events {
        let (key, event) = (key(), event.build());
        revision = stage.sessions.append(&key, revision, &event).await?;
    }
    Ok(())
}

/// What the model of `helper` is sent when the user says `message` after these events.
async fn sent(
    events: impl IntoIterator<Item = EventBuilder>,
    message: impl Into<Content>,
) -> String {
    transcript::of_contents(&contents(|agent| agent, events, message).await)
}

/// The same as contents, of a `helper` with more settings.
async fn contents(
    more: impl FnOnce(LlmAgentBuilder) -> LlmAgentBuilder,
    events: impl IntoIterator<Item = EventBuilder>,
    message: impl Into<Content>,
) -> Vec<Content> {
    let model = ScriptedModel::new().text("Well.");
    let stage = after(more(helper(&model)), events).await;
    let answer = stage.run(message).text().await;
    assert!(answer.is_ok(), "{answer:?}");
    let request = model.requests().swap_remove(0);
    assert_valid_history(request.contents());
    request.contents().to_vec()
}
