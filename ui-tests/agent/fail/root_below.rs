use adk::agent;

/// Writes.
#[agent(model = "gemini-2.5-flash", root)]
fn writer() -> &'static str {
    "Write."
}

#[agent(sequential = [writer])]
fn article() {}

fn main() {}
