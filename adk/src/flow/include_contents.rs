//! How much of the conversation an agent's model is sent.

/// How much of the conversation an agent's model is sent.
///
/// ```
/// use adk::LlmAgent;
/// use adk::agent::IncludeContents;
/// use adk::testing::ScriptedModel;
///
/// # fn main() -> adk::Result<()> {
/// let judge = LlmAgent::builder("judge")
///     .model(ScriptedModel::new().text("Fair."))
///     .instruction("Judge what you are shown.")
///     .include_contents(IncludeContents::None)
///     .build()?;
/// # let _ = judge;
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum IncludeContents {
    /// All that the agent may see: everything but the branches beside its own.
    #[default]
    Default,
    /// Only the current turn: it begins with the last words of the user or of another agent.
    /// Where the message answers an earlier call, the turn of that call comes along.
    None,
}
