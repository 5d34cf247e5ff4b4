//! Who a new message of the user goes to.

#![expect(clippy::unwrap_used, reason = "what a test is made of is right")]

use std::sync::Arc;

use adk::content::{FunctionCall, FunctionResponse};
use adk::session::NewSession;
use adk::testing::ScriptedModel;
use adk::{Agent, Content, Event, LlmAgent, LlmAgentBuilder, Part, Role, SessionService as _};
use serde_json::json;
use tests::office::{Member, sequence};
use tests::stage::{Stage, built, key};

/// An agent that says its own name.
fn agent(name: &str) -> LlmAgentBuilder {
    let said = name.to_owned();
    let model =
        ScriptedModel::from_fn(move |_| adk::model::LlmResponse::new(Content::model(said.clone())));
    LlmAgent::builder(name).model(model)
}

fn under(
    parent: LlmAgentBuilder,
    children: impl IntoIterator<Item = LlmAgentBuilder>,
) -> LlmAgentBuilder {
    children
        .into_iter()
        .fold(parent, |parent, child| parent.sub_agent(built(child)))
}

/// Who answers a message after these events.
async fn answers(
    root: impl Agent + 'static,
    events: Vec<Event>,
    message: impl Into<Content>,
) -> String {
    let stage = Stage::of(root, |runner| runner);
    let created = stage.sessions.create(NewSession::new(key())).await.unwrap();
    let mut revision = created.revision();
    for event in events {
        revision = stage
            .sessions
            .append(&key(), revision, &event)
            .await
            .unwrap();
    }
    stage.run(message).text().await.unwrap()
}

fn said(author: &str) -> Event {
    let content = if author == "user" {
        Content::user("Hi")
    } else {
        Content::model("Hi")
    };
    Event::builder(author).id("event").content(content).build()
}

fn tree() -> LlmAgent {
    let a = under(
        agent("a"),
        [agent("leaf"), agent("stuck").disallow_transfer_to_parent()],
    );
    let closed = under(
        agent("closed").disallow_transfer_to_parent(),
        [agent("below")],
    );
    built(under(agent("root"), [a, closed]))
}

#[tokio::test]
async fn the_agent_that_spoke_last_goes_on_where_it_could_give_the_conversation_back() {
    for (authors, chosen) in [
        (vec![], "root"),
        (vec!["user"], "root"),
        (vec!["user", "root"], "root"),
        (vec!["user", "root", "a"], "a"),
        (vec!["user", "root", "a", "user", "leaf"], "leaf"),
        (vec!["user", "leaf", "a"], "a"),
        // Neither they nor one above them could.
        (vec!["user", "root", "stuck"], "root"),
        (vec!["user", "a", "stuck"], "a"),
        (vec!["user", "root", "closed"], "root"),
        (vec!["user", "root", "below"], "root"),
        // Nobody of the tree.
        (vec!["user", "a", "gone", "user"], "a"),
        (vec!["user", "gone"], "root"),
    ] {
        let events = authors.iter().map(|author| said(author)).collect();
        assert_eq!(answers(tree(), events, "Hi").await, chosen, "{authors:?}");
    }
}

/// A call of `author`, answered at once, so that nothing waits for it.
fn called(author: &str, id: &str) -> Vec<Event> {
    let call = Part::from_function_call(FunctionCall::new("f", json!({})).with_id(id));
    let event = |content| Event::builder(author).id("event").content(content).build();
    vec![
        event(Content::new(Role::Model, [call])),
        event(Content::new(Role::User, [answer(id)])),
    ]
}

fn answer(id: &str) -> Part {
    Part::from_function_response(FunctionResponse::new("f", json!({})).with_id(id))
}

#[tokio::test]
async fn news_of_a_call_goes_to_the_agent_that_made_it() {
    let events = || {
        let mut events = called("leaf", "1");
        events.extend(called("stuck", "2"));
        events.push(said("a"));
        events
    };
    assert_eq!(answers(tree(), events(), answer("1")).await, "leaf");
    assert_eq!(answers(tree(), events(), "Hi").await, "a");
    // By the first that is answered; where its agent may not keep the conversation, as ever.
    assert_eq!(
        answers(tree(), events(), vec![answer("1"), answer("2")]).await,
        "leaf"
    );
    assert_eq!(answers(tree(), events(), answer("2")).await, "a");
    assert_eq!(answers(tree(), events(), answer("3")).await, "a");
}

#[tokio::test]
async fn a_plan_at_the_root_always_begins_at_its_first_agent() {
    let plan = || {
        let member = |name| Arc::new(built(agent(name))) as Member;
        sequence("plan", [member("first"), member("last")])
    };
    let stage = Stage::of(plan(), |runner| runner);
    for _ in 0..2 {
        assert_eq!(stage.play("Hi").await, "first: \"first\"\nlast: \"last\"\n");
    }
}

#[tokio::test]
async fn an_agent_below_a_plan_does_not_keep_the_conversation() {
    let plan = sequence("plan", [Arc::new(built(agent("first"))) as Member]);
    let root = built(agent("root").sub_agent(plan));
    assert_eq!(
        answers(root, vec![said("root"), said("first")], "Hi").await,
        "root"
    );
}
