use adk::{InvocationContext, agent};

#[agent(model = "gemini-2.5-flash")]
fn books() -> &'static str {
    "You keep the books."
}

#[agent(parallel = [books])]
fn article(_ctx: &InvocationContext) {}

fn main() {}
