#![allow(dead_code)]

use adk::agent;

struct Report {
    city: String,
}

#[agent(model = "gemini-2.5-flash", output = Report)]
fn reporter() -> &'static str {
    "You report."
}

fn main() {}
