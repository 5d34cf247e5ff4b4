//! An agent with a tool of an MCP server: of the example `mcp_server`, which it starts.
//!
//! `cargo build -p examples --bin mcp_server`, then
//! `cargo run -p examples --bin mcp_tools -- "How far is it from Oslo to Bergen?"`

use std::env;
use std::time::Duration;

use adk::LlmAgent;
use adk::prelude::*;
use adk::tool::AllowedTools;
use adk::tool::mcp::{McpCommand, McpToolset};

/// The program beside this one.
fn mcp_server() -> Result<McpCommand> {
    let this = env::current_exe().map_err(|error| {
        let text = "this program does not know where it is";
        Error::new(ErrorKind::Config, text).with_source(error)
    })?;
    let server = this.with_file_name(format!("mcp_server{}", env::consts::EXE_SUFFIX));
    if !server.exists() {
        let text = format!(
            "`{}` is not there: build it by `cargo build -p examples --bin mcp_server`",
            server.display()
        );
        return Err(Error::new(ErrorKind::Config, text));
    }
    Ok(McpCommand::new(server))
}

#[tokio::main]
async fn main() -> Result<()> {
    examples::log();
    let question = env::args().nth(1);
    let question = question.unwrap_or_else(|| "How far is it from Oslo to Bergen?".to_owned());
    // Without `required` the agent would answer without the server's tools.
    let roads = McpToolset::stdio("roads", mcp_server()?)
        .call_timeout(Duration::from_secs(10))
        .required();
    let agent = LlmAgent::builder("guide")
        .model(examples::model(examples::scripts::roads())?)
        .instruction("Look every distance up, and say it in kilometres.")
        .toolset(roads.filtered(AllowedTools::new(["distance"])))
        .build()?;
    let runner = Runner::builder("roads_app", agent).build()?;
    let mut run = runner.run("user-1", "session-1", question);
    while let Some(event) = run.next().await {
        examples::print(&event?);
    }
    Ok(())
}
