use adk::agent;

#[agent]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
