use adk::agent;

/// Writes.
#[agent(model = "gemini-2.5-flash", name = "article")]
fn writer() -> &'static str {
    "Write."
}

#[agent(sequential = [writer])]
fn draft() {}

#[agent(sequential = [draft])]
fn article() {}

fn main() {}
