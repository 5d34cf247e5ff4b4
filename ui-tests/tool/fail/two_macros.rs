use adk::{agent, tool};

/// Is a tool twice.
#[tool]
#[tool]
async fn twice() {}

/// Is a tool and an agent.
#[tool]
#[agent(model = "gemini-2.5-flash")]
async fn both() {}

fn main() {
    let _ = (twice::tool(), both::tool());
}
