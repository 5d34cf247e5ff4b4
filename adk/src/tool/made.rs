//! What a bare path in a list of tools stands for: the struct beside a `#[tool]` function, or
//! beside an `#[agent]` function.

use super::ToolList;

/// A struct that `#[tool]` made, or `#[agent]`, of an agent that needs nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "neither `#[tool]` nor `#[agent]` made this, or it takes parameters",
    note = "put `#[tool]` on an async fn of this name; before a value (a tool, a toolset or a list of them) write `..`",
    note = "an agent whose fn takes something is written with it, as `order_agent(orders)`"
)]
pub trait MadeTool {
    /// The name that the model calls.
    const NAME: &'static str;

    /// Adds the tool to a list.
    fn add_to(list: &mut ToolList);
}
