//! One run, as the agents in it see it: [`InvocationContext`], the trait [`Agent`], and the
//! tree of the run's agents.

mod agent;
mod answers;
mod graph;
mod name;
mod shared;
mod transfer;
mod tree;
mod turn;

pub use agent::{Agent, Emitter, EventStream};
pub use transfer::TransferPolicy;

pub(crate) use agent::invoke_at;
pub(crate) use answers::{Answer, Given};
use answers::{Answers, Waits};
pub(crate) use name::check_agent_name;
pub(crate) use shared::{Shared, Spent};
pub(crate) use tree::{AgentTree, Node, Place, ROOT};
pub(crate) use turn::run_at;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::content::Content;
use crate::context::{
    CallbackContext, ReadonlyContext, ReadonlyState, RunConfig, Scope, shared_accessors,
};
use crate::error::{Error, ErrorKind, Result};
use crate::event::{Event, EventBuilder, Origin};
use crate::model::LlmResponse;
use crate::plugin::Chain;
use crate::session::{ReadState, Session};

/// The run as an agent sees it: who asks, the session as it is now, the settings.
///
/// A clone is the same run.
#[derive(Clone)]
pub struct InvocationContext {
    readonly: ReadonlyContext,
    chain: Chain,
    shared: Arc<Shared>,
    tree: Arc<AgentTree>,
    place: Place,
}

impl InvocationContext {
    shared_accessors!();

    fn base(&self) -> &ReadonlyContext {
        &self.readonly
    }

    /// The context of the root, before any agent runs.
    pub(crate) fn new(scope: Arc<Scope>, shared: Arc<Shared>, tree: Arc<AgentTree>) -> Self {
        Self {
            readonly: ReadonlyContext {
                scope,
                agent: Arc::clone(tree.name(ROOT)),
                branch: None,
            },
            chain: Chain::new(Arc::clone(&shared.plugins)),
            shared,
            tree,
            place: ROOT,
        }
    }

    /// The same run as the agent at `place` sees it.
    pub(crate) fn at(&self, place: Place) -> Self {
        let agent = self.tree.agent(place);
        let mut ctx = self.clone();
        ctx.readonly.agent = Arc::clone(self.tree.name(place));
        ctx.chain = self.chain.for_agent(agent.callbacks());
        ctx.place = place;
        ctx
    }

    /// The same run for agents that are not of its tree.
    fn in_tree(&self, tree: AgentTree) -> Self {
        let mut ctx = self.clone();
        ctx.tree = Arc::new(tree);
        ctx
    }

    /// The same run in a branch of its own under this one: its agents see what was said
    /// before and what they say themselves, and nothing of the branches beside.
    pub(crate) fn in_branch(&self, name: &str) -> Self {
        let mut ctx = self.clone();
        ctx.readonly.branch = Some(match self.branch() {
            Some(branch) => format!("{branch}.{name}").into(),
            None => name.into(),
        });
        ctx
    }

    /// Runs another agent, within its hooks, in this run; pass its events on with
    /// `forward` of the [`Emitter`]. The agent should be one of the [`sub_agents`](Agent::sub_agents), so
    /// that a later run finds it.
    ///
    /// An event that is not passed on is not stored. An agent that uses tools cannot do without:
    /// its model has to see its own calls, and the run ends with
    /// [`ErrorKind::Config`]. To run an agent whose steps nobody is to see, make it
    /// an [`AgentTool`](crate::AgentTool).
    ///
    /// Where the user's message answers a call of that agent, or of one below it, it goes on there.
    #[must_use]
    pub fn run_agent(&self, agent: &Arc<dyn Agent>) -> EventStream {
        agent::invoke(agent, self)
    }

    /// Whether the user's message answers a call of that agent, or of one below it. An agent that
    /// runs several in turn goes on there, and does not run those before it again.
    ///
    /// ```
    /// use adk::CustomAgent;
    ///
    /// let in_turn = CustomAgent::builder("in_turn", |ctx, mut out| async move {
    ///     let agents = ctx.agent().sub_agents();
    ///     let answered = agents.iter().position(|agent| ctx.is_answered(agent));
    ///     for agent in agents.iter().skip(answered.unwrap_or(0)) {
    ///         out.forward(ctx.run_agent(agent)).await?;
    ///         if ctx.is_waiting(agent) || ctx.ended() {
    ///             break;
    ///         }
    ///     }
    ///     Ok(())
    /// });
    /// # let _ = in_turn;
    /// ```
    #[must_use]
    pub fn is_answered(&self, agent: &Arc<dyn Agent>) -> bool {
        let place = self.tree.place_of(agent);
        place.is_some_and(|place| !self.answered(place).is_empty())
    }

    /// Whether a call of that agent, or of one below it, waits for the user. An agent that runs
    /// several in turn stops there; the run that brings the answer runs it again.
    #[must_use]
    pub fn is_waiting(&self, agent: &Arc<dyn Agent>) -> bool {
        let place = self.tree.place_of(agent);
        place.is_some_and(|place| self.waits(place))
    }

    /// The agent that is running.
    #[must_use]
    pub fn agent(&self) -> &Arc<dyn Agent> {
        self.tree.agent(self.place)
    }

