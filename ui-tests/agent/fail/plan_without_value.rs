use adk::agent;

#[agent(loop)]
fn article() {}

fn main() {}
