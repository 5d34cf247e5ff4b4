use adk::agent;

#[agent(model = "gemini-2.5-flash", disallow_transfer_to_peers = true)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
