use adk::agent;

use adk::tool;

/// Searches.
#[tool]
async fn search() {}

/// Searches elsewhere.
#[tool(name = "search")]
async fn search_elsewhere() {}

#[agent(model = "gemini-2.5-flash", tools = [search, search_elsewhere])]
fn helper() -> &'static str {
    "You help."
}

fn main() {
    let _ = adk::tools![search, search];
}
