#![allow(unused_variables)]

use adk::tool;

/// Tells the first word.
#[tool(blocking)]
fn first_word(#[arg(undocumented)] text: &str) -> Option<&str> {
    text.split(' ').next()
}

fn main() {}
