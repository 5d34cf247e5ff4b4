//! The tool `set_model_response`: a model that takes no schema for its answer, or none beside
//! tools, calls it to give the answer as arguments.

use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use crate::content::{FunctionDeclaration, Json, resolve_schema};
use crate::context::ToolContext;
use crate::tool::args::Form;
use crate::tool::{SET_MODEL_RESPONSE, Tool, ToolError};

/// The argument that holds an answer which is not a plain object.
const WRAPPER: &str = "response";

#[derive(Debug)]
pub(super) struct SetModelResponse {
    declaration: Arc<FunctionDeclaration>,
    form: Form,
    is_wrapped: bool,
}

impl SetModelResponse {
    /// The tool for answers of that form.
    pub(super) fn new(form: Form) -> Self {
        let schema = &form.schema;
        let json = schema.as_json().to_value();
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
            form,
            is_wrapped: !is_plain,
        }
    }

    /// The answer in the arguments of a call.
    fn answer(&self, args: &Json) -> Result<Json, ToolError> {
        let heading = format!("the arguments of `{SET_MODEL_RESPONSE}` do not fit:");
        let refused = |fault: String| ToolError::model(fault).permanent();
        let sent = args.to_value();
        let (path, answer, text) = if self.is_wrapped {
            let missing = || refused(format!("{heading}\n- `{WRAPPER}`: missing"));
            let answer = sent.get(WRAPPER).ok_or_else(missing)?;
            (WRAPPER, answer, Json::from(answer.clone()))
        } else {
            ("", &sent, args.clone())
        };
        match self.form.mismatch(&heading, path, answer, text.as_str()) {
            None => Ok(text),
            Some(fault) => Err(refused(fault)),
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
