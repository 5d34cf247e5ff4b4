//! Handing the conversation over to another agent: the tool `transfer_to_agent`, and what the
//! model is told of the agents that it may choose.

use std::fmt::Write as _;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::future::ready;
use serde::Deserialize;
use serde_json::json;

use super::Draft;
use crate::content::{FunctionDeclaration, Json, Schema};
use crate::context::ToolContext;
use crate::invocation::InvocationContext;
use crate::tool::{TRANSFER_TO_AGENT, Tool, ToolError};

pub(super) fn process(draft: &mut Draft<'_>) {
    if !draft.needs_instruction() {
        return;
    }
    let targets = draft.ctx.tree().targets(draft.ctx.place());
    if targets.is_empty() {
        return;
    }
    let mut text = format!(
        "You can hand the conversation over to another agent with the function \
         `{TRANSFER_TO_AGENT}`. These are the agents:\n"
    );
    for agent in targets {
        // Writing to a text does not fail.
        _ = write!(text, "\n- `{}`: {}", agent.name(), agent.description());
    }
    text.push_str(
        "\n\nWhere you are the right one for the question by your own description, answer it. \
         Where another agent is by its description, call the function with the name of that \
         agent, and say nothing beside the call.",
    );
    draft.instruct(&text);
}

/// The tool for the running agent; `None` where there is nobody to hand over to.
pub(super) fn tool(ctx: &InvocationContext) -> Option<Arc<dyn Tool>> {
    let made = ctx.node().transfer.get_or_init(|| {
        let targets = ctx.tree().targets(ctx.place());
        let names: Vec<_> = targets.iter().map(|agent| agent.name()).collect();
        (!names.is_empty()).then(|| Arc::new(TransferToAgent::new(&names)) as _)
    });
    made.clone()
}

#[derive(Debug)]
struct TransferToAgent {
    declaration: Arc<FunctionDeclaration>,
    targets: Box<[Box<str>]>,
}

#[derive(Deserialize)]
struct Arguments {
    agent_name: String,
}

impl TransferToAgent {
    fn new(targets: &[&str]) -> Self {
        let schema = Schema::from_value(json!({
            "type": "object",
            "properties": {
                "agent_name": {
                    "type": "string",
                    "description": "The name of the agent that goes on.",
                    "enum": targets,
                }
            },
            "required": ["agent_name"],
            "additionalProperties": false,
        }));
        let description = "Hands the conversation over to another agent, which answers the user \
                           from here on.";
        Self {
            declaration: Arc::new(FunctionDeclaration::new(
                TRANSFER_TO_AGENT,
                description,
                schema,
            )),
            targets: targets.iter().map(|name| (*name).into()).collect(),
        }
    }

    fn transfer(&self, ctx: &ToolContext, args: &Json) -> Result<Json, ToolError> {
        let known = || self.targets.join(", ");
        let Ok(Arguments { agent_name }) = args.decode() else {
            let text = format!("`agent_name` is missing: it is one of {}", known());
            return Err(ToolError::model(text));
        };
        if !self.targets.iter().any(|target| **target == *agent_name) {
            let text = format!(
                "you cannot hand over to `{agent_name}`; the agents are: {}",
                known()
            );
            return Err(ToolError::model(text));
        }
        ctx.transfer_to_agent(agent_name);
        Ok(Json::empty_object())
    }
}

impl Tool for TransferToAgent {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        Box::pin(ready(self.transfer(ctx, args)))
    }
}
