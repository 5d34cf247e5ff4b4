//! Agents that follow a plan: in which order they run, what they see of each other, and how a
//! plan ends.

mod custom;
mod hooks;
mod loops;
mod parallel;
mod sequential;

use adk::testing::ScriptedModel;
use adk::{Event, LlmAgent, Run};
use futures::StreamExt as _;
use std::sync::Arc;
use tests::office::Member;
use tests::stage::built;

fn says(text: &str) -> ScriptedModel {
    ScriptedModel::new().text(text)
}

fn agent(name: &str, model: &ScriptedModel) -> Member {
    Arc::new(built(LlmAgent::builder(name).model(model.clone())))
}

/// An agent that says its name.
fn speaker(name: &str) -> Member {
    agent(name, &says(name))
}

/// What came of a run: authors, branches and texts.
async fn told(run: Run) -> String {
    run.map(|event| match event {
        Ok(event) => line(&event),
        Err(error) => format!("error {:?}\n", error.kind()),
    })
    .collect()
    .await
}

fn line(event: &Event) -> String {
    let branch = event.branch().unwrap_or("-");
    format!("{branch} {}: {}\n", event.author(), event.text())
}
