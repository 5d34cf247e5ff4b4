use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn books() -> &'static str {
    "You keep the books."
}

#[agent(parallel = [books])]
async fn article() {}

fn main() {}