    /// The session with all events so far; a copy that shares them.
    #[must_use]
    pub fn session(&self) -> Session {
        self.readonly.scope.session().clone()
    }

    /// The state, to read. An agent of one's own writes it with the
    /// [actions](crate::event::EventActions::with_state) of the events that it emits.
    #[must_use]
    pub fn state(&self) -> ReadonlyState<'_> {
        self.readonly.state()
    }

    /// The settings of the run.
    pub fn run_config(&self) -> &RunConfig {
        &self.readonly.scope.run_config
    }

    /// Is cancelled when the run is; cancelling it ends the run.
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        &self.readonly.scope.cancellation
    }

    /// Ends the run: no agent starts another step.
    pub fn end_invocation(&self) {
        self.shared.end();
    }

    /// Whether the run was ended.
    #[must_use]
    pub fn ended(&self) -> bool {
        self.shared.ended()
    }

    /// The read-only context, as instructions get it.
    #[must_use]
    pub fn readonly(&self) -> &ReadonlyContext {
        &self.readonly
    }

    /// Starts an event of the running agent, with its id, time, run and branch.
    pub fn event(&self) -> EventBuilder {
        self.event_of(Arc::clone(&self.readonly.agent))
    }

    pub(crate) fn event_of(&self, author: Arc<str>) -> EventBuilder {
        EventBuilder::of(self.origin(author))
    }

    /// The event of a piece of an answer, the model's or a tool's.
    pub(crate) fn piece(&self, piece: LlmResponse) -> Event {
        Event::of(self.origin(Arc::clone(&self.readonly.agent)), piece)
    }

    fn origin(&self, author: Arc<str>) -> Origin {
        let scope = &self.readonly.scope;
        Origin {
            id: scope.services.platform.new_id().into(),
            timestamp: scope.services.platform.now(),
            invocation_id: Arc::clone(&scope.invocation_id),
            author,
            branch: self.readonly.branch.clone(),
        }
    }

    /// The event of what a hook said or changed; none when it did neither.
    pub(crate) fn hook_event(
        &self,
        hook: &CallbackContext,
        answer: Option<Content>,
    ) -> Option<Event> {
        let actions = hook.take_actions();
        if answer.is_none() && actions.is_none() {
            return None;
        }
        let event = self.event().actions(actions);
        let event = match answer {
            Some(content) => event.content(content),
            None => event,
        };
        Some(event.build())
    }

    pub(crate) fn scope(&self) -> &Arc<Scope> {
        &self.readonly.scope
    }

    pub(crate) fn chain(&self) -> &Chain {
        &self.chain
    }

    pub(crate) fn callback(&self) -> CallbackContext {
        CallbackContext::new(self.readonly.clone())
    }

    /// Checks that the conversation may go over to the agent of that name, wherever in the tree
    /// it is; it does when the agent is done.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownAgent`], and [`ErrorKind::Limit`] when agents hand over for ever.
    pub(crate) fn hand_over(&self, name: &str) -> Result<()> {
        if self.tree.find(name).is_none() {
            let known: Vec<_> = self.tree.agents().map(Agent::name).collect();
            let text = format!(
                "agent `{}` hands over to `{name}`, which is not there; the agents are: {}",
                self.agent_name(),
                known.join(", ")
            );
            return Err(Error::new(ErrorKind::UnknownAgent, text));
        }
        self.count_transfer()
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(crate) fn tree(&self) -> &AgentTree {
        &self.tree
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// What is made once for the running agent.
    pub(crate) fn node(&self) -> &Node {
        self.tree.node(self.place)
    }

    /// Whether a call of this agent, or of one below it, waits for the user.
    pub(crate) fn waits(&self, place: Place) -> bool {
        let is_below = |asker: &str| {
            let found = self.tree.find(asker);
            found.is_some_and(|asker| self.tree.under(place).contains(&asker))
        };
        self.shared.waits.any_of(is_below)
    }

    /// The agents at `place` and below it that the user's message has answered, and that have
    /// not taken it up.
    pub(crate) fn answered(&self, place: Place) -> Vec<Place> {
        let under = self.tree.under(place);
        let found = |asker: &str| self.tree.find(asker).filter(|place| under.contains(place));
        self.shared.answers.askers(found)
    }

    /// Takes up what the user's message answers of the running agent.
    pub(crate) fn take_answers(&self) -> impl Iterator<Item = Given> + use<> {
        let taken = self.shared.answers.take(self.agent_name());
        taken.into_iter().map(|answer| answer.given)
    }

    /// Counts a model call.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the run has made all that it may.
    pub(crate) fn count_model_call(&self) -> Result<()> {
        let limit = self.run_config().max_model_calls;
        self.shared.spent.count_model_call(limit)
    }

    /// Counts a transfer.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the run has made all that it may.
    fn count_transfer(&self) -> Result<()> {
        let limit = self.run_config().max_transfers;
        self.shared.spent.count_transfer(limit)
    }
}

impl ReadState for InvocationContext {
    fn value(&self, key: &str) -> Option<Cow<'_, Value>> {
        self.readonly.value(key)
    }
}

impl fmt::Debug for InvocationContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvocationContext")
            .field("readonly", &self.readonly)
            .field("shared", &self.shared)
            .finish_non_exhaustive()
    }
}
