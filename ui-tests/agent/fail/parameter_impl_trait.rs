use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn clerk(_orders: &impl Clone) -> &'static str {
    "You take orders."
}

fn main() {}
