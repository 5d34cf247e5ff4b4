//! A server and its client in one process: the tools pass through the protocol and no socket.

use super::McpServer;
use crate::tool::mcp::McpToolset;

/// The bytes that may be on their way.
const BUFFER: usize = 64 << 10;

impl McpToolset {
    /// The tools of a server within this process: each connection is a server of its own.
    ///
    /// ```
    /// # #[cfg(all(feature = "macros", feature = "testing"))]
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::prelude::*;
    /// use adk::testing::ScriptedModel;
    /// use adk::tool::mcp::McpToolset;
    ///
    /// /// Tells the time.
    /// #[tool]
    /// async fn get_time() -> &'static str {
    ///     "noon"
    /// }
    ///
    /// let clock = McpToolset::in_process("clock", adk::mcp::serve(tools![get_time]));
    /// let model = ScriptedModel::new().call("get_time", serde_json::json!({})).text("It is noon.");
    /// let agent = LlmAgent::builder("helper").model(model).toolset(clock).build()?;
    /// let runner = Runner::builder("app", agent).build()?;
    /// assert_eq!(runner.run("user", "session", "How late is it?").text().await?, "It is noon.");
    /// # Ok(()) }
    /// # #[cfg(not(all(feature = "macros", feature = "testing")))] fn main() {}
    /// ```
    pub fn in_process(name: impl Into<String>, server: McpServer) -> Self {
        Self::stream(name, move || {
            let (near, far) = tokio::io::duplex(BUFFER);
            let server = server.clone();
            async move {
                tokio::spawn(async move {
                    if let Err(error) = server.stream(far).await {
                        tracing::warn!(error = ?error, "an MCP server in this process ended");
                    }
                });
                Ok(near)
            }
        })
    }
}
