//! `IncludeContents::None`: an agent that is told of the current turn alone.

use adk::agent::IncludeContents;
use adk::content::{FunctionCall, FunctionResponse};
use adk::event::EventBuilder;
use adk::testing::ScriptedModel;
use adk::{Content, Part, Role};
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{assert_goes_on, helper};
use tests::tool::echo;
use tests::transcript;

use super::{after, contents, own, said};

fn call(id: &str) -> EventBuilder {
    let call = FunctionCall::new("ask", json!({})).with_id(id);
    let event = said(
        "helper",
        Content::new(Role::Model, [Part::from_function_call(call)]),
    );
    event.long_running_tool_ids([id.into()])
}

fn answer(id: &str) -> Part {
    Part::from_function_response(FunctionResponse::new("ask", json!({"n": 1})).with_id(id))
}

fn before() -> Vec<EventBuilder> {
    vec![
        said("user", "Hi."),
        own("Hello."),
        said("user", "Ask."),
        call("a"),
        own("I asked."),
    ]
}

/// What is sent of these events and the message.
async fn sent(events: Vec<EventBuilder>, message: impl Into<Content>) -> String {
    let none = |agent: adk::LlmAgentBuilder| agent.include_contents(IncludeContents::None);
    transcript::of_contents(&contents(none, events, message).await)
}

#[tokio::test]
async fn a_turn_begins_with_the_users_words() {
    assert_snapshot!(sent(before(), "And now?").await, @r#"user: "And now?""#);
}

#[tokio::test]
async fn a_turn_begins_with_another_agents_words() {
    let mut events = before();
    events.push(said("guide", Content::model("Your turn.")));
    events.push(own("Well."));
    // A message that says nothing begins nothing.
    assert_snapshot!(sent(events, "").await, @r#"
    user: "For context:", "[guide] said: Your turn."
    model: "Well."
    user: "Continue processing previous requests as instructed. Exit or provide a summary if no more outputs are needed."
    "#);
}

#[tokio::test]
async fn an_answer_takes_the_turn_of_its_call_along() {
    assert_snapshot!(sent(before(), answer("a")).await, @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    "#);
    let beside = vec![answer("a"), Part::from_text("There.")];
    assert_snapshot!(sent(before(), beside).await, @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    user: "There."
    "#);
    let mut events = before();
    events.extend([said("user", "And?"), own("Not yet.")]);
    assert_snapshot!(sent(events, answer("a")).await, @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    "#);
}

#[tokio::test]
async fn a_turn_that_begins_with_an_answer_keeps_it() {
    let model = ScriptedModel::new()
        .call("echo", json!({"n": 1}))
        .text("One.");
    let agent = helper(&model)
        .tool(echo())
        .include_contents(IncludeContents::None);
    let mut events = before();
    events.extend([
        said("user", "And?"),
        own("Not yet."),
        said("user", "Hurry."),
    ]);
    let stage = after(agent, events).await;
    let message = vec![answer("a"), Part::from_text("There.")];
    assert_eq!(stage.run(message).text().await.unwrap(), "One.");
    let requests = model.requests();
    assert_snapshot!(transcript::of_contents(requests[0].contents()), @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    user: "Hurry."
    user: "There."
    "#);
    assert_snapshot!(transcript::of_contents(requests[1].contents()), @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    model: "I asked."
    user: "And?"
    model: "Not yet."
    user: "Hurry."
    user: "There."
    model: call echo(adk-id-2) {"n":1}
    user: answer echo(adk-id-2) {"n":1}
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn an_answer_to_another_agent_begins_a_turn() {
    let mut events = before();
    let call = FunctionCall::new("ask", json!({})).with_id("g");
    events.push(said(
        "guide",
        Content::new(Role::Model, [Part::from_function_call(call)]),
    ));
    events.push(own("I wait."));
    assert_snapshot!(sent(events, answer("g")).await, @r#"user: "For context:", "[guide] `ask` tool returned result: {\"n\":1}""#);
}

#[tokio::test]
async fn calls_of_the_turn_stay_in_it() {
    let model = ScriptedModel::new()
        .call("echo", json!({"n": 1}))
        .text("One.");
    let agent = helper(&model)
        .tool(echo())
        .include_contents(IncludeContents::None);
    let stage = after(agent, before()).await;
    assert_eq!(stage.run("Call!").text().await.unwrap(), "One.");
    let request = model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Call!"
    model: call echo(adk-id-3) {"n":1}
    user: answer echo(adk-id-3) {"n":1}
    "#);
    let request = assert_goes_on(&stage, &model).await;
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"user: "Are you still there?""#);
}
