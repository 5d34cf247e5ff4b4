//! Gives every function call an id of its own: the model's where it sent one, else one
//! of ours, the same in the partial and in the whole response.

use std::collections::HashSet;

use crate::content::{FunctionCall, OWN_ID};
use crate::invocation::InvocationContext;
use crate::model::LlmResponse;

pub(super) struct CallIds<'a> {
    ctx: &'a InvocationContext,
    /// Ids given to calls that came without one, in the order of the calls.
    given: Vec<Box<str>>,
    seen_in_pieces: usize,
}

impl<'a> CallIds<'a> {
    pub(super) fn new(ctx: &'a InvocationContext) -> Self {
        Self {
            ctx,
            given: Vec::new(),
            seen_in_pieces: 0,
        }
    }

    /// The response with an id on each call. An id that the model used twice in one
    /// response is replaced too, since the answers could not be told apart.
    pub(super) fn complete(&mut self, mut response: LlmResponse) -> LlmResponse {
        let Some(content) = &mut response.content else {
            return response;
        };
        let mut used = HashSet::new();
        let mut is_new = |call: &FunctionCall| {
            let id = call.id().unwrap_or_default();
            !id.is_empty() && used.insert(id.to_owned())
        };
        if content.function_calls().all(&mut is_new) {
            return response;
        }
        used.clear();
        let mut next = if response.partial {
            self.seen_in_pieces
        } else {
            0
        };
        content.edit_calls(|call| {
            let id = call.id().unwrap_or_default();
            if id.is_empty() || !used.insert(id.to_owned()) {
                call.set_id(self.nth(next));
                next += 1;
            }
        });
        if response.partial {
            self.seen_in_pieces = next;
        }
        response
    }

    fn nth(&mut self, index: usize) -> Box<str> {
        if index == self.given.len() {
            let id = self.ctx.scope().services.platform.new_id();
            self.given.push([OWN_ID, &id].concat().into());
        }
        self.given[index].clone()
    }
}
