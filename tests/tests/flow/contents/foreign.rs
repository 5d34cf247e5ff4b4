//! What a model is told of other agents: text for context, never words or calls of its own.

use adk::content::{FunctionCall, FunctionResponse};
use adk::{Content, Part, Role};
use insta::assert_snapshot;
use serde_json::json;

use super::{contents, own, said, sent};

fn call(name: &str, id: &str) -> Part {
    Part::from_function_call(FunctionCall::new(name, json!({"city": "Paris"})).with_id(id))
}

fn answer(name: &str, id: &str) -> Part {
    Part::from_function_response(FunctionResponse::new(name, json!({"sky": "blue"})).with_id(id))
}

fn model(parts: impl IntoIterator<Item = Part>) -> Content {
    Content::new(Role::Model, parts)
}

#[tokio::test]
async fn words_calls_and_answers_of_another_agent_are_context() {
    let events = [
        said("user", "Weather?"),
        said(
            "guide",
            model([Part::from_text("Let me see."), call("look", "x")]),
        ),
        said("guide", answer("look", "x")),
        said("guide", Content::model("Blue.")),
        own("I agree."),
    ];
    assert_snapshot!(sent(events, "Sure?").await, @r#"
    user: "Weather?"
    user: "For context:", "[guide] said: Let me see.", "[guide] called tool `look` with parameters: {\"city\":\"Paris\"}"
    user: "For context:", "[guide] `look` tool returned result: {\"sky\":\"blue\"}"
    user: "For context:", "[guide] said: Blue."
    model: "I agree."
    user: "Sure?"
    "#);
}

#[tokio::test]
async fn fault_2_thoughts_of_another_agent_are_not_told() {
    let thought = || Part::from_text("They are a fool.").into_thought();
    let signed = serde_json::from_value(json!({"thoughtSignature": "c2ln"})).unwrap();
    let events = [
        said("guide", model([thought(), Part::from_text("Good day.")])),
        said("guide", model([thought()])),
        said("guide", model([signed])),
        // Its own thoughts an agent is shown.
        said("helper", model([thought()])),
    ];
    assert_snapshot!(sent(events, "Go on.").await, @r#"
    user: "For context:", "[guide] said: Good day."
    model: thought "They are a fool."
    user: "Go on."
    "#);
}

#[tokio::test]
async fn what_no_text_can_say_is_copied_without_signatures() {
    let picture = Part::from_bytes("image/png", &b"png"[..]);
    let signed = picture.clone().with_thought_signature("c2ln");
    let events = [said("guide", model([signed]))];
    let contents = contents(|agent| agent, events, "Go on.").await;
    assert_eq!(
        contents[0].parts(),
        [Part::from_text("For context:"), picture]
    );
}

#[tokio::test]
async fn a_call_of_another_agent_is_not_answered_by_this_one() {
    // The ids are the same; each answer belongs to the latest call before it.
    let events = [
        said("user", "Weather?"),
        said("helper", model([call("look", "x")])),
        said("helper", answer("look", "x")),
        said("guide", model([call("look", "x")])),
        said("user", answer("look", "x")),
        said("guide", Content::model("Blue.")),
    ];
    assert_snapshot!(sent(events, "Go on.").await, @r#"
    user: "Weather?"
    model: call look(x) {"city":"Paris"}
    user: answer look(x) {"sky":"blue"}
    user: "For context:", "[guide] called tool `look` with parameters: {\"city\":\"Paris\"}"
    user: "For context:", "[guide] `look` tool returned result: {\"sky\":\"blue\"}"
    user: "For context:", "[guide] said: Blue."
    user: "Go on."
    "#);
}

#[tokio::test]
async fn an_answer_of_this_agent_is_to_its_own_call() {
    let events = [
        said("helper", model([call("look", "x")])),
        said("guide", model([call("look", "x")])),
        said("helper", answer("look", "x")),
        said("guide", answer("look", "x")),
    ];
    assert_snapshot!(sent(events, "Go on.").await, @r#"
    user: "Handle the requests as specified in the System Instruction."
    model: call look(x) {"city":"Paris"}
    user: answer look(x) {"sky":"blue"}
    user: "For context:", "[guide] called tool `look` with parameters: {\"city\":\"Paris\"}"
    user: "For context:", "[guide] `look` tool returned result: {\"sky\":\"blue\"}"
    user: "Go on."
    "#);
}

#[tokio::test]
async fn a_later_answer_to_another_agent_is_told_as_its_own() {
    let events = [
        said("guide", model([call("ask_boss", "adk-1")])).long_running_tool_ids(["adk-1".into()]),
        said("guide", Content::model("I asked.")),
    ];
    let message = vec![Part::from_text("Here it is."), answer("ask_boss", "adk-1")];
    assert_snapshot!(sent(events, message).await, @r#"
    user: "For context:", "[guide] called tool `ask_boss` with parameters: {\"city\":\"Paris\"}"
    user: "For context:", "[guide] said: I asked."
    user: "For context:", "[guide] `ask_boss` tool returned result: {\"sky\":\"blue\"}"
    user: "Here it is."
    "#);
}

#[tokio::test]
async fn words_of_another_agent_between_a_call_and_its_answer_leave_them_a_pair() {
    let events = [
        said("user", "Weather?"),
        said("helper", model([call("look", "x")])),
        said("guide", Content::model("I am here too.")),
        said("helper", answer("look", "x")),
        own("Blue."),
    ];
    assert_snapshot!(sent(events, "Go on.").await, @r#"
    user: "Weather?"
    model: call look(x) {"city":"Paris"}
    user: answer look(x) {"sky":"blue"}
    user: "For context:", "[guide] said: I am here too."
    model: "Blue."
    user: "Go on."
    "#);
}
