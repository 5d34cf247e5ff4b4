//! What an agent takes as its model: a name, or a model.

use std::sync::Arc;

use crate::error::Result;
use crate::model::{Llm, resolve};

/// What can be an agent's model: its name as text, or any [`Llm`].
///
/// ```
/// use adk::LlmAgent;
/// use adk::testing::ScriptedModel;
///
/// let by_name = LlmAgent::builder("a").model("gemini-2.5-flash");
/// let by_value = LlmAgent::builder("a").model(ScriptedModel::new().text("Hi."));
/// # let _ = (by_name, by_value);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an agent's model",
    note = "name a model as text, e.g. \"gemini-2.5-flash\", or give a type that implements `adk::model::Llm`"
)]
pub trait IntoModel {
    /// The model.
    ///
    /// # Errors
    /// [`ModelNotConfigured`](crate::ErrorKind::ModelNotConfigured) for a name without a
    /// client in this build, [`MissingKey`](crate::ErrorKind::MissingKey) when the client
    /// needs a key.
    fn into_model(self) -> Result<Arc<dyn Llm>>;
}

impl<T: Llm + 'static> IntoModel for T {
    fn into_model(self) -> Result<Arc<dyn Llm>> {
        Ok(Arc::new(self))
    }
}

impl IntoModel for &str {
    fn into_model(self) -> Result<Arc<dyn Llm>> {
        resolve(self)
    }
}

impl IntoModel for String {
    fn into_model(self) -> Result<Arc<dyn Llm>> {
        resolve(&self)
    }
}
