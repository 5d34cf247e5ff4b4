//! How an example reads what a person types.

use std::io::{BufRead as _, Read as _, stdin};

/// The next lines of the terminal or the pipe: three at most, and none once it is at its
/// end. What is longer than any answer is cut.
pub fn lines() -> impl Iterator<Item = String> {
    let typed = stdin().lock().take(1_000).lines();
    typed.map_while(std::result::Result::ok).take(3)
}
