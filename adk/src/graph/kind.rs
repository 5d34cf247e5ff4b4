//! What leads an agent.

/// What leads an agent: a model, a plan, or code of its own.
///
/// ```
/// use adk::agent::AgentKind;
/// use adk::testing::ScriptedModel;
/// use adk::{Agent, LlmAgent};
///
/// # fn main() -> adk::Result<()> {
/// let helper = LlmAgent::builder("helper").model(ScriptedModel::new()).build()?;
/// assert_eq!(helper.kind(), AgentKind::Llm);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AgentKind {
    /// A model decides.
    Llm,
    /// Its agents run one after the other.
    Sequential,
    /// Its agents run side by side.
    Parallel,
    /// Its agents run in rounds.
    Loop,
    /// Code of its own decides.
    Custom,
}
