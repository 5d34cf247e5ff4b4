//! For tests and offline examples: a model that follows a script, a platform whose ids
//! and times repeat, contexts for unit tests of tools, and the rules of the providers for
//! their declarations.

mod context;
mod platform;
mod schema;
mod scripted;

#[cfg(feature = "macros")]
pub use adk_macros::check_tools;
pub use context::{ToolContextBuilder, tool_context, tool_context_builder};
pub use platform::FixedPlatform;
pub use schema::{Problem, assert_declarations, assert_tools, check_declaration, check_schema};
pub use scripted::ScriptedModel;
