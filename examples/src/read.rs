//! How an example reads what a person types.

use std::io::{BufRead as _, Read as _, stdin};

/// The next lines of the terminal or the pipe, in small letters and without the spaces around
/// them: three at most, and none once it is at its end. What is longer than any answer is cut.
pub fn lines() -> impl Iterator<Item = String> {
    let typed = stdin().lock().take(1_000).lines();
    let typed = typed.map_while(std::result::Result::ok).take(3);
    typed.map(|line| line.trim().to_lowercase())
}
