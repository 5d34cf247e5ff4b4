use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn billing() -> &'static str {
    "Answer questions about invoices."
}

/// Helps.
#[agent(model = "gemini-2.5-flash", sub_agents = [billing])]
fn desk() -> &'static str {
    "Help."
}

fn main() {}
