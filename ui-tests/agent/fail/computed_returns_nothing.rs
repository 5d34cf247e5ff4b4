use adk::agent;

#[agent(model = "gemini-2.5-flash", output_key = "x")]
async fn helper() {}

fn main() {}
