#![allow(unused_variables)]

use adk::tool;

/// Has attributes on what the model does not send under a name.
#[tool]
async fn given(
    #[serde(default)]
    #[arg(flatten)]
    all: std::collections::HashMap<String, String>,
    #[schemars(range(max = 5))] ctx: &adk::ToolContext,
    #[serde(default)]
    #[arg(skip = 3)]
    number: u8,
) {
}

fn main() {}
