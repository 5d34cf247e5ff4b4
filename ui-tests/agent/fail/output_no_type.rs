#![allow(dead_code)]

use adk::agent;

struct Report;

#[agent(model = "gemini-2.5-flash", output = "Report")]
fn text() -> &'static str {
    "You report."
}

#[agent(model = "gemini-2.5-flash", output = "a report on the weather")]
fn words() -> &'static str {
    "You report."
}

#[agent(model = "gemini-2.5-flash", output = adk::content::Schema::of::<Report>())]
fn value() -> &'static str {
    "You report."
}

#[agent(model = "gemini-2.5-flash", output = &Report)]
fn borrowed() -> &'static str {
    "You report."
}

#[agent(model = "gemini-2.5-flash", output = &'static str)]
fn lent() -> &'static str {
    "You report."
}

#[agent(model = "gemini-2.5-flash", input)]
fn alone() -> &'static str {
    "You report."
}

fn main() {}
