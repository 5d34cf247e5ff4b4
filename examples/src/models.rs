//! Which model answers: a real one where its key is set, else the example's script.

use std::sync::Arc;

use adk::model::{Llm, resolve};
use adk::testing::ScriptedModel;
use adk::{ErrorKind, Result};

/// Real models, in the order in which they are tried.
const NAMES: [&str; 2] = ["gemini-2.5-flash", "openai/gpt-5-mini"];

/// The first model whose key is set, or `script`, which stderr is told of.
///
/// # Errors
/// When a key is set and the client cannot be built all the same.
pub fn model(script: ScriptedModel) -> Result<Arc<dyn Llm>> {
    for name in NAMES {
        match resolve(name) {
            Err(error) if error.kind() == ErrorKind::MissingKey => {}
            found => return found,
        }
    }
    eprintln!(
        "No GOOGLE_API_KEY, GEMINI_API_KEY or OPENAI_API_KEY is set: a script answers instead of a model."
    );
    Ok(Arc::new(script))
}
