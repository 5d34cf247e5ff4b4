#![allow(unused_variables)]

use adk::tool;

#[tool(nme = "x", timeout = "soon")]
fn many<T>(
    /// A pair.
    (a, b): (u8, u8),
    text: &mut String,
    #[arg(min = 3, max = 1)] count: u8,
) -> impl ToString {
    ""
}

fn main() {
    let _ = many::tool();
}
