//! Tools as an MCP server over standard input and output, for any host that starts programs. It
//! ends when its input does.
//!
//! `cargo run -p examples --bin mcp_server`

use std::io::IsTerminal as _;

use adk::prelude::*;

/// Tells how far it is between two cities, in kilometres.
#[tool(read_only)]
async fn distance(
    /// As in `Oslo`.
    from: &str,
    /// As in `Bergen`.
    to: &str,
) -> Result<u32, ToolError> {
    match [from, to] {
        ["Oslo", "Bergen"] | ["Bergen", "Oslo"] => Ok(463),
        ["Oslo", "Trondheim"] | ["Trondheim", "Oslo"] => Ok(494),
        _ => Err(ToolError::model(
            "known are Oslo to Bergen and to Trondheim",
        )),
    }
}

/// Plans a drive, and tells of each leg as it is planned.
#[tool]
async fn plan_drive(
    /// The cities, in order.
    cities: Vec<String>,
    ctx: &ToolContext,
) -> Result<String, ToolError> {
    let mut kilometres = 0;
    for (leg, cities) in (1..).zip(cities.windows(2)) {
        kilometres += distance(&cities[0], &cities[1]).await?;
        let message = format!("{} to {}", cities[0], cities[1]);
        ctx.progress(serde_json::json!({ "progress": leg, "message": message }))
            .await;
    }
    Ok(format!("{} in all: {kilometres} km", cities.join(", ")))
}

#[tokio::main]
async fn main() -> adk::Result<()> {
    examples::log();
    if std::io::stdin().is_terminal() {
        eprintln!(
            "An MCP server: it waits for a client on its standard input, such as the example \
             `mcp_tools`, which starts it."
        );
    }
    let server = adk::mcp::serve(tools![distance, plan_drive]);
    let server = server
        .name("roads")
        .instructions("Distances by road in Norway.");
    server.stdio().await
}
