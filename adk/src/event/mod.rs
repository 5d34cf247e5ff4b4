//! What happened in a session: [`Event`], its actions and its JSON.

mod actions;
mod confirmation;
mod inner_call;
mod json;
mod state_delta;

pub use actions::EventActions;
pub use confirmation::{ConfirmationRequest, ToolConfirmation};
pub use state_delta::StateDelta;

pub(crate) use confirmation::confirmation_answers;
pub(crate) use inner_call::InnerCall;

use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use jiff::Timestamp;

use crate::content::Content;
use crate::content::Unknown;
use crate::model::LlmResponse;

/// One entry of a session: who said or did what, and what it changed.
///
/// An event is shared: a clone costs a reference count.
///
/// ```
/// use adk::{Content, Event};
///
/// let event = Event::builder("weather_agent").content(Content::model("Sunny.")).build();
/// assert_eq!(event.text(), "Sunny.");
/// assert!(event.is_final_response());
/// ```
#[derive(Clone)]
pub struct Event(Arc<Inner>);

#[derive(Debug, Clone)]
struct Inner {
    id: Box<str>,
    timestamp: Timestamp,
    invocation_id: Arc<str>,
    author: Arc<str>,
    branch: Option<Arc<str>>,
    response: LlmResponse,
    actions: EventActions,
    long_running_tool_ids: Box<[Box<str>]>,
    unknown: Unknown,
    reported: Reported,
}

/// What other agents are told of the event: made when the first of them is, and shared.
#[derive(Debug, Default)]
struct Reported(OnceLock<Option<Content>>);

impl Clone for Reported {
    /// A copy is made to be changed.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Where an event comes from.
#[derive(Debug)]
pub(crate) struct Origin {
    pub(crate) id: Box<str>,
    pub(crate) timestamp: Timestamp,
    pub(crate) invocation_id: Arc<str>,
    pub(crate) author: Arc<str>,
    pub(crate) branch: Option<Arc<str>>,
}

/// Makes an [`Event`]; the runner gives id, time and invocation where they are left out.
#[derive(Debug, Clone)]
#[must_use]
pub struct EventBuilder(Inner);

impl Event {
    /// Starts an event of `author`: an agent's name, or `user`.
    pub fn builder(author: impl Into<Arc<str>>) -> EventBuilder {
        let origin = Origin {
            id: Box::default(),
            timestamp: Timestamp::UNIX_EPOCH,
            invocation_id: Arc::default(),
            author: author.into(),
            branch: None,
        };
        EventBuilder(Inner::new(origin, LlmResponse::default()))
    }

    /// An event that is not changed any more: a piece of an answer, of which there are many.
    pub(crate) fn of(origin: Origin, response: LlmResponse) -> Self {
        Self(Arc::new(Inner::new(origin, response)))
    }

    /// A builder that starts from this event.
    pub fn to_builder(&self) -> EventBuilder {
        EventBuilder(Inner::clone(&self.0))
    }

    /// The event's id; empty until a run has taken it up.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// When it happened.
    #[must_use]
    pub fn timestamp(&self) -> Timestamp {
        self.0.timestamp
    }

    /// The run that it belongs to.
    #[must_use]
    pub fn invocation_id(&self) -> &str {
        &self.0.invocation_id
    }

    /// The agent's name, or `user`.
    #[must_use]
    pub fn author(&self) -> &str {
        &self.0.author
    }

    /// The branch of the agent tree that sees the event; none is all.
    #[must_use]
    pub fn branch(&self) -> Option<&str> {
        self.0.branch.as_deref()
    }

    /// The model's response, or what stands for it.
    #[must_use]
    pub fn response(&self) -> &LlmResponse {
        &self.0.response
    }

    /// What was said.
    #[must_use]
    pub fn content(&self) -> Option<&Content> {
        self.0.response.content()
    }

    /// The text that was said, thoughts aside; empty when there is none.
    #[must_use]
    pub fn text(&self) -> String {
        self.content().map(Content::text).unwrap_or_default()
    }

    /// Whether this is a piece of an event that follows whole.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.0.response.is_partial()
    }

    /// What the event changed.
    #[must_use]
    pub fn actions(&self) -> &EventActions {
        &self.0.actions
    }

