//! An agent that a language model leads.

mod builder;
mod model;
mod server_tools;
mod typed;

pub use builder::LlmAgentBuilder;
pub use model::IntoModel;
pub use typed::{Input, Output};

use std::sync::Arc;

use crate::content::{Json, Schema};
use crate::emit::try_stream;
use crate::flow::{self, Spec};
use crate::graph::AgentKind;
use crate::instruction::Instruction;
use crate::invocation::{Agent, EventStream, InvocationContext, TransferPolicy};
use crate::plugin::Callbacks;
use crate::tool::args::Form;
use crate::tool::{Tool, ToolError};

/// An agent that a model leads: it asks the model, calls the tools that the model wants, and
/// goes on until the model answers. `#[agent]` makes one; so does its builder.
///
/// ```
/// # fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{Agent, LlmAgent};
///
/// let agent = LlmAgent::builder("weather_agent")
///     .model(ScriptedModel::new().text("Sunny."))
///     .description("Answers questions about the weather.")
///     .instruction("You help with the weather. Always name the unit.")
///     .build()?;
/// assert_eq!(agent.name(), "weather_agent");
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct LlmAgent {
    spec: Arc<Spec>,
    callbacks: Option<Arc<Callbacks>>,
    sub_agents: Arc<[Arc<dyn Agent>]>,
    input: Option<Form>,
}

impl LlmAgent {
    /// Starts building an agent of that name.
    pub fn builder(name: impl Into<String>) -> LlmAgentBuilder {
        LlmAgentBuilder::new(name.into())
    }
}

impl Agent for LlmAgent {
    fn name(&self) -> &str {
        &self.spec.name
    }

    fn description(&self) -> &str {
        &self.spec.description
    }

    fn kind(&self) -> AgentKind {
        AgentKind::Llm
    }

    fn callbacks(&self) -> Option<Arc<Callbacks>> {
        self.callbacks.clone()
    }

    fn tools(&self) -> &[Arc<dyn Tool>] {
        &self.spec.tools
    }

    fn sub_agents(&self) -> &[Arc<dyn Agent>] {
        &self.sub_agents
    }

    fn transfer_policy(&self) -> Option<TransferPolicy> {
        Some(self.spec.transfer_policy)
    }

    fn input_schema(&self) -> Option<&Schema> {
        self.input.as_ref().map(|input| &input.schema)
    }

    fn check_input(&self, args: &Json) -> Result<(), ToolError> {
        match &self.input {
            Some(input) => input.takes(self.name(), args),
            None => Ok(()),
        }
    }

    fn output_schema(&self) -> Option<&Schema> {
        self.spec.output.as_ref().map(|output| &output.form.schema)
    }

    fn global_instruction(&self) -> Option<&Instruction> {
        self.spec.global_instruction.as_ref()
    }

    fn run(&self, ctx: InvocationContext) -> EventStream {
        let spec = Arc::clone(&self.spec);
        try_stream(|mut out| async move { flow::run(&spec, &ctx, &mut out).await })
    }
}
