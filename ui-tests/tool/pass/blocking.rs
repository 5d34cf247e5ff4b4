use adk::tool;

/// Blocks.
#[tool(blocking)]
fn blocks(
    /// A text.
    text: &str,
) -> usize {
    text.len()
}

fn main() {}
