//! The final answer of an agent: what it has to be, whether it is that, and the state key that
//! keeps it.

use std::sync::Arc;

use serde_json::Value;

use super::Spec;
use super::set_model_response::SetModelResponse;
use crate::content::{GenerateContentConfig, Json};
use crate::error::{Error, ErrorKind};
use crate::event::EventActions;
use crate::model::{Llm, LlmResponse};
use crate::tool::args::Form;

/// The error code of an answer that does not fit; its message is what the model reads.
pub(super) const OUTPUT_MISMATCH: &str = "OUTPUT_MISMATCH";
/// The longest excerpt in an error, in characters.
const MAX_SHOWN: usize = 1000;

/// What is wrong with an answer that does not fit.
pub(super) fn mismatch(response: &LlmResponse) -> Option<&str> {
    let is_mismatch = response.error_code() == Some(OUTPUT_MISMATCH);
    is_mismatch.then(|| response.error_message().unwrap_or_default())
}

/// What an agent's final answer has to be, in the two ways in which a model is told of it: the
/// settings of its requests, and a tool.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) form: Form,
    /// The agent's settings with the schema, for a model that takes it.
    pub(super) config: Arc<GenerateContentConfig>,
    pub(super) tool: Arc<SetModelResponse>,
    /// Whether the model has to answer by the tool, whatever other tools there are.
    needs_tool: bool,
}

impl Output {
    pub(crate) fn new(form: Form, model: &dyn Llm, config: &GenerateContentConfig) -> Self {
        let config = config.clone().response_schema(form.schema.clone());
        Self {
            config: Arc::new(config.response_mime_type("application/json")),
            tool: Arc::new(SetModelResponse::new(form.clone())),
            needs_tool: !model.supports_response_schema(&form.schema),
            form,
        }
    }

    /// Whether the model answers by the tool, where it has functions to call or has none.
    pub(super) fn is_by_tool(&self, model: &dyn Llm, has_functions: bool) -> bool {
        self.needs_tool || (has_functions && !model.supports_response_schema_with_tools())
    }

    /// The answer in what the model said.
    ///
    /// # Errors
    /// What is wrong with it, in words for the model.
    pub(super) fn read(&self, text: &str) -> Result<Value, String> {
        let answer = serde_json::from_str(text)
            .map_err(|error| format!("your answer is not valid JSON: {error}"))?;
        let heading = "your answer does not fit its schema:";
        match self.form.mismatch(heading, "", &answer, text) {
            Some(fault) => Err(fault),
            None => Ok(answer),
        }
    }

    /// Whether a result of the tool, which a hook may have replaced, is an answer.
    pub(super) fn takes(&self, result: &Json) -> bool {
        self.read(result.as_str()).is_ok()
    }
}

/// The final answer in a response: what the model said where it calls nothing and nothing went
/// wrong.
pub(super) fn answer(response: &LlmResponse) -> Option<String> {
    let content = response.content()?;
    let goes_on = content.function_calls().next().is_some() || content.ends_in_code_result();
    let is_answer = !goes_on && response.error_code().is_none();
    is_answer
        .then(|| content.text())
        .filter(|text| !text.trim().is_empty())
}

/// Puts the final answer into the state, where the agent has a key for it: parsed, where it has
/// a schema.
pub(super) fn keep(spec: &Spec, answer: &str, actions: &mut EventActions) {
    let Some(key) = &spec.output_key else {
        return;
    };
    let kept = match &spec.output {
        Some(output) => output.read(answer).ok(),
        None => Some(answer.into()),
    };
    if let Some(kept) = kept {
        actions.state_delta_mut().set(&**key, kept);
    }
}

/// An answer that did not fit, and what the model was told of it, each cut to a readable length.
pub(super) struct Refused {
    answer: String,
    told: String,
}

impl Refused {
    pub(super) fn new(answer: &str, told: &str) -> Self {
        Self {
            answer: cut(answer),
            told: cut(told),
        }
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The error of a run whose model did not correct its answer often enough.
pub(super) fn not_repaired(agent: &str, repairs: u32, refused: &Refused) -> Error {
    let Refused { answer, told } = refused;
    let text = format!(
        "the answer of agent `{agent}` does not fit, after {repairs} repairs; allow more with \
         `RunConfig::max_output_repairs`, or ask for less. Its last answer: {answer}\nWhat the model \
         reads of it: {told}"
    );
    Error::new(ErrorKind::OutputMismatch, text)
}
