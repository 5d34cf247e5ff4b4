//! A request while its processors make it.

use std::sync::Arc;

use crate::content::Content;
use crate::flow::Spec;
use crate::invocation::InvocationContext;
use crate::model::LlmRequest;

pub(super) struct Draft<'a> {
    pub(super) spec: &'a Arc<Spec>,
    pub(super) ctx: &'a InvocationContext,
    pub(super) request: LlmRequest,
    instruction: Instruction,
}

/// The system instruction so far.
enum Instruction {
    /// The whole of it, of an earlier request: no part of it changes.
    Made(Content),
    /// Its parts, and whether another request has the same.
    Growing { text: String, is_fixed: bool },
}

impl<'a> Draft<'a> {
    pub(super) fn new(spec: &'a Arc<Spec>, ctx: &'a InvocationContext) -> Self {
        let made = ctx.node().fixed_instruction.get();
        let growing = || Instruction::Growing {
            text: String::new(),
            is_fixed: true,
        };
        Self {
            spec,
            ctx,
            request: LlmRequest::default(),
            instruction: made.cloned().map_or_else(growing, Instruction::Made),
        }
    }

    /// Whether the system instruction still has to be put together.
    pub(super) fn needs_instruction(&self) -> bool {
        matches!(self.instruction, Instruction::Growing { .. })
    }

    /// Adds a part to the system instruction, a blank line before it.
    pub(super) fn instruct(&mut self, part: &str) {
        if let Instruction::Growing { text, .. } = &mut self.instruction
            && !part.is_empty()
        {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(part);
        }
    }

    /// Notes that a part may be another one in the next request.
    pub(super) fn instruction_changes(&mut self) {
        if let Instruction::Growing { is_fixed, .. } = &mut self.instruction {
            *is_fixed = false;
        }
    }

    pub(super) fn into_request(self) -> LlmRequest {
        let content = match self.instruction {
            Instruction::Made(content) => content,
            Instruction::Growing { text, is_fixed } => {
                let content = Content::from(text);
                if is_fixed {
                    let made = &self.ctx.node().fixed_instruction;
                    made.get_or_init(|| content).clone()
                } else {
                    content
                }
            }
        };
        self.request.with_system_content(content)
    }
}
