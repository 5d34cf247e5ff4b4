//! Tools that Gemini's own server runs: an object in the request names each, and nothing is
//! called here.

use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::future::ready;
use serde_json::{Value, json};

use super::args::ConstText;
use super::{Tool, ToolError};
use crate::content::{FunctionDeclaration, Json, Schema};
use crate::context::{CallbackContext, ToolContext};
use crate::error::Result;
use crate::model::LlmRequest;

/// A tool that Gemini's own server runs, such as Google's search.
///
/// The model calls no function for it: what the server found is part of the answer, with its
/// sources in [`grounding_metadata`](crate::model::LlmResponse::grounding_metadata). An agent has at
/// most one of each kind.
///
/// Models before Gemini 3 refuse a request that has such a tool together with functions or an
/// [output schema](crate::LlmAgentBuilder::output_schema). For them, give the search to an agent of
/// its own, and use that one as an [`AgentTool`](crate::AgentTool). Other vendors' clients refuse a
/// request with such a tool.
///
/// ```
/// # fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::tool::GeminiTool;
/// use adk::{LlmAgent, Tool};
///
/// let search = GeminiTool::google_search();
/// assert_eq!(search.name(), "google_search");
/// let agent = LlmAgent::builder("researcher").model(ScriptedModel::new()).tool(search).build()?;
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct GeminiTool {
    /// Tells people and checks what the tool is; no model reads it.
    declaration: Arc<FunctionDeclaration>,
    told: Json,
}

impl GeminiTool {
    /// Looks things up in Google's search.
    #[must_use]
    pub fn google_search() -> Self {
        Self::raw(json!({"google_search": {}}))
    }

    /// Runs Python that the model writes.
    #[must_use]
    pub fn code_execution() -> Self {
        Self::raw(json!({"code_execution": {}}))
    }

    /// Reads the pages whose addresses are in the conversation.
    #[must_use]
    pub fn url_context() -> Self {
        Self::raw(json!({"url_context": {}}))
    }

    /// Looks places up in Google's maps.
    #[must_use]
    pub fn google_maps() -> Self {
        Self::raw(json!({"google_maps": {}}))
    }

    /// Looks things up in a data store of yours: what Vertex AI takes as `retrieval`.
    ///
    /// ```
    /// use adk::tool::GeminiTool;
    /// use serde_json::json;
    ///
    /// let store = "projects/p/locations/global/collections/default_collection/dataStores/s";
    /// let search = GeminiTool::retrieval(json!({"vertexAiSearch": {"datastore": store}}));
    /// ```
    #[must_use]
    pub fn retrieval(store: impl Into<Json>) -> Self {
        Self::raw(store.into().wrapped("retrieval"))
    }

    /// Any such tool, as the API's `Tool` object: its one key is the tool's kind, and the tool's
    /// name here.
    ///
    /// ```
    /// use adk::Tool;
    /// use adk::tool::GeminiTool;
    /// use serde_json::json;
    ///
    /// let near = GeminiTool::raw(json!({"googleMaps": {"enableWidget": true}}));
    /// assert_eq!(near.name(), "google_maps");
    /// ```
    ///
    /// An object of another form is an error when an agent is built.
    #[must_use]
    pub fn raw(tool: impl Into<Json>) -> Self {
        let told = tool.into();
        let description = "A tool that the model's own server runs.";
        let declared = |name| FunctionDeclaration::new(name, description, Schema::empty_object());
        let declaration = kind(&told).map_or_else(
            || declared("gemini_tool".to_owned()).with_faults(vec![formless(&told)]),
            declared,
        );
        Self {
            declaration: Arc::new(declaration),
            told,
        }
    }
}

impl Tool for GeminiTool {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn is_declared(&self) -> bool {
        false
    }

    fn run<'a>(
        &'a self,
        _: &'a ToolContext,
        _: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        let text = format!("`{}` is run by the model's server", self.name());
        Box::pin(ready(Err(ToolError::model(text))))
    }

    fn process_request<'a>(
        &'a self,
        _: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        *request = std::mem::take(request).with_server_tool(self.told.clone());
        Some(Box::pin(ready(Ok(()))))
    }
}

/// The only key of the object in the API's older spelling, in which one kind has one name.
fn kind(told: &Json) -> Option<String> {
    let Value::Object(tool) = told.to_value() else {
        return None;
    };
    let mut keys = tool.keys();
    let (Some(key), None) = (keys.next(), keys.next()) else {
        return None;
    };
    let mut name = String::with_capacity(key.len() + 2);
    for letter in key.chars() {
        if letter.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    Some(name)
}

fn formless(told: &Json) -> String {
    format!(
        "a tool of Gemini's server is an object of one key, and this is {told}\nhelp: write one \
         such as {{\"google_search\": {{}}}}, and several as tools of their own"
    )
}

/// What is wrong with such a tool on a model of that name, in a request that has something else
/// `beside` it, or nothing, which is the empty text.
pub(crate) const fn mixing_fault(model: &str, tool: &str, beside: &str) -> Option<ConstText> {
    let text = ConstText::new().with("`").with(model);
    if is_of_another_vendor(model) {
        let text = text.with("` has no `").with(tool);
        let text = text.with("`, which is a tool of Gemini's server\nhelp: take a Gemini model, ");
        return Some(
            text.with("or give the tool to an agent with one, and list that among `tools`"),
        );
    }
    if beside.is_empty() || !is_before_gemini_3(model) {
        return None;
    }
    let text = text.with("` takes no ").with(beside);
    let text = text.with(" beside `").with(tool);
    let text = text.with("`, a tool of Gemini's server\nhelp: take Gemini 3 or later, or give ");
    Some(text.with("the tool to an agent of its own, and list that among `tools`"))
}

const fn is_of_another_vendor(model: &str) -> bool {
    starts_with(model, "openai/")
        || starts_with(model, "anthropic/")
        || starts_with(model, "ollama/")
}

/// By the name behind the last slash: `gemini-2.5-flash`.
const fn is_before_gemini_3(model: &str) -> bool {
    let (bytes, mut start) = (model.as_bytes(), model.len());
    while start > 0 && bytes[start - 1] != b'/' {
        start -= 1;
    }
    let name = model.split_at(start).1;
    starts_with(name, "gemini-1.") || starts_with(name, "gemini-2.")
}

const fn starts_with(text: &str, start: &str) -> bool {
    let (bytes, start, mut index) = (text.as_bytes(), start.as_bytes(), 0);
    while index < start.len() && index < bytes.len() && bytes[index] == start[index] {
        index += 1;
    }
    index == start.len()
}
