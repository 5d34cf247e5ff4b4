use adk::agent;

struct Orders;

/// Finds orders.
#[agent(model = "gemini-2.5-flash")]
fn clerk(_orders: &Orders) -> &'static str {
    "You take orders."
}

#[agent(model = "gemini-2.5-flash", sub_agents = [clerk])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
