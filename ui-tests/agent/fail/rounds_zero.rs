use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn books() -> &'static str {
    "You keep the books."
}

#[agent(loop = [books], max_iterations = 0)]
fn article() {}

fn main() {}
