use adk::{ReadonlyContext, agent};

#[agent(model = "gemini-2.5-flash", output_key = "x")]
async fn helper(_ctx: ReadonlyContext) -> String {
    "You help.".to_owned()
}

fn main() {}
