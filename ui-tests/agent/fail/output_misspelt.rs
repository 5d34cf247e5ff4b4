#![allow(dead_code)]

use adk::agent;

struct Report;

#[agent(model = "gemini-2.5-flash", ouput = Vec<Report>)]
fn reporter() -> &'static str {
    "You report."
}

fn main() {}
