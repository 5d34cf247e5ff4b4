//! An answer in pieces, printed as they come.
//!
//! `cargo run -p examples --bin streaming -- "Write a haiku about Rust."`

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::io::Write;

use adk::prelude::*;

/// Writes short poems.
#[agent(model = "gemini-2.5-flash")]
fn poet() -> &'static str {
    "You write haiku: three lines, nothing else."
}

#[tokio::main]
async fn main() -> adk::Result<()> {
    let request = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "Write a haiku about Rust.".into());
    let agent = poet::builder()
        .model(examples::model(examples::scripts::haiku())?)
        .build()?;
    let runner = Runner::builder("poetry_app", agent).build()?;
    let config = RunConfig::new().streaming(StreamingMode::Sse);
    let mut run = runner.run("user-1", "session-1", request).config(config);
    let mut pieces = 0;
    while let Some(event) = run.next().await {
        let event = event?;
        if event.is_partial() {
            pieces += 1;
            print!("{}", event.text());
            // A full buffer or a closed pipe is the reader's choice, not a fault.
            _ = std::io::stdout().flush();
        } else {
            println!(
                "\n({pieces} pieces, then the whole: {} characters)",
                event.text().chars().count()
            );
        }
    }
    Ok(())
}
