//! An API as tools, by its `OpenAPI` document: what reads is called, and what changes something is
//! asked about first.
//!
//! `cargo run -p examples --bin openapi`, or `echo y | cargo run …`.

#![expect(clippy::print_stdout, reason = "an example prints")]

use adk::event::ConfirmationRequest;
use adk::prelude::*;
use adk::tool::openapi::OpenApiToolset;
use examples::pets;

/// Asks the person at the terminal; anything but a yes is a no.
fn ask(question: &ConfirmationRequest) -> Part {
    println!("{} {} [y or n]", question.hint(), question.call().args());
    match examples::lines().next().as_deref() {
        Some("y" | "yes") => question.approve(),
        _ => question.deny(),
    }
}

#[tokio::main]
async fn main() -> adk::Result<()> {
    examples::log();
    let url = pets::serve().await.map_err(|error| {
        adk::Error::new(adk::ErrorKind::Config, "no port is free").with_source(error)
    })?;
    // The document could come from a file; where the API is, the program says.
    let shelter = OpenApiToolset::from_yaml(pets::DOCUMENT)
        .server(url)
        .build()?;
    let agent = LlmAgent::builder("shelter_agent")
        .model(examples::model(examples::scripts::pets())?)
        .instruction("You help at an animal shelter. Use the tools.")
        .toolset(shelter)
        .build()?;
    let runner = Runner::builder("shelter_app", agent).build()?;
    for wish in [
        "Which cats are there?",
        "Take in the dog Rex.",
        "Which pets are there now?",
    ] {
        println!("you: {wish}");
        let mut message = Content::user(wish);
        // A model may ask again; nobody answers forever.
        for _ in 0..3 {
            let mut questions = Vec::new();
            let mut run = runner.run("user-1", "session-1", message);
            while let Some(event) = run.next().await {
                let event = event?;
                questions.extend(event.confirmation_requests());
                examples::print(&event);
            }
            if questions.is_empty() {
                break;
            }
            message = questions.iter().map(ask).collect::<Vec<_>>().into();
        }
    }
    Ok(())
}
