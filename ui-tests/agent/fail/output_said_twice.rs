#![allow(dead_code)]

use adk::agent;

struct Report;

#[agent(
    model = "gemini-2.5-flash",
    output = Report,
    output_schema = adk::content::Schema::of::<Report>(),
    input_schema = adk::content::Schema::of::<Report>(),
    input = Report
)]
fn reporter() -> &'static str {
    "You report."
}

fn main() {}
