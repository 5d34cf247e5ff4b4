//! For tests and offline examples: a model that follows a script, a platform whose ids
//! and times repeat, and contexts for unit tests of tools.

mod context;
mod platform;
mod scripted;

pub use context::tool_context;
pub use platform::FixedPlatform;
pub use scripted::ScriptedModel;
