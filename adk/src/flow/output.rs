//! The form of an agent's final answer: told to the model as the schema of what it says or, as
//! `set_model_response`, of what it calls; and kept in what becomes of its answers.

use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::future::ready;
use serde_json::Value;

use crate::content::{FunctionDeclaration, GenerateContentConfig, Json, Schema, resolve_schema};
use crate::context::ToolContext;
use crate::error::{Error, ErrorKind};
use crate::model::{Llm, LlmResponse};
use crate::tool::args::misfit;
use crate::tool::{SET_MODEL_RESPONSE, Tool, ToolError};

/// The error code of an answer that does not fit; its message is what the model reads.
pub(super) const MISFIT: &str = "OUTPUT_MISMATCH";
/// Where the tool's arguments hold an answer that is not a plain object.
const WRAPPER: &str = "response";
/// The longest excerpt of an answer in an error, in characters.
const MAX_SHOWN: usize = 1000;

/// What an agent's answer has to be. It is itself the tool by which a model answers that takes
/// no such schema beside other tools.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) schema: Schema,
    told: Value,
    is_wrapped: bool,
    /// Whether the model has to be asked by the tool, whatever else it has.
    needs_tool: bool,
    declaration: Arc<FunctionDeclaration>,
    /// The agent's settings with the schema, for a model that takes it.
    pub(super) config: Arc<GenerateContentConfig>,
}

impl Output {
    pub(crate) fn new(schema: Schema, model: &dyn Llm, config: &GenerateContentConfig) -> Self {
        let told = schema.as_json().to_value();
        let root = resolve_schema(&told, &told);
        // Of alternatives at the root, a function's parameters would keep the properties alone.
        let is_plain = root.get("anyOf").is_none() && schema.is_object();
        let needs_tool = !model.supports_response_schema(&schema);
        let config = config.clone().response_schema(schema.clone());
        let parameters = if is_plain {
            schema.clone().into_object_root()
        } else {
            schema.clone().into_property(WRAPPER)
        };
        let description = "Gives your final answer, in the form that is asked for.";
        Self {
            schema,
            told,
            is_wrapped: !is_plain,
            needs_tool,
            declaration: Arc::new(FunctionDeclaration::new(
                SET_MODEL_RESPONSE,
                description,
                parameters,
            )),
            config: Arc::new(config.response_mime_type("application/json")),
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
        match misfit(heading, "", &self.told, &answer) {
            Some(fault) => Err(fault),
            None => Ok(answer),
        }
    }

    /// Whether a result of the tool, which a hook may have replaced, is an answer.
    pub(super) fn takes(&self, result: &Json) -> bool {
        self.read(result.as_str()).is_ok()
    }

    /// The answer in the tool's arguments.
    fn called(&self, args: &Json) -> Result<Json, ToolError> {
        let heading = format!("the arguments of `{SET_MODEL_RESPONSE}` do not fit:");
        let sent = args.to_value();
        let (path, answer) = if self.is_wrapped {
            (WRAPPER, sent.get(WRAPPER))
        } else {
            ("", Some(&sent))
        };
        let fault = match answer {
            Some(answer) => misfit(&heading, path, &self.told, answer),
            None => Some(format!("{heading}\n- `{WRAPPER}`: missing")),
        };
        match (fault, answer) {
            (None, Some(answer)) if self.is_wrapped => Ok(Json::from(answer.clone())),
            (None, _) => Ok(args.clone()),
            (Some(fault), _) => Err(ToolError::model(fault).permanent()),
        }
    }
}

impl Tool for Output {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn run<'a>(
        &'a self,
        _: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        Box::pin(ready(self.called(args)))
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

/// The error of a run whose model did not answer in the form that it was told.
pub(super) fn mismatch(agent: &str, repairs: u32, came: &str) -> Error {
    let shown: String = came.chars().take(MAX_SHOWN).collect();
    let cut = if shown.len() < came.len() { "…" } else { "" };
    let text = format!(
        "the answer of agent `{agent}` does not fit its output schema, after {repairs} repairs; \
         allow more with `RunConfig::max_output_repairs`, or ask for less. Its last answer: \
         {shown}{cut}"
    );
    Error::new(ErrorKind::OutputMismatch, text)
}
