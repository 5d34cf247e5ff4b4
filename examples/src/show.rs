//! How the examples print an event.

#![expect(clippy::print_stdout, reason = "that is its purpose")]

use adk::Event;
use adk::event::ConfirmationRequest;

/// Prints tool calls, what the tools said, and the agent's text.
pub fn print(event: &Event) {
    if let Some(content) = event.content() {
        // The question of a run is for the program to ask.
        let is_question = |call: &&_| ConfirmationRequest::from_call(call).is_some();
        for call in content.function_calls().filter(|call| !is_question(call)) {
            println!("  → {}({})", call.name(), call.args());
        }
        for response in content.function_responses() {
            println!("  ← {}: {}", response.name(), response.response());
        }
    }
    if let Some(code) = event.response().error_code() {
        let why = event.response().error_message().unwrap_or_default();
        println!("{}: no answer ({code}) {why}", event.author());
    }
    if !event.text().is_empty() {
        println!("{}: {}", event.author(), event.text());
    }
}
