use adk::agent;

#[agent(sequential = [])]
fn article() {}

fn main() {}
