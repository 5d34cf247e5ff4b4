//! Model names: which client answers to which name.

use std::sync::Arc;

use super::Llm;
use crate::error::{Error, ErrorKind, Result};

/// The model of that name, with its key and address from the environment:
/// `gemini-…` by Google, `openai/…` by `OpenAI` or what speaks its protocol.
///
/// ```
/// let error = adk::model::resolve("parrot-1").unwrap_err();
/// assert_eq!(error.kind(), adk::ErrorKind::ModelNotConfigured);
/// ```
///
/// # Errors
/// [`ErrorKind::ModelNotConfigured`] for a name without a client in this build,
/// [`ErrorKind::MissingKey`] when the client needs a key.
pub fn resolve(name: &str) -> Result<Arc<dyn Llm>> {
    if name.starts_with("gemini-") {
        return gemini(name);
    }
    match name.split_once('/') {
        Some(("openai", model)) if !model.is_empty() => openai(model),
        _ => Err(unknown(name)),
    }
}

#[cfg(feature = "gemini")]
fn gemini(name: &str) -> Result<Arc<dyn Llm>> {
    Ok(Arc::new(super::Gemini::new(name)?))
}

#[cfg(not(feature = "gemini"))]
fn gemini(name: &str) -> Result<Arc<dyn Llm>> {
    Err(switched_off(name, "gemini"))
}

#[cfg(feature = "openai")]
fn openai(model: &str) -> Result<Arc<dyn Llm>> {
    Ok(Arc::new(super::OpenAi::new(model)?))
}

#[cfg(not(feature = "openai"))]
fn openai(model: &str) -> Result<Arc<dyn Llm>> {
    Err(switched_off(&format!("openai/{model}"), "openai"))
}

#[cfg(not(all(feature = "gemini", feature = "openai")))]
fn switched_off(name: &str, feature: &str) -> Error {
    Error::new(
        ErrorKind::ModelNotConfigured,
        format!("model `{name}` needs the feature `{feature}` of `adk`, which is off"),
    )
}

fn unknown(name: &str) -> Error {
    Error::new(
        ErrorKind::ModelNotConfigured,
        format!(
            "no client answers to the model name `{name}`; write `gemini-…` or `openai/…`, or \
             give the agent a value that implements `Llm`"
        ),
    )
}
