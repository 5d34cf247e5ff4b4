//! [`ToolContext`]: what a tool call may know and do.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, MutexGuard, OnceLock};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::written::Written;
use super::{Listener, ReadonlyContext, State, artifact_accessors, shared_accessors};
use crate::content::{Json, Part};
use crate::error::Result;
use crate::event::{EventActions, ToolConfirmation};
use crate::memory::MemoryEntry;
use crate::session::{ReadState, WriteState};

/// What the user answered about a call that waited.
#[derive(Debug)]
pub(crate) enum CallAnswer {
    /// Whether it may be made.
    Confirmation(ToolConfirmation),
    /// What the calls of an agent tool's agent waited for, in that agent's session.
    Inner {
        session: Box<str>,
        said: Vec<Part>,
        /// What was answered before about the call itself.
        confirmation: Option<ToolConfirmation>,
    },
}

/// What keeps a call from being made, where that is no failure.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Held {
    /// A person was asked, and has not answered yet.
    Waits,
    /// A person did not approve.
    Refused,
}

/// Everything a tool call may know and do.
///
/// ```
/// use adk::ToolContext;
///
/// fn remember(ctx: &ToolContext, city: &str) {
///     ctx.state().set("user:city", city);
/// }
/// ```
#[derive(Clone)]
pub struct ToolContext(Arc<Call>);

/// One allocation a call: a turn makes many, and each is shared with a task.
struct Call {
    readonly: ReadonlyContext,
    written: Written,
    id: Arc<str>,
    answer: Option<Arc<CallAnswer>>,
    listener: Option<(Arc<dyn Listener>, usize)>,
    /// Made when first asked for, as few tools do.
    cancellation: OnceLock<CancellationToken>,
}

impl ToolContext {
    shared_accessors!();
    artifact_accessors!();

    pub(crate) fn base(&self) -> &ReadonlyContext {
        &self.0.readonly
    }

    /// Of the call of that id, about which the user may have answered; the listener hears what it
    /// reports, under this number.
    pub(crate) fn new(
        readonly: ReadonlyContext,
        id: Arc<str>,
        answer: Option<Arc<CallAnswer>>,
        listener: Option<(Arc<dyn Listener>, usize)>,
    ) -> Self {
        Self(Arc::new(Call {
            readonly,
            written: Written::default(),
            id,
            answer,
            listener,
            cancellation: OnceLock::new(),
        }))
    }

    /// An id of the run's platform.
    pub(crate) fn new_id(&self) -> String {
        self.base().scope.services.platform.new_id()
    }

    pub(crate) fn answer(&self) -> Option<&CallAnswer> {
        self.0.answer.as_deref()
    }

