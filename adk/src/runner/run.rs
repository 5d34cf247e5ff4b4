//! A run as its caller sees it: a stream of events, settings before it starts, and
//! shortcuts to the answer.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;

use super::inner::Outer;
use super::{Inner, RunHandle, drive};
use crate::content::{Content, FunctionCall};
use crate::context::{CancellationToken, RunConfig};
use crate::error::{Error, ErrorKind, Result};
use crate::event::{ConfirmationRequest, Event, StateDelta};
use crate::invocation::EventStream;
use crate::session::SessionKey;

/// A run of an agent: a stream of its events. Dropping it cancels everything under it.
///
/// Wait for [`text`](Self::text) or [`output`](Self::output), or loop over
/// [`next`](Self::next). A model's refusal is an event, not an `Err` (see
/// [`error_code`](crate::model::LlmResponse::error_code)); `text` makes an error of it.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, RunConfig, Runner, StateDelta};
///
/// let model = ScriptedModel::new().text("Bonjour !").text(r#"{"celsius": 21}"#);
/// let agent = LlmAgent::builder("guide").model(model).instruction("Speak {lang}.").build()?;
/// let runner = Runner::builder("guide_app", agent).build()?;
///
/// let run = runner
///     .run("user-1", "session-1", "Hello!")
///     .config(RunConfig::new().max_model_calls(5))
///     .state_delta(StateDelta::from([("lang", "French")]));
/// assert_eq!(run.text().await?, "Bonjour !");
///
/// let reading: serde_json::Value = runner.run("user-1", "session-1", "As JSON.").output().await?;
/// assert_eq!(reading["celsius"], 21);
/// # Ok(()) }
/// ```
#[must_use = "a run does nothing until its events are asked for"]
pub struct Run(State);

enum State {
    Ready(Box<Order>),
    Running(EventStream),
}

/// What a run was asked to do.
pub(super) struct Order {
    pub(super) runner: Arc<Inner>,
    pub(super) key: SessionKey,
    pub(super) message: Content,
    pub(super) config: RunConfig,
    pub(super) state_delta: StateDelta,
    pub(super) create_session: CreateSession,
    /// The run's own; its end cancels it.
    pub(super) cancellation: CancellationToken,
    /// The run around this one, where an agent tool made it.
    pub(super) outer: Option<Outer>,
}

/// Whether a run makes the session that it does not find.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{CreateSession, ErrorKind, LlmAgent, Runner};
///
/// let agent = LlmAgent::builder("greeter").model(ScriptedModel::new().text("Hi.")).build()?;
/// let runner = Runner::builder("app", agent).build()?;
/// let run = runner.run("user", "nowhere", "Hello").create_session(CreateSession::Never);
/// assert_eq!(run.text().await.unwrap_err().kind(), ErrorKind::SessionNotFound);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum CreateSession {
    /// It makes an empty one.
    #[default]
    IfMissing,
    /// It fails with [`ErrorKind::SessionNotFound`].
    Never,
}

impl Run {
    pub(super) fn new(runner: Arc<Inner>, key: SessionKey, message: Content) -> Self {
        Self(State::Ready(Box::new(Order {
            runner,
            key,
            message,
            config: RunConfig::default(),
            state_delta: StateDelta::default(),
            create_session: CreateSession::default(),
            cancellation: CancellationToken::new(),
            outer: None,
        })))
    }

    /// The settings of the run.
    pub fn config(self, config: RunConfig) -> Self {
        self.set("config", |order| order.config = config)
    }

    /// State that changes with the user's message.
    pub fn state_delta(self, delta: StateDelta) -> Self {
        self.set("state_delta", |order| order.state_delta = delta)
    }

    /// Whether a missing session is made.
    pub fn create_session(self, policy: CreateSession) -> Self {
        self.set("create_session", |order| order.create_session = policy)
    }

    /// Lets `token` end the run: once it is cancelled, the run ends at its next await point
    /// with [`ErrorKind::Cancelled`], its tools and its connection to the model with it.
    /// Nothing is written after, and hooks are not told: it is as if the run had been dropped,
    /// but that its reader learns of it. The end of the run leaves the token as it is.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::testing::ScriptedModel;
    /// use adk::{CancellationToken, ErrorKind, LlmAgent, Runner};
    ///
    /// let agent = LlmAgent::builder("greeter").model(ScriptedModel::new().text("Hi.")).build()?;
    /// let runner = Runner::builder("app", agent).build()?;
    /// let token = CancellationToken::new();
    /// let run = runner.run("user-1", "session-1", "Hello").cancellation(token.clone());
    /// token.cancel();
    /// assert_eq!(run.text().await.unwrap_err().kind(), ErrorKind::Cancelled);
    /// # Ok(()) }
    /// ```
    pub fn cancellation(self, token: CancellationToken) -> Self {
        self.set("cancellation", move |order| {
            order.cancellation = token.child_token();
        })
    }

