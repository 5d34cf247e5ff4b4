use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn 天气() -> &'static str {
    "You help."
}

fn main() {}
