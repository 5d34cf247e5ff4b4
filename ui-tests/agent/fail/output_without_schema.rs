#![allow(dead_code)]

use adk::agent;
use adk::serde::Deserialize;

#[derive(Deserialize)]
#[serde(crate = "adk::serde")]
struct Report {
    city: String,
}

#[agent(model = "gemini-2.5-flash", output = Report)]
fn reporter() -> &'static str {
    "You report."
}

fn main() {}
