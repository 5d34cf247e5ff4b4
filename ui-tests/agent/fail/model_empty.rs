use adk::agent;

#[agent(model = "")]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
