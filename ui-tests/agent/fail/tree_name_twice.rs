use adk::agent;

/// Writes.
#[agent(model = "gemini-2.5-flash", name = "writer")]
fn first() -> &'static str {
    "Write."
}

/// Writes too.
#[agent(model = "gemini-2.5-flash", name = "writer")]
fn second() -> &'static str {
    "Write too."
}

#[agent(sequential = [first, second])]
fn article() {}

fn main() {}
