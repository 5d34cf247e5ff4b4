//! Our own MCP server over standard input and output.

#[tokio::main(flavor = "current_thread")]
async fn main() -> adk::Result<()> {
    tests::roads::server().stdio().await
}
