use adk::agent;

/// Looks things up.
#[agent(model = "gemini-2.5-flash")]
fn researcher() -> &'static str {
    "Look it up."
}

#[agent(sequential = [researcher])]
fn morning() {}

#[agent(sequential = [researcher])]
fn evening() {}

#[agent(sequential = [morning, evening])]
fn day() {}

fn main() {}
