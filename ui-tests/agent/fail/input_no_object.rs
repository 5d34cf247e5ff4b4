use adk::agent;

#[agent(model = "gemini-2.5-flash", input = Vec<String>)]
fn list() -> &'static str {
    "You count."
}

#[agent(model = "gemini-2.5-flash", input = std::string::String, output = String)]
fn text() -> &'static str {
    "You read."
}

fn main() {}