    /// The ids of calls whose answer comes later.
    #[must_use]
    pub fn long_running_tool_ids(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.long_running_tool_ids.iter().map(|id| &**id)
    }

    /// The event as a store keeps it: without state under `temp:`, which lives for one
    /// run only.
    ///
    /// ```
    /// use adk::Event;
    /// use adk::event::EventActions;
    ///
    /// let actions = EventActions::new().with_state("city", "Paris").with_state("temp:raw", 22);
    /// let kept = Event::builder("helper").actions(actions).build().without_temp_state();
    /// let keys: Vec<_> = kept.actions().state_delta().iter().map(|(key, _)| key).collect();
    /// assert_eq!(keys, ["city"]);
    /// ```
    #[must_use]
    pub fn without_temp_state(&self) -> Self {
        let is_temp = |key: &str| key.starts_with("temp:");
        if !self
            .actions()
            .state_delta()
            .iter()
            .any(|(key, _)| is_temp(key))
        {
            return self.clone();
        }
        let mut actions = self.actions().clone();
        actions.state_delta_mut().retain(|key| !is_temp(key));
        self.to_builder().actions(actions).build()
    }

    /// What other agents are told of it: what `report` says, which is asked once.
    pub(crate) fn reported(&self, report: impl FnOnce() -> Option<Content>) -> Option<Content> {
        self.0.reported.0.get_or_init(report).clone()
    }

    /// Whether the agent's turn ends here (ADK's `IsFinalResponse`): nothing is left
    /// to call or to answer, or the rest is a person's.
    #[must_use]
    pub fn is_final_response(&self) -> bool {
        if self.actions().skip_summarization() || !self.0.long_running_tool_ids.is_empty() {
            return true;
        }
        let Some(content) = self.content() else {
            return !self.is_partial();
        };
        !self.is_partial()
            && content.function_calls().next().is_none()
            && content.function_responses().next().is_none()
            && !content.ends_in_code_result()
    }
}

impl Inner {
    #[inline]
    fn new(origin: Origin, response: LlmResponse) -> Self {
        Self {
            id: origin.id,
            timestamp: origin.timestamp,
            invocation_id: origin.invocation_id,
            author: origin.author,
            branch: origin.branch,
            response,
            actions: EventActions::default(),
            long_running_tool_ids: Box::default(),
            unknown: None,
            reported: Reported::default(),
        }
    }
}

impl EventBuilder {
    pub(crate) fn of(origin: Origin) -> Self {
        Self(Inner::new(origin, LlmResponse::default()))
    }

    /// The event's id.
    pub fn id(mut self, id: impl Into<Box<str>>) -> Self {
        self.0.id = id.into();
        self
    }

    /// When it happened.
    pub fn timestamp(mut self, timestamp: Timestamp) -> Self {
        self.0.timestamp = timestamp;
        self
    }

    /// The run that it belongs to.
    pub fn invocation_id(mut self, id: impl Into<Arc<str>>) -> Self {
        self.0.invocation_id = id.into();
        self
    }

    /// The branch that sees it.
    pub fn branch(mut self, branch: Option<Arc<str>>) -> Self {
        self.0.branch = branch;
        self
    }

    /// What was said.
    pub fn content(mut self, content: Content) -> Self {
        self.0.response.content = Some(content);
        self
    }

    /// What the model answered.
    pub fn response(mut self, response: LlmResponse) -> Self {
        self.0.response = response;
        self
    }

    /// What the event changes.
    pub fn actions(mut self, actions: EventActions) -> Self {
        self.0.actions = actions;
        self
    }

    /// The ids of calls whose answer comes later.
    pub fn long_running_tool_ids(mut self, ids: impl IntoIterator<Item = Box<str>>) -> Self {
        self.0.long_running_tool_ids = ids.into_iter().collect();
        self
    }

    /// The event.
    #[must_use]
    pub fn build(self) -> Event {
        Event(Arc::new(self.0))
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The author of what a person says.
pub(crate) const USER: &str = "user";

/// Shared by all events of that author.
pub(crate) fn user() -> Arc<str> {
    static NAME: LazyLock<Arc<str>> = LazyLock::new(|| USER.into());
    Arc::clone(&NAME)
}
