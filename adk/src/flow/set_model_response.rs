//! The tool `set_model_response`: a model that takes no schema for its answer, or none beside
//! tools, calls it to give the answer as arguments.

use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::future::ready;
use serde_json::Value;

use crate::content::{FunctionDeclaration, Json, Schema, resolve_schema};
use crate::context::ToolContext;
use crate::tool::args::mismatch;
use crate::tool::{SET_MODEL_RESPONSE, Tool, ToolError};

/// The argument that holds an answer which is not a plain object.
const WRAPPER: &str = "response";

#[derive(Debug)]
pub(super) struct SetModelResponse {
    declaration: Arc<FunctionDeclaration>,
    /// The schema of the answer.
    schema: Arc<Value>,
    is_wrapped: bool,
}

impl SetModelResponse {
    /// The tool for answers of `schema`, of which `json` is the text.
    pub(super) fn new(schema: &Schema, json: Arc<Value>) -> Self {
        let root = resolve_schema(&json, &json);
        // Of alternatives at the root, a function's parameters would keep the properties alone.
        let is_plain = root.get("anyOf").is_none() && schema.is_object();
        let parameters = if is_plain {
            schema.clone().into_object_root()
        } else {
            schema.clone().into_property(WRAPPER)
        };
        let description = "Gives your final answer, in the form that is asked for.";
        let declaration = FunctionDeclaration::new(SET_MODEL_RESPONSE, description, parameters);
        Self {
            declaration: Arc::new(declaration),
            schema: json,
            is_wrapped: !is_plain,
        }
    }

    /// The answer in the arguments of a call.
    fn answer(&self, args: &Json) -> Result<Json, ToolError> {
        let heading = format!("the arguments of `{SET_MODEL_RESPONSE}` do not fit:");
        let sent = args.to_value();
        let (path, answer) = if self.is_wrapped {
            (WRAPPER, sent.get(WRAPPER))
        } else {
            ("", Some(&sent))
        };
        let fault = match answer {
            Some(answer) => mismatch(&heading, path, &self.schema, answer),
            None => Some(format!("{heading}\n- `{WRAPPER}`: missing")),
        };
        match (fault, answer) {
            (None, Some(answer)) if self.is_wrapped => Ok(Json::from(answer.clone())),
            (None, _) => Ok(args.clone()),
            (Some(fault), _) => Err(ToolError::model(fault).permanent()),
        }
    }
}

impl Tool for SetModelResponse {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn run<'a>(
        &'a self,
        _: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        Box::pin(ready(self.answer(args)))
    }
}
