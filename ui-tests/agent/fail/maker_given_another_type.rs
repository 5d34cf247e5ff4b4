use adk::agent;

struct Orders;

#[agent(model = "gemini-2.5-flash", output_key = "x")]
fn clerk(_orders: &Orders) -> &'static str {
    "You take orders."
}

fn main() {
    let _ = clerk::agent(3);
}
