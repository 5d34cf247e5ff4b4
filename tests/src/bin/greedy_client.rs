//! Calls `large` of an odd server, a program, and prints the most memory that this took, in MiB.
//! Arguments: the server's program or address, how many bytes it answers, how many are taken.

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::env;
use std::error::Error;

use adk::testing::ScriptedModel;
use adk::tool::mcp::McpToolset;
use serde_json::json;
use tests::process::peak;
use tests::stage::{Stage, helper};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<_> = env::args().collect();
    let [_, program, bytes, limit] = &args[..] else {
        return Err("usage: greedy_client SERVER BYTES LIMIT".into());
    };
    let (bytes, limit): (usize, usize) = (bytes.parse()?, limit.parse()?);
    let model = ScriptedModel::new().call("large", json!({ "bytes": bytes }));
    let toolset = if program.starts_with("http") {
        McpToolset::http("odd", program.as_str())
    } else {
        McpToolset::stdio("odd", program.as_str())
    };
    let toolset = toolset.max_message_bytes(limit);
    let stage = Stage::new(helper(&model.text("Done.")).toolset(toolset));
    stage.run("Go.").text().await?;
    let peak = peak().ok_or("the system does not say how much memory was used")?;
    println!("{}", peak >> 20);
    Ok(())
}
