//! What an event changes beside the conversation: state, artifacts, the summary, what a
//! person is asked.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::{InnerCall, StateDelta, ToolConfirmation};
use crate::content::{Fields, FunctionCall, Unknown, flag, optional, unknown};

/// The side effects of an event.
///
/// ```
/// use adk::event::EventActions;
///
/// let actions = EventActions::new().with_state("answer", 42);
/// assert_eq!(actions.state_delta().get("answer").unwrap(), 42);
/// ```
#[derive(Clone, Default)]
pub struct EventActions(Option<Box<Changes>>);

/// Most events have none, and nothing is kept for them.
#[derive(Debug, Clone, PartialEq, Default)]
struct Changes {
    state_delta: StateDelta,
    artifact_delta: BTreeMap<String, u64>,
    requested_tool_confirmations: BTreeMap<String, ToolConfirmation>,
    skip_summarization: bool,
    transfer_to_agent: Option<Box<str>>,
    escalate: bool,
    agent_states: BTreeMap<String, Value>,
    inner_calls: Vec<InnerCall>,
    unknown: Unknown,
}

static NONE: Changes = Changes {
    state_delta: StateDelta::NONE,
    artifact_delta: BTreeMap::new(),
    requested_tool_confirmations: BTreeMap::new(),
    skip_summarization: false,
    transfer_to_agent: None,
    escalate: false,
    agent_states: BTreeMap::new(),
    inner_calls: Vec::new(),
    unknown: None,
};

impl EventActions {
    /// No side effect.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there is no side effect.
    pub(crate) fn is_none(&self) -> bool {
        self.0.as_ref().is_none_or(|changes| **changes == NONE)
    }

    fn changes(&self) -> &Changes {
        self.0.as_deref().unwrap_or(&NONE)
    }

    fn changes_mut(&mut self) -> &mut Changes {
        self.0.get_or_insert_default()
    }

    /// The same actions that also set `key` in the session's state.
    #[must_use]
    pub fn with_state(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.state_delta_mut().set(key, value);
        self
    }

    /// The same actions with all changes of `delta`.
    #[must_use]
    pub fn with_state_delta(mut self, delta: StateDelta) -> Self {
        if !delta.is_empty() {
            self.state_delta_mut().merge(delta);
        }
        self
    }

    /// The same actions that end the turn with the tool's own answer.
    #[must_use]
    pub fn with_skip_summarization(mut self) -> Self {
        self.set_skip_summarization();
        self
    }

    /// The same actions that hand the conversation over to another agent of the tree.
    #[must_use]
    pub fn with_transfer_to_agent(mut self, agent: impl Into<String>) -> Self {
        self.set_transfer_to_agent(agent.into());
        self
    }

    /// The same actions that end the loop around the agent.
    #[must_use]
    pub fn with_escalate(mut self) -> Self {
        self.set_escalate();
        self
    }

    /// Changes of state.
    #[must_use]
    pub fn state_delta(&self) -> &StateDelta {
        &self.changes().state_delta
    }

    /// Artifacts that were saved: name to version.
    #[must_use]
    pub fn artifact_delta(&self) -> &BTreeMap<String, u64> {
        &self.changes().artifact_delta
    }

    /// What a person is asked before a call goes on: call id to question.
    #[must_use]
    pub fn requested_tool_confirmations(&self) -> &BTreeMap<String, ToolConfirmation> {
        &self.changes().requested_tool_confirmations
    }

    /// Whether the tool's answer is the last word: the model is not asked to sum it up.
    #[must_use]
    pub fn skip_summarization(&self) -> bool {
        self.changes().skip_summarization
    }

    /// The agent that the conversation goes over to.
    #[must_use]
    pub fn transfer_to_agent(&self) -> Option<&str> {
        self.changes().transfer_to_agent.as_deref()
    }

    /// Whether the loop around the agent ends.
    #[must_use]
    pub fn escalate(&self) -> bool {
        self.changes().escalate
    }

    /// How far the agent of this name is with the agents that it runs, for a later run to go on.
    pub(crate) fn agent_state(&self, agent: &str) -> Option<&Value> {
        self.changes().agent_states.get(agent)
    }

    pub(crate) fn set_agent_state(&mut self, agent: String, state: Value) {
        self.changes_mut().agent_states.insert(agent, state);
    }

    /// The calls inside agent tools that this event asks the user about.
    pub(crate) fn inner_calls(&self) -> &[InnerCall] {
        &self.changes().inner_calls
    }

    pub(crate) fn add_inner_calls(&mut self, calls: Vec<InnerCall>) {
        if !calls.is_empty() {
            self.changes_mut().inner_calls.extend(calls);
        }
    }

    /// Makes `call` the one to be made again with the answers about the calls inside it: it may
    /// have come under another name than the agent tool's.
    pub(crate) fn set_agent_call(&mut self, call: &FunctionCall) {
        let inner = self
            .0
            .iter_mut()
            .flat_map(|changes| &mut changes.inner_calls);
        inner.for_each(|inner| inner.agent_call = call.clone());
    }

    pub(crate) fn take_inner_calls(&mut self) -> Vec<InnerCall> {
        let changes = self.0.as_mut();
        changes
            .map(|changes| std::mem::take(&mut changes.inner_calls))
            .unwrap_or_default()
    }

