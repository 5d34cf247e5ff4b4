//! Events that a model is not told of.

use adk::content::{FunctionCall, FunctionResponse};
use adk::{Content, Event, Part, Role};
use insta::{allow_duplicates, assert_snapshot};
use serde_json::json;

use super::{own, said, sent};

fn call(name: &str) -> Part {
    Part::from_function_call(FunctionCall::new(name, json!({})).with_id("q"))
}

fn answer(name: &str) -> Part {
    Part::from_function_response(FunctionResponse::new(name, json!({})).with_id("q"))
}

#[tokio::test]
async fn what_a_run_asks_its_user_is_between_the_two() {
    for name in ["adk_request_confirmation", "adk_request_credential"] {
        for asks in ["helper", "other"] {
            let question = said(asks, Content::new(Role::Model, [call(name)]));
            let answer = vec![Part::from_text("Here you are."), answer(name)];
            let events = [question, said("user", answer), own("Thanks.")];
            let said = sent(events, "Go on.").await;
            allow_duplicates! { assert_snapshot!(said, @r#"
            user: "Here you are."
            model: "Thanks."
            user: "Go on."
            "#) }
        }
    }
    // Any other call and answer are told.
    let question = said("helper", Content::new(Role::Model, [call("ask")]));
    let events = [question, said("user", answer("ask"))];
    assert_snapshot!(sent(events, "Go on.").await, @r#"
    user: "Handle the requests as specified in the System Instruction."
    model: call ask(q) {}
    user: answer ask(q) {}
    user: "Go on."
    "#);
}

#[tokio::test]
async fn what_says_nothing_is_left_out() {
    let no_role: Content = serde_json::from_str(r#"{"parts":[{"text":"Who?"}]}"#).unwrap();
    let events = [
        said("user", Content::new(Role::User, [])),
        Event::builder("helper"),
        said("helper", no_role),
        said("other", Content::model("")),
        said("helper", Content::new(Role::Model, [])),
        said("helper", Content::model("")),
        own("Hello."),
    ];
    assert_snapshot!(sent(events, "Go on.").await, @r#"
    user: "Handle the requests as specified in the System Instruction."
    model: "Hello."
    user: "Go on."
    "#);
}
