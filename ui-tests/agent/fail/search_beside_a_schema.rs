use adk::agent;
use adk::tool::GeminiTool;

#[agent(model = "gemini-2.5-pro", tools = [..GeminiTool::google_search()], output = Vec<String>)]
fn helper() -> &'static str {
    "You list what you find."
}

fn main() {}
