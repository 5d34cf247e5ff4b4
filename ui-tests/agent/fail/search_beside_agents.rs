use adk::agent;

/// Answers questions about invoices.
#[agent(model = "gemini-3-pro")]
fn billing() -> &'static str {
    "Answer questions about invoices."
}

#[agent(
    model = "google/gemini-2.0-flash",
    tools = [..adk::tool::GeminiTool::url_context()],
    sub_agents = [billing],
)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
