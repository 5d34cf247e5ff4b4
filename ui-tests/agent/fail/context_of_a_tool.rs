use adk::{ToolContext, agent};

#[agent(model = "gemini-2.5-flash", output_key = "x")]
async fn helper(_ctx: &ToolContext) -> String {
    "You help.".to_owned()
}

fn main() {}