    pub(crate) fn changes(&self) -> MutexGuard<'_, EventActions> {
        self.0.written.lock()
    }

    /// Takes what the call has done so far, for the event that carries it.
    pub(crate) fn take_actions(&self) -> EventActions {
        self.0.written.take()
    }

    /// The id of the call that the tool answers.
    #[must_use]
    pub fn function_call_id(&self) -> &str {
        &self.0.id
    }

    /// The state; what is written reaches the session with the call's event.
    #[must_use]
    pub fn state(&self) -> State<'_> {
        State::new(&self.base().scope, &self.0.written)
    }

    /// Ends the turn with this tool's answer: the model is not asked to sum it up.
    pub fn skip_summarization(&self) {
        self.changes().set_skip_summarization();
    }

    /// Hands the conversation over to another agent of the tree once the tools of this turn
    /// are done; the name is checked then.
    pub fn transfer_to_agent(&self, agent: impl Into<String>) {
        self.changes().set_transfer_to_agent(agent.into());
    }

    /// Ends the loop around the agent when the agent is done.
    pub fn escalate(&self) {
        self.changes().set_escalate();
    }

    /// Asks a person whether this call may go on. `hint` is what the person reads, `payload`
    /// what the person may look at or fill in. The model is not asked to sum up; once there
    /// is an answer, the call is made again and finds it in
    /// [`tool_confirmation`](Self::tool_confirmation).
    ///
    /// ```
    /// use adk::prelude::*;
    /// use serde_json::json;
    ///
    /// /// Books days off.
    /// #[tool]
    /// async fn book(
    ///     /// How many.
    ///     days: u8,
    ///     ctx: &ToolContext,
    /// ) -> &'static str {
    ///     match ctx.tool_confirmation() {
    ///         None => {
    ///             ctx.request_confirmation("May they be booked?", json!({ "days": days }));
    ///             "waiting for the manager"
    ///         }
    ///         Some(answer) if answer.is_confirmed() => "booked",
    ///         Some(_) => "refused",
    ///     }
    /// }
    /// # #[tokio::main(flavor = "current_thread")] async fn main() {
    /// let ctx = adk::testing::tool_context();
    /// assert_eq!(book(3, &ctx).await, "waiting for the manager");
    /// assert_eq!(ctx.actions().requested_tool_confirmations().len(), 1);
    /// # }
    /// ```
    pub fn request_confirmation(&self, hint: impl Into<String>, payload: impl Into<Option<Value>>) {
        let request = ToolConfirmation::request(hint);
        let request = match payload.into() {
            Some(payload) => request.with_payload(payload),
            None => request,
        };
        self.ask(request.asked_by_tool(true));
    }

    /// Asks a person about the call, in the place of the tool.
    pub(crate) fn ask(&self, request: ToolConfirmation) {
        let id = self.function_call_id().to_owned();
        self.changes().request_confirmation(id, request);
    }

    /// What a person answered about this call; `None` when nobody was asked yet.
    #[must_use]
    pub fn tool_confirmation(&self) -> Option<&ToolConfirmation> {
        match self.answer()? {
            CallAnswer::Confirmation(answer) => Some(answer),
            CallAnswer::Inner { confirmation, .. } => confirmation.as_ref(),
        }
    }

    /// What a person has to do with it that the call was not made.
    pub(crate) fn held(&self) -> Option<Held> {
        let asked = self.changes();
        let asked = asked.requested_tool_confirmations();
        if asked.contains_key(self.function_call_id()) {
            return Some(Held::Waits);
        }
        let answer = self.tool_confirmation()?;
        (!answer.is_by_tool() && !answer.is_confirmed()).then_some(Held::Refused)
    }

    /// A copy of what this call has done so far: state, artifacts, questions.
    #[must_use]
    pub fn actions(&self) -> EventActions {
        self.changes().clone()
    }

    /// Reports how far the call is. Whoever reads the run sees it at once, as a partial event
    /// of a function response that goes on; it is never stored, and no model reads it.
    ///
    /// A report waits while the reader is 16 behind, so that no tool runs ahead of it. Where
    /// nobody listens, nothing happens.
    ///
    /// ```
    /// use adk::prelude::*;
    /// use serde_json::json;
    ///
    /// /// Copies files.
    /// #[tool]
    /// async fn copy(
    ///     /// Their names.
    ///     names: &[String],
    ///     ctx: &ToolContext,
    /// ) {
    ///     for (done, name) in names.iter().enumerate() {
    ///         ctx.progress(json!({ "copying": name, "done": done })).await;
    ///     }
    /// }
    /// # let _ = copy::tool();
    /// ```
    pub async fn progress(&self, report: impl Into<Json>) {
        if let Some((listener, call)) = &self.0.listener {
            listener.hear(*call, report.into()).await;
        }
    }

    /// What other sessions of the user said about `query`, oldest first; those that were given to
    /// the runner's [`MemoryService`](crate::memory::MemoryService).
    ///
    /// # Errors
    /// A failure of the memory store.
    pub async fn search_memory(&self, query: &str) -> Result<Vec<MemoryEntry>> {
        self.base().scope.search_memory(query).await
    }

    /// Is cancelled when the run is, or when the call has reached its time limit.
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        let run = &self.base().scope.cancellation;
        self.0.cancellation.get_or_init(|| run.child_token())
    }
}

impl ReadState for ToolContext {
    fn value(&self, key: &str) -> Option<Cow<'_, Value>> {
        self.state().get(key).map(Cow::Owned)
    }
}

impl WriteState for &ToolContext {
    fn set_value(self, key: &str, value: Value) {
        self.state().set(key, value);
    }
}

impl fmt::Debug for ToolContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContext")
            .field("function_call_id", &self.function_call_id())
            .field("readonly", self.base())
            .finish_non_exhaustive()
    }
}
