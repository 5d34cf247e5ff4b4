#![allow(dead_code)]

use adk::agent;
use adk::serde::Deserialize;

#[derive(Deserialize)]
#[serde(crate = "adk::serde")]
struct Query {
    city: String,
}

#[agent(model = "gemini-2.5-flash", input = Query)]
fn reporter() -> &'static str {
    "You report."
}

fn main() {}
