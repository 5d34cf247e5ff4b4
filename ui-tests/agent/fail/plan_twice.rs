use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn books() -> &'static str {
    "You keep the books."
}

#[agent(sequential = [books], parallel = [books])]
fn article() {}

fn main() {}
