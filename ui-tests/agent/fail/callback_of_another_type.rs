use adk::agent;

#[agent(model = "gemini-2.5-flash", before_agent = guard)]
fn helper() -> &'static str {
    "You help."
}

async fn guard() {}

fn main() {}
