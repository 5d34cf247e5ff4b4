use adk::agent;

struct Orders {
    _count: std::cell::Cell<u8>,
}

#[agent(model = "gemini-2.5-flash")]
fn clerk(_orders: &Orders) -> &'static str {
    "You take orders."
}

fn main() {}
