//! What a bare path in a list of tools stands for: the struct beside a `#[tool]` function.

use super::FunctionTool;

/// A struct that `#[tool]` made.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "`#[tool]` did not make this",
    note = "put `#[tool]` on an async fn of this name; before a value (a tool, a toolset or a list of them) write `..`"
)]
pub trait MadeTool {
    /// The name that the model calls.
    const NAME: &'static str;

    /// The tool.
    fn tool() -> FunctionTool;
}
