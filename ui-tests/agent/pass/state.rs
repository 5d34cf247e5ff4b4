#![deny(warnings)]
use adk::agent;
use adk::session::{StateKey, StateKeys};

struct AppState;

impl AppState {
    const CITY: StateKey<String> = StateKey::new("city");
    const NAME: StateKey<String> = StateKey::new("user:name");
    const ANSWER: StateKey<u32> = StateKey::new("answer");
}

impl StateKeys for AppState {
    const KEYS: &'static [&'static str] = &[AppState::CITY.name(), AppState::NAME.name(), AppState::ANSWER.name()];
}

use adk::LlmAgent;
use adk::schemars::JsonSchema;
use adk::serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "adk::serde")]
#[schemars(crate = "adk::schemars")]
struct Report {
    pub degrees: i32,
}

const REPORT: StateKey<Report> = StateKey::new("report");
const LOGGED: &str = "logged";

/// Reads a declared key, and one that may be written after it.
#[agent(
    model = "gemini-2.5-flash",
    state = AppState,
    output = u32,
    output_key = AppState::ANSWER,
    global_instruction = "You serve {user:name}; you once answered {answer?}."
)]
fn own() -> &'static str {
    "You help with the weather in {city}."
}

#[agent(model = "gemini-2.5-flash", output = Report, output_key = REPORT)]
fn forecast() -> &'static str {
    "Forecast for {city}, unlike {report?} and {draft?}."
}

#[agent(model = "gemini-2.5-flash", output_key = "draft")]
fn writer() -> &'static str {
    "Write about {report}: {critique?}"
}

#[agent(model = "gemini-2.5-flash", output_key = LOGGED)]
fn editor() -> &'static str {
    "Edit {draft}; the critics said {critique?} and {other}."
}

/// Its keys are known in a run only.
#[agent(model = "gemini-2.5-flash", output_key = key())]
fn critic() -> &'static str {
    "Judge {draft}."
}

fn key() -> String {
    "critique".to_owned()
}

#[agent(loop = [editor, critic], max_iterations = 2)]
fn rounds() {}

#[agent(sequential = [forecast, writer, rounds, own], state = AppState)]
fn article() {}

/// What is written in a run only counts as written.
#[agent(model = "gemini-2.5-flash")]
fn last() -> &'static str {
    "Say {anything}."
}

#[agent(sequential = [..more(), last], state = AppState)]
fn open() {}

fn more() -> adk::Result<LlmAgent> {
    forecast::agent()
}

/// Its answer is the state's of whoever asks it.
#[agent(model = "gemini-2.5-flash", output_key = "finding")]
fn researcher() -> &'static str {
    "Look it up."
}

#[agent(model = "gemini-2.5-flash", tools = [researcher], sub_agents = [reporter])]
fn asking() -> &'static str {
    "Ask the researcher."
}

/// Tells what was found.
#[agent(model = "gemini-2.5-flash")]
fn reporter() -> &'static str {
    "Tell of {finding}."
}

#[agent(model = "gemini-2.5-flash")]
fn printer() -> &'static str {
    "Print {finding}."
}

#[agent(sequential = [asking, printer], state = AppState)]
fn findings() {}

/// Without a state nothing is claimed.
#[agent(sequential = [last])]
fn closed() {}

fn main() {
    let report = Report { degrees: 3 };
    let _ = report.degrees;
}
