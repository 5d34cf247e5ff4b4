//! The odd MCP server as a program that speaks over its standard input and output. With
//! `stubborn` it neither ends with its input nor when it is told to; with `mute` it says nothing.

use std::future::pending;

use rmcp::ServiceExt as _;
use tests::mcp_server::OddServer;
use tokio::signal::unix::{SignalKind, signal};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        // Whoever has a handler for a signal is not ended by it.
        let _told = (mode == "stubborn").then(|| signal(SignalKind::terminate()));
        if mode == "mute" {
            pending::<()>().await;
        }
        let server = OddServer::default();
        let streams = (tokio::io::stdin(), tokio::io::stdout());
        server.serve(streams).await?.waiting().await?;
        if mode == "stubborn" {
            pending::<()>().await;
        }
        Ok(())
    })
}
