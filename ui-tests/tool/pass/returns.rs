use adk::tool;

use std::error::Error;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Returns an alias.
#[tool]
async fn alias() -> Outcome<u8> {
    Ok(1)
}

/// Returns what it borrowed.
#[tool]
async fn borrowed(
    /// A text.
    text: &str,
) -> &str {
    text
}

/// Keeps a value that is not `Sync` over an await.
#[tool]
async fn only_send() -> u8 {
    let cell = std::cell::Cell::new(1);
    std::future::ready(()).await;
    cell.get()
}

fn main() {}