    fn set(mut self, what: &str, set: impl FnOnce(&mut Order)) -> Self {
        match &mut self.0 {
            State::Ready(order) => set(order),
            State::Running(_) => {
                let late = Error::new(
                    ErrorKind::Config,
                    format!("`{what}` comes too late: the run has started; set it first"),
                );
                self.0 = State::Running(futures_util::stream::iter([Err(late)]).boxed());
            }
        }
        self
    }

    /// The next event; `None` when the run is over.
    pub async fn next(&mut self) -> Option<Result<Event>> {
        futures_util::StreamExt::next(self).await
    }

    /// The text of the final answer: what was said last, also where agents speak side by side.
    /// Where a tool's answer was the last word
    /// ([`skip_summarization`](crate::ToolContext::skip_summarization)), that: a text as
    /// it is, else its JSON.
    ///
    /// # Errors
    /// That of the run, [`ErrorKind::Paused`] when it asked the user a question, whatever other
    /// agents said meanwhile, or ended with a call whose result comes later, or
    /// [`ErrorKind::NoOutput`] when it ended without an answer, or when the model refused to
    /// give one. A question of an earlier run that is still open is no reason for an error; see
    /// [`Session::pending_confirmations`](crate::Session::pending_confirmations).
    pub async fn text(mut self) -> Result<String> {
        let (mut answer, mut question) = (None, None);
        while let Some(event) = self.next().await {
            let event = event?;
            if let Some(asked) = event.confirmation_requests().next() {
                question = Some(paused(&asked));
            } else if let Some(call) = pending_call(&event) {
                answer = Some(Err(pending(call)));
            } else if let Some(refusal) = event.response().error_code() {
                let why = event.response().error_message().unwrap_or_default();
                answer = Some(Err(no_output(&format!("{refusal}: {why}"))));
            } else if event.is_final_response()
                && let Some(text) = final_text(&event)
            {
                answer = Some(Ok(text));
            }
        }
        if let Some(question) = question {
            return Err(question);
        }
        answer.unwrap_or_else(|| Err(no_output("no event held a final text")))
    }

    /// The final answer, decoded from its JSON.
    ///
    /// # Errors
    /// Those of [`text`](Self::text), or
    /// [`ErrorKind::OutputMismatch`] when the answer does not decode as `T`.
    pub async fn output<T: DeserializeOwned>(self) -> Result<T> {
        let text = self.text().await?;
        serde_json::from_str(&text).map_err(|error| {
            let wanted = std::any::type_name::<T>();
            Error::new(
                ErrorKind::OutputMismatch,
                format!("the final answer does not decode as `{wanted}`: {text:?}"),
            )
            .with_source(error)
        })
    }

    /// Lets the run go on by itself, in a task of its own, whether or not its events are
    /// read: for servers, whose readers leave.
    #[must_use]
    pub fn detach(self) -> RunHandle {
        RunHandle::spawn(self)
    }
}

/// What the model said last, or the tool in its place; an empty answer says nothing.
pub(crate) fn final_text(event: &Event) -> Option<String> {
    let text = event.text();
    if !text.is_empty() {
        return Some(text);
    }
    let answered = event
        .content()?
        .function_responses()
        .last()?
        .response()
        .to_value();
    let fields = answered.as_object()?;
    let result = match answered.get("result") {
        Some(result) if fields.len() == 1 => result,
        _ if fields.is_empty() => return None,
        _ => &answered,
    };
    let text = result.as_str().map(str::to_owned);
    Some(text.unwrap_or_else(|| result.to_string()))
}

fn paused(asked: &ConfirmationRequest) -> Error {
    let (tool, hint) = (asked.call().name(), asked.hint());
    Error::new(
        ErrorKind::Paused,
        format!(
            "the run waits for an answer about the call of `{tool}` ({hint}); read it from \
             `Event::confirmation_requests`, and run on the session with what \
             `ConfirmationRequest::approve` or `deny` gives"
        ),
    )
}

/// A call of the event whose work goes on.
fn pending_call(event: &Event) -> Option<&FunctionCall> {
    let mut calls = event.content()?.function_calls();
    let id = event.long_running_tool_ids().next()?;
    calls.find(|call| call.id() == Some(id))
}

fn pending(call: &FunctionCall) -> Error {
    let (tool, id) = (call.name(), call.id().unwrap_or_default());
    Error::new(
        ErrorKind::Paused,
        format!(
            "the run waits for the result of `{tool}`, which comes later: run on the session with \
             a `FunctionResponse` of the id `{id}`"
        ),
    )
}

fn no_output(why: &str) -> Error {
    Error::new(
        ErrorKind::NoOutput,
        format!("the run ended without an answer: {why}"),
    )
}

impl Stream for Run {
    type Item = Result<Event>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            match &mut self.0 {
                State::Running(events) => return events.poll_next_unpin(cx),
                State::Ready(_) => {
                    let empty = State::Running(futures_util::stream::empty().boxed());
                    if let State::Ready(order) = std::mem::replace(&mut self.0, empty) {
                        self.0 = State::Running(drive::drive(order));
                    }
                }
            }
        }
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.0 {
            State::Ready(order) => format!("ready, session {}", order.key.session()),
            State::Running(_) => "running".to_owned(),
        };
        f.debug_tuple("Run").field(&state).finish()
    }
}
