//! What a bare path in a list of agents stands for: the struct beside an `#[agent]` function
//! that takes no dependencies. It is a tool too, in a list of tools.

use std::sync::Arc;

use crate::error::Result;
use crate::invocation::Agent;

/// A struct that `#[agent]` made, of an agent that needs nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an agent by itself",
    label = "no `#[agent]` made this, or it takes parameters",
    note = "put `#[agent]` on a fn of this name; before a value (an agent or a list of them) write `..`",
    note = "an agent whose fn takes something is written with it, as `order_agent(orders)`"
)]
pub trait MadeAgent {
    /// What the agent is.
    type Agent: Agent + 'static;

    /// The agent.
    ///
    /// # Errors
    /// Those of its builder.
    fn agent() -> Result<Self::Agent>;

    /// The agent, shared. Generated code calls this, so that rustc has one complaint where a
    /// name is that of no agent.
    ///
    /// # Errors
    /// Those of its builder.
    fn shared() -> Result<Arc<dyn Agent>> {
        Ok(Arc::new(Self::agent()?))
    }
}
