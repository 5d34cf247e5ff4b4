//! Our own MCP server, for the clients of others.

use adk::mcp::{McpServer, serve};
use adk::prelude::*;
use serde_json::json;

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
        _ => Err(ToolError::model("known is Oslo to Bergen")),
    }
}

/// Plans a drive.
#[tool]
async fn plan_drive(
    /// The cities, in order.
    cities: Vec<String>,
    ctx: &ToolContext,
) -> Result<u32, ToolError> {
    let mut kilometres = 0;
    for (leg, cities) in (1..).zip(cities.windows(2)) {
        kilometres += distance(&cities[0], &cities[1]).await?;
        let message = format!("{} to {}", cities[0], cities[1]);
        let report = json!({ "progress": leg, "total": 2, "message": message });
        ctx.progress(report).await;
    }
    Ok(kilometres)
}

/// Closes a road.
#[tool(destructive, confirm = "Close it?")]
async fn close_road(
    /// As in `Oslo to Bergen`.
    road: String,
) -> String {
    format!("{road} is closed")
}

/// A server of three tools, one of which a person has to approve.
pub fn server() -> McpServer {
    serve(tools![distance, plan_drive, close_road]).name("roads")
}
