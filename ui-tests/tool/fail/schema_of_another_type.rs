use adk::tool;

/// Has schemas that are texts.
#[tool(input_schema = "{}", output_schema = "{}".to_owned())]
async fn schemas() {}

fn main() {}
