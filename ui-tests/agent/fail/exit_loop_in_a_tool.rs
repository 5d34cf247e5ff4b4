use adk::agent;
use adk::tool::builtin::exit_loop;

/// Judges.
#[agent(model = "gemini-2.5-flash", tools = [exit_loop])]
fn critic() -> &'static str {
    "Judge the draft."
}

#[agent(model = "gemini-2.5-flash", tools = [critic])]
fn writer() -> &'static str {
    "Write, and ask the critic."
}

#[agent(loop = [writer])]
fn rounds() {}

fn main() {}
