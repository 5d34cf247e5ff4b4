use adk::agent;

/// Hosts.
#[agent(model = "gemini-2.5-flash")]
fn host(guests: u32) -> &'static str {
    "You write."
}

#[agent(sequential = [host])]
fn evening() {}

fn main() {}
