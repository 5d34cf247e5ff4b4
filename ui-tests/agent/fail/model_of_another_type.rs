use adk::agent;

#[agent(model = 3)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
