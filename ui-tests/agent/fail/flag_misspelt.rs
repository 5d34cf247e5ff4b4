use adk::agent;

#[agent(model = "gemini-2.5-flash", disallow_transfer_to_peer)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
