use adk::agent;

/// Hosts.
#[agent(model = "gemini-2.5-flash")]
async fn host() -> &'static str {
    "You write for {user:name?}."
}

fn main() {}
