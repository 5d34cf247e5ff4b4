use adk::{FunctionTool, agent};

fn search_in(_where: &str) -> Vec<FunctionTool> {
    Vec::new()
}

#[agent(model = "gemini-2.5-flash", tools = [search_in("books")])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
