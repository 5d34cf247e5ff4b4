use adk::agent;
use adk::tool::GeminiTool;

#[agent(model = "openai/gpt-5", tools = [..GeminiTool::google_search()])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