    pub(crate) fn state_delta_mut(&mut self) -> &mut StateDelta {
        &mut self.changes_mut().state_delta
    }

    pub(crate) fn set_skip_summarization(&mut self) {
        self.changes_mut().skip_summarization = true;
    }

    pub(crate) fn set_transfer_to_agent(&mut self, agent: String) {
        self.changes_mut().transfer_to_agent = Some(agent.into());
    }

    pub(crate) fn set_escalate(&mut self) {
        self.changes_mut().escalate = true;
    }

    pub(crate) fn add_artifact(&mut self, name: String, version: u64) {
        let artifacts = &mut self.changes_mut().artifact_delta;
        let known = artifacts.entry(name).or_default();
        *known = (*known).max(version);
    }

    /// Asks a person about the call, and ends the turn until there is an answer.
    pub(crate) fn request_confirmation(&mut self, call_id: String, request: ToolConfirmation) {
        let changes = self.changes_mut();
        changes
            .requested_tool_confirmations
            .insert(call_id, request);
        changes.skip_summarization = true;
    }

    /// Notes of the questions so far that a hook asked them; whether there are any.
    pub(crate) fn mark_asked_by_hook(&mut self) -> bool {
        let Some(changes) = &mut self.0 else {
            return false;
        };
        for request in changes.requested_tool_confirmations.values_mut() {
            *request = request.clone().asked_by_tool(false);
        }
        !changes.requested_tool_confirmations.is_empty()
    }

    /// Puts the actions of a later call over these: flags by or, state deeply with the
    /// later value, the later transfer, artifacts at their newest version, questions united.
    pub(crate) fn merge(&mut self, later: Self) {
        let Some(later) = later.0 else {
            return;
        };
        let changes = self.changes_mut();
        changes.state_delta.merge(later.state_delta);
        changes.skip_summarization |= later.skip_summarization;
        changes.escalate |= later.escalate;
        if later.transfer_to_agent.is_some() {
            changes.transfer_to_agent = later.transfer_to_agent;
        }
        changes.agent_states.extend(later.agent_states);
        changes.inner_calls.extend(later.inner_calls);
        changes
            .requested_tool_confirmations
            .extend(later.requested_tool_confirmations);
        for (name, version) in later.artifact_delta {
            self.add_artifact(name, version);
        }
    }
}

impl PartialEq for EventActions {
    fn eq(&self, other: &Self) -> bool {
        self.changes() == other.changes()
    }
}

impl fmt::Debug for EventActions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EventActions").field(self.changes()).finish()
    }
}

impl Serialize for EventActions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let changes = self.changes();
        let state = (!changes.state_delta.is_empty()).then_some(&changes.state_delta);
        optional(&mut map, "stateDelta", state)?;
        let artifacts = (!changes.artifact_delta.is_empty()).then_some(&changes.artifact_delta);
        optional(&mut map, "artifactDelta", artifacts)?;
        let asked = &changes.requested_tool_confirmations;
        let asked = (!asked.is_empty()).then_some(asked);
        optional(&mut map, "requestedToolConfirmations", asked)?;
        flag(&mut map, "skipSummarization", changes.skip_summarization)?;
        let transfer = changes.transfer_to_agent.as_deref();
        optional(&mut map, "transferToAgent", transfer)?;
        flag(&mut map, "escalate", changes.escalate)?;
        let states = (!changes.agent_states.is_empty()).then_some(&changes.agent_states);
        optional(&mut map, "agentStates", states)?;
        let inner = (!changes.inner_calls.is_empty()).then_some(&changes.inner_calls);
        optional(&mut map, "innerCalls", inner)?;
        unknown(&mut map, &changes.unknown)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for EventActions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Fields::deserialize(deserializer)?;
        let changes = Changes {
            state_delta: fields.take("stateDelta")?.unwrap_or_default(),
            artifact_delta: fields.take("artifactDelta")?.unwrap_or_default(),
            requested_tool_confirmations: fields
                .take("requestedToolConfirmations")?
                .unwrap_or_default(),
            skip_summarization: fields.take("skipSummarization")?.unwrap_or_default(),
            transfer_to_agent: fields
                .take::<String, _>("transferToAgent")?
                .filter(|name| !name.is_empty())
                .map(Into::into),
            escalate: fields.take("escalate")?.unwrap_or_default(),
            agent_states: fields.take("agentStates")?.unwrap_or_default(),
            inner_calls: fields.take("innerCalls")?.unwrap_or_default(),
            unknown: fields.unknown(),
        };
        Ok(Self((changes != NONE).then(|| Box::new(changes))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_united_and_survive_the_way_through_json() {
        let mut first = EventActions::new();
        first.request_confirmation("1".to_owned(), ToolConfirmation::request("Pay?"));
        let text = r#"{"requestedToolConfirmations":{"2":{"hint":"Go?","confirmed":false,"payload":{"days":3},"more":1}},"skipSummarization":true}"#;
        let second: EventActions = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&second).unwrap(), text);
        first.merge(second);
        let asked = first.requested_tool_confirmations();
        assert_eq!(asked["1"].hint(), "Pay?");
        assert_eq!(asked["2"].payload().unwrap().as_str(), r#"{"days":3}"#);
        assert!(first.skip_summarization());
    }
}
