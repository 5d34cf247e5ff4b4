//! What was spoken, and is told to a model as text.

use adk::event::EventBuilder;
use adk::model::{LlmResponse, Transcription};
use adk::{Content, Event};
use insta::assert_snapshot;

use super::{own, said, sent};

fn heard(author: &str, text: &str) -> EventBuilder {
    let response = LlmResponse::default().with_input_transcription(Transcription::new(text));
    Event::builder(author).id("event").response(response)
}

fn spoke(author: &str, text: &str) -> EventBuilder {
    let response = LlmResponse::default().with_output_transcription(Transcription::new(text));
    Event::builder(author).id("event").response(response)
}

#[tokio::test]
async fn pieces_of_one_speaker_are_one_text() {
    let events = [
        heard("user", "What is "),
        heard("user", "up?"),
        spoke("helper", "Not "),
        // An event between them that says nothing.
        Event::builder("helper"),
        spoke("helper", "much."),
        spoke("guide", "The "),
        spoke("guide", "sky."),
        // Whoever reports it, the user said it.
        heard("helper", "True."),
    ];
    assert_snapshot!(sent(events, "Go on.").await, @r#"
    user: "What is up?"
    model: "Not much."
    user: "For context:", "[guide] said: The sky."
    user: "True."
    user: "Go on."
    "#);
}

#[tokio::test]
async fn finished_words_are_a_text_of_their_own() {
    let end = LlmResponse::default().with_input_transcription(Transcription::default().finished());
    let events = [
        heard("user", "One."),
        Event::builder("user").id("event").response(end),
        heard("user", "Two."),
    ];
    assert_snapshot!(sent(events, "Go on.").await, @r#"
    user: "One."
    user: "Two."
    user: "Go on."
    "#);
}

#[tokio::test]
async fn a_content_between_words_stays_between_them() {
    let events = [heard("user", "One."), own("Two."), heard("user", "Three.")];
    assert_snapshot!(sent(events, "Go on.").await, @r#"
    user: "One."
    model: "Two."
    user: "Three."
    user: "Go on."
    "#);
}

#[tokio::test]
async fn words_beside_a_content_are_in_it_already() {
    let both = LlmResponse::new(Content::model("Hello."))
        .with_input_transcription(Transcription::new("Hi."))
        .with_output_transcription(Transcription::new("Hello."));
    let events = [
        said("user", "Hi."),
        Event::builder("helper").id("event").response(both),
    ];
    assert_snapshot!(sent(events, "Go on.").await, @r#"
    user: "Hi."
    model: "Hello."
    user: "Go on."
    "#);
}

#[tokio::test]
async fn words_of_both_in_one_event_are_told_in_order() {
    let both = LlmResponse::default()
        .with_output_transcription(Transcription::new("Hello."))
        .with_input_transcription(Transcription::new("Hi."));
    let empty = LlmResponse::default().with_output_transcription(Transcription::default());
    let event = |response| Event::builder("helper").id("event").response(response);
    assert_snapshot!(sent([event(both), event(empty)], "Go on.").await, @r#"
    user: "Hi."
    model: "Hello."
    user: "Go on."
    "#);
}
