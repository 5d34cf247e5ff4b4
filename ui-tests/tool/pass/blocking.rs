use adk::tool;

/// Blocks.
#[tool(blocking)]
fn blocks(
    /// A text.
    text: &str,
) -> usize {
    text.len()
}

/// Tells the time.
#[tool(blocking)]
fn get_time() -> Option<&'static str> {
    Some("noon")
}

fn main() {}
