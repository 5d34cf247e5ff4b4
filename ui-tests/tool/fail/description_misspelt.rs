use adk::tool;

#[tool(descripton = "Is described, nearly.")]
async fn nearly() {}

fn main() {}
