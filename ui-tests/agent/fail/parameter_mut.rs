use adk::agent;

struct Orders;

#[agent(model = "gemini-2.5-flash")]
fn clerk(_orders: &mut Orders) -> &'static str {
    "You take orders."
}

fn main() {}
