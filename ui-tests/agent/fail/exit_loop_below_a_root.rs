use adk::agent;
use adk::tool::builtin::exit_loop;

/// Judges.
#[agent(model = "gemini-2.5-flash", tools = [exit_loop])]
fn critic() -> &'static str {
    "Judge the draft."
}

/// Writes.
#[agent(model = "gemini-2.5-flash")]
fn writer() -> &'static str {
    "Write."
}

#[agent(parallel = [critic])]
fn judges() {}

#[agent(root, sequential = [writer, judges])]
fn article() {}

fn main() {}
