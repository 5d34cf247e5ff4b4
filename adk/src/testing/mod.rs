//! For tests and offline examples: a model that follows a script, and a platform whose
//! ids and times repeat.

mod platform;
mod scripted;

pub use platform::FixedPlatform;
pub use scripted::ScriptedModel;
