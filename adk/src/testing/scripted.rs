//! A model that follows a script.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::{StreamExt as _, stream};

use crate::content::{Content, FunctionCall, Json, Part, Role};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{FinishReason, Llm, LlmRequest, LlmResponse, ResponseStream, StreamingMode};

/// Answers with the next line of its script and remembers what it was asked; no network.
///
/// Where streaming is asked for, a text arrives word by word before it arrives whole. A
/// clone shares script and memory, so a test can keep one.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, Runner};
/// use serde_json::json;
///
/// let model = ScriptedModel::new().call("roll", json!({})).text("There is no die.");
/// let agent = LlmAgent::builder("player").model(model.clone()).build()?;
/// let runner = Runner::builder("game", agent).build()?;
/// assert_eq!(runner.run("user", "session", "Roll!").text().await?, "There is no die.");
/// assert_eq!(model.requests().len(), 2);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Default)]
pub struct ScriptedModel(Arc<Mutex<Script>>);

type Answer = dyn Fn(&LlmRequest) -> LlmResponse + Send;

#[derive(Default)]
struct Script {
    lines: VecDeque<Result<LlmResponse>>,
    then: Option<Box<Answer>>,
    requests: Vec<LlmRequest>,
    schema_excludes_tools: bool,
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Script")
            .field("lines", &self.lines)
            .field("requests", &self.requests)
            .finish_non_exhaustive()
    }
}

impl ScriptedModel {
    /// A model without lines yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A model that answers each request by `answer`, so that it can heed what it is
    /// asked. Lines, where there are any, come first.
    pub fn from_fn(answer: impl Fn(&LlmRequest) -> LlmResponse + Send + 'static) -> Self {
        let model = Self::new();
        model.script().then = Some(Box::new(answer));
        model
    }

    /// Then says `text`.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.response(LlmResponse::new(Content::model(text)).with_finish_reason(FinishReason::Stop))
    }

    /// Then calls a function.
    #[must_use]
    pub fn call(self, name: impl Into<String>, args: impl Into<Json>) -> Self {
        self.calls([FunctionCall::new(name, args)])
    }

    /// Then calls several functions in one turn.
    #[must_use]
    pub fn calls(self, calls: impl IntoIterator<Item = FunctionCall>) -> Self {
        let parts = calls.into_iter().map(Part::from_function_call);
        let response = LlmResponse::new(Content::new(Role::Model, parts));
        self.response(response.with_finish_reason(FinishReason::Stop))
    }

    /// Then gives this response.
    #[must_use]
    pub fn response(self, response: LlmResponse) -> Self {
        self.script().lines.push_back(Ok(response));
        self
    }

    /// Then fails.
    #[must_use]
    pub fn error(self, error: Error) -> Self {
        self.script().lines.push_back(Err(error));
        self
    }

    /// The same model as one that takes no response schema beside tools, as Gemini does not.
    ///
    /// ```
    /// use adk::model::Llm;
    /// use adk::testing::ScriptedModel;
    ///
    /// let model = ScriptedModel::new().without_response_schema_with_tools();
    /// assert!(!model.supports_response_schema_with_tools());
    /// ```
    #[must_use]
    pub fn without_response_schema_with_tools(self) -> Self {
        self.script().schema_excludes_tools = true;
        self
    }

    /// What the model was asked so far.
    #[must_use]
    pub fn requests(&self) -> Vec<LlmRequest> {
        self.script().requests.clone()
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self, request: &LlmRequest) -> Result<LlmResponse> {
        let mut script = self.script();
        script.requests.push(request.clone());
        match (script.lines.pop_front(), &script.then) {
            (Some(line), _) => line,
            (None, Some(answer)) => Ok(answer(request)),
            (None, None) => Err(Error::new(
                ErrorKind::ModelProtocol,
                "the scripted model has no line left; add one with `.text(…)` or `.call(…)`",
            )),
        }
    }
}

impl Llm for ScriptedModel {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        let model = self.clone();
        stream::once(async move {
            model
                .next(&request)
                .map(|whole| (whole, request.streaming()))
        })
        .flat_map(|line| match line {
            Ok((whole, StreamingMode::Sse)) => {
                let mut responses = pieces(&whole);
                responses.push(whole);
                stream::iter(responses.into_iter().map(Ok)).boxed()
            }
            Ok((whole, StreamingMode::None)) => stream::iter([Ok(whole)]).boxed(),
            Err(error) => stream::iter([Err(error)]).boxed(),
        })
        .boxed()
    }

    fn supports_response_schema_with_tools(&self) -> bool {
        !self.script().schema_excludes_tools
    }
}

/// The words of a text answer, one response each; other answers have no pieces.
fn pieces(whole: &LlmResponse) -> Vec<LlmResponse> {
    let Some(text) = whole.content().map(Content::text) else {
        return Vec::new();
    };
    text.split_inclusive(' ')
        .map(|word| LlmResponse::new(Content::model(word)).into_partial())
        .collect()
}
