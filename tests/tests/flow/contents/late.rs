//! Answers that come when others have spoken since.

use adk::content::{FunctionCall, FunctionResponse};
use adk::event::EventBuilder;
use adk::{Content, Part, Role};
use insta::assert_snapshot;
use serde_json::json;

use super::{own, said, sent};

fn calls<const N: usize>(ids: [&str; N]) -> EventBuilder {
    let call = |id| Part::from_function_call(FunctionCall::new("ask", json!({})).with_id(id));
    let long_running = ids.map(Into::into);
    let event = said("helper", Content::new(Role::Model, ids.map(call)));
    event.long_running_tool_ids(long_running)
}

fn answer(id: &str, n: u8) -> Part {
    Part::from_function_response(FunctionResponse::new("ask", json!({ "n": n })).with_id(id))
}

/// A call that waits, while the conversation goes on.
fn waiting() -> Vec<EventBuilder> {
    vec![
        said("user", "Ask."),
        calls(["a"]),
        own("I asked."),
        said("user", "And?"),
        said("guide", Content::model("I know nothing.")),
        own("Not yet."),
    ]
}

#[tokio::test]
async fn a_model_goes_on_from_an_answer_that_came_late() {
    assert_snapshot!(sent(waiting(), answer("a", 1)).await, @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    "#);
}

#[tokio::test]
async fn what_was_said_meanwhile_is_there_again_in_the_next_turn() {
    let events = waiting().into_iter();
    let events = events.chain([said("user", answer("a", 1)), own("Yes.")]);
    assert_snapshot!(sent(events, "Thanks.").await, @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    model: "I asked."
    user: "And?"
    user: "For context:", "[guide] said: I know nothing."
    model: "Not yet.", "Yes."
    user: "Thanks."
    "#);
}

#[tokio::test]
async fn what_the_model_has_not_replied_to_stays() {
    let news = [
        said("guide", Content::model("I know more.")),
        said("user", "Hurry."),
    ];
    let events = waiting().into_iter().chain(news);
    assert_snapshot!(sent(events, answer("a", 1)).await, @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    user: "For context:", "[guide] said: I know more."
    user: "Hurry."
    "#);
}

#[tokio::test]
async fn other_calls_made_meanwhile_stay() {
    let meanwhile = [
        calls(["b"]),
        said("helper", answer("b", 2)),
        own("Two."),
        calls(["c"]),
    ];
    let events = waiting().into_iter().chain(meanwhile);
    assert_snapshot!(sent(events, answer("a", 1)).await, @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    model: "Not yet.", call ask(b) {}
    user: answer ask(b) {"n":2}
    model: "Two.", call ask(c) {}
    user: answer ask(c) {"status":"the result is not there yet"}
    "#);
}

#[tokio::test]
async fn the_latest_answer_to_a_call_counts() {
    let events = [
        said("user", "Ask."),
        calls(["a", "b"]),
        said("helper", vec![answer("a", 1), answer("b", 1)]),
        said("user", answer("b", 2)),
        own("Two."),
        said("user", "And?"),
    ];
    assert_snapshot!(sent(events, vec![answer("b", 3)]).await, @r#"
    user: "Ask."
    model: call ask(a) {}, call ask(b) {}
    user: answer ask(a) {"n":1}, answer ask(b) {"n":3}
    user: "And?"
    "#);
}

#[tokio::test]
async fn one_message_may_answer_calls_of_several_turns() {
    let events = [
        said("user", "Ask."),
        calls(["a"]),
        own("I asked one."),
        said("user", "Another."),
        calls(["b"]),
        own("I asked another."),
    ];
    let message = vec![answer("a", 1), answer("b", 2)];
    assert_snapshot!(sent(events, message).await, @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    model: "I asked one."
    user: "Another."
    model: call ask(b) {}
    user: answer ask(b) {"n":2}
    "#);
}

#[tokio::test]
async fn a_user_may_speak_beside_an_answer() {
    let message = vec![answer("a", 1), Part::from_text("There.")];
    assert_snapshot!(sent(waiting(), message).await, @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"n":1}
    user: "There."
    "#);
}

#[tokio::test]
async fn an_answer_to_no_call_is_left_out() {
    let message = vec![answer("none", 1), Part::from_text("There.")];
    assert_snapshot!(sent(waiting(), message).await, @r#"
    user: "Ask."
    model: call ask(a) {}
    user: answer ask(a) {"status":"the result is not there yet"}
    model: "I asked."
    user: "And?"
    user: "For context:", "[guide] said: I know nothing."
    model: "Not yet."
    user: "There."
    "#);
}
