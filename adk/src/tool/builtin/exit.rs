//! The tool by which a model ends the loop around its agent.

use std::sync::{Arc, LazyLock};

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use super::made_tool;
use crate::content::{FunctionDeclaration, Json, Schema};
use crate::context::ToolContext;
use crate::tool::{Tool, ToolError};

static DECLARATION: LazyLock<Arc<FunctionDeclaration>> = LazyLock::new(|| {
    let description = "Exits the loop. Call this function only when you are instructed to do so.";
    let declaration =
        FunctionDeclaration::new(exit_loop::NAME, description, Schema::empty_object());
    Arc::new(declaration)
});

made_tool! {
    /// The tool by which a model ends the [`LoopAgent`](crate::LoopAgent) around its agent. In the lists
    /// of `tools![…]` and `#[agent]` it stands as `exit_loop`.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::testing::ScriptedModel;
    /// use adk::tool::builtin::exit_loop;
    /// use adk::{LlmAgent, LoopAgent, Runner};
    /// use serde_json::json;
    ///
    /// let model = ScriptedModel::new().text("Better.").call("exit_loop", json!({}));
    /// let critic = LlmAgent::builder("critic")
    ///     .model(model.clone())
    ///     .instruction("Improve the draft; call exit_loop when nothing is left to improve.")
    ///     .tool(exit_loop::tool())
    ///     .build()?;
    /// let looped = LoopAgent::builder("looped").sub_agent(critic).build()?;
    /// let runner = Runner::builder("press", looped).build()?;
    /// let mut run = runner.run("user", "session", "Cats!");
    /// while let Some(event) = run.next().await {
    ///     event?;
    /// }
    /// assert_eq!(model.requests().len(), 2);
    /// # Ok(()) }
    /// ```
    exit_loop = ExitLoop
}

#[derive(Debug)]
struct ExitLoop;

impl Tool for ExitLoop {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &DECLARATION
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        _: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        ctx.escalate();
        ctx.skip_summarization();
        Box::pin(ready(Ok(Json::empty_object())))
    }
}
