//! Gives every function call an id of its own: the model's where it sent one, else one
//! of ours, the same in the partial and in the whole response.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::sync::Arc;

use crate::content::{FunctionCall, OWN_ID, PIECED_ID};
use crate::event::Event;
use crate::invocation::InvocationContext;
use crate::model::LlmResponse;

/// The ids of one answer of a model.
pub(super) struct CallIds<'a> {
    ctx: &'a InvocationContext,
    /// Room in which an id is put together, kept for the next.
    room: String,
    /// Ids given to calls that came without one, in the order of the calls.
    given: Vec<Arc<str>>,
    /// Ids given to calls that came in pieces, by what the aggregator calls them.
    pieced: HashMap<Box<str>, Arc<str>>,
    /// What the partial responses have shown so far.
    in_pieces: Seen,
    /// The ids of earlier calls that are answered later, once a call came with an id.
    taken: Option<HashSet<Box<str>>>,
}

/// The calls of a response, or of the partial ones so far.
#[derive(Default)]
struct Seen {
    /// How many needed an id of ours for their place among the calls.
    given: usize,
    /// The last call of each id.
    last: HashMap<Box<str>, Last>,
}

struct Last {
    /// What it goes by, where that is another id.
    id: Option<Arc<str>>,
    continues: bool,
}

impl<'a> CallIds<'a> {
    pub(super) fn new(ctx: &'a InvocationContext) -> Self {
        Self {
            ctx,
            room: String::new(),
            given: Vec::new(),
            pieced: HashMap::new(),
            in_pieces: Seen::default(),
            taken: None,
        }
    }

    /// The model's response with an id on each call. An id that the model used for two
    /// calls is replaced too, since the answers could not be told apart.
    pub(super) fn complete(&mut self, mut response: LlmResponse) -> LlmResponse {
        let Some(content) = response
            .content
            .as_mut()
            .filter(|content| content.has_calls())
        else {
            return response;
        };
        let mut seen = if response.partial {
            mem::take(&mut self.in_pieces)
        } else {
            Seen::default()
        };
        let calls = content.function_calls();
        let ids: Vec<_> = calls.map(|call| self.id(call, &mut seen)).collect();
        if response.partial {
            self.in_pieces = seen;
        }
        if ids.iter().any(Option::is_some) {
            let mut ids = ids.into_iter();
            content.edit_calls(|call| {
                if let Some(id) = ids.next().flatten() {
                    call.set_id(id);
                }
            });
        }
        response
    }

    /// A response that a hook put in the place of the model's. It has the ids of the calls
    /// that the hook kept; others are new, since nothing tells which were seen before.
    pub(super) fn complete_replaced(&self, response: LlmResponse) -> LlmResponse {
        Self::new(self.ctx).complete(response)
    }

    /// The id of ours that the call is to have, if any.
    fn id(&mut self, call: &FunctionCall, seen: &mut Seen) -> Option<Arc<str>> {
        let named = call.id().unwrap_or_default();
        let id = match seen.last.get(named) {
            Some(last) if last.continues => last.id.clone(),
            None if named.starts_with(PIECED_ID) => Some(self.pieced(named)),
            None if !named.is_empty() && !self.is_taken(named) => None,
            _ => {
                seen.given += 1;
                Some(self.nth(seen.given - 1))
            }
        };
        if !named.is_empty() {
            let continues = call.will_continue();
            let id = id.clone();
            seen.last.insert(named.into(), Last { id, continues });
        }
        id
    }

    fn pieced(&mut self, named: &str) -> Arc<str> {
        if let Some(id) = self.pieced.get(named) {
            return Arc::clone(id);
        }
        let id = self.new_id();
        self.pieced.insert(named.into(), Arc::clone(&id));
        id
    }

    fn nth(&mut self, index: usize) -> Arc<str> {
        if index == self.given.len() {
            let id = self.new_id();
            self.given.push(id);
        }
        Arc::clone(&self.given[index])
    }

    /// Whether an earlier call of this id gets an answer by it later, which could not be told
    /// from one to this call.
    fn is_taken(&mut self, named: &str) -> bool {
        let session = || self.ctx.scope().session();
        let taken = self
            .taken
            .get_or_insert_with(|| answered_later(session().events()));
        taken.contains(named)
    }

    fn new_id(&mut self) -> Arc<str> {
        self.room.clear();
        self.room.push_str(OWN_ID);
        let platform = &self.ctx.scope().services.platform;
        self.room.push_str(&platform.new_id());
        self.room.as_str().into()
    }
}

/// The ids of calls whose results come later, or that wait for a person.
fn answered_later<'e>(events: impl Iterator<Item = &'e Event>) -> HashSet<Box<str>> {
    let mut ids = HashSet::new();
    for event in events.filter(|event| event.long_running_tool_ids().len() > 0) {
        let asked = event.confirmation_requests();
        let inner = event.actions().inner_calls().iter();
        let asked = asked.filter_map(|request| request.call().id().map(Box::from));
        let inner = inner.filter_map(|inner| inner.agent_call.id().map(Box::from));
        ids.extend(event.long_running_tool_ids().map(Box::from));
        ids.extend(asked.chain(inner));
    }
    ids
}
