#![allow(dead_code)]

use adk::agent;
use adk::schemars::JsonSchema;

#[derive(JsonSchema)]
#[schemars(crate = "adk::schemars")]
struct Report {
    city: String,
}

#[agent(model = "gemini-2.5-flash", output = Vec<Report>)]
fn reporter() -> &'static str {
    "You report."
}

fn main() {}
