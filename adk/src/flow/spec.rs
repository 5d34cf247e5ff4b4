//! What the Flow knows of an agent: fixed when the agent is built, shared by its runs.

use std::fmt;
use std::sync::Arc;

use super::{IncludeContents, Output, RequestProcessor, ResponseProcessor};
use crate::auth::AuthHandler;
use crate::code::CodeExecutor;
use crate::content::{FunctionDeclaration, GenerateContentConfig};
use crate::instruction::Instruction;
use crate::invocation::TransferPolicy;
use crate::model::Llm;
use crate::planner::Planner;
use crate::tool::{SET_MODEL_RESPONSE, Tool, ToolList, Toolset};

#[derive(Clone)]
pub(crate) struct Spec {
    pub(crate) name: Arc<str>,
    pub(crate) description: Arc<str>,
    pub(crate) model: Arc<dyn Llm>,
    pub(crate) model_name: Arc<str>,
    pub(crate) global_instruction: Option<Instruction>,
    pub(crate) instruction: Option<Instruction>,
    pub(crate) include_contents: IncludeContents,
    pub(crate) config: Arc<GenerateContentConfig>,
    /// All tools and toolsets of the agent, where one of the toolsets lists its tools anew in
    /// each run.
    pub(crate) relisted: Option<ToolList>,
    /// Those that may shape requests.
    pub(crate) toolsets: Arc<[Arc<dyn Toolset>]>,
    /// The tools that are known before a run; in a run, all of them.
    pub(crate) tools: Vec<Arc<dyn Tool>>,
    pub(crate) declarations: Arc<[Arc<FunctionDeclaration>]>,
    pub(crate) output: Option<Arc<Output>>,
    pub(crate) output_key: Option<Box<str>>,
    pub(crate) identity: Box<str>,
    pub(crate) transfer_policy: TransferPolicy,
    pub(crate) extensions: Extensions,
}

/// The user's code in the Flow: what ADK's own processors ask, and the processors that run
/// after them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extensions {
    pub(crate) auth_handler: Option<Arc<dyn AuthHandler>>,
    pub(crate) planner: Option<Arc<dyn Planner>>,
    pub(crate) code_executor: Option<Arc<dyn CodeExecutor>>,
    pub(crate) request_processors: Vec<Arc<dyn RequestProcessor>>,
    pub(crate) response_processors: Vec<Arc<dyn ResponseProcessor>>,
}

impl Spec {
    /// The same spec with these tools.
    pub(crate) fn with_tools(&self, tools: Vec<Arc<dyn Tool>>) -> Self {
        let declared = tools.iter().filter(|tool| tool.is_declared());
        let declarations = declared.map(|tool| Arc::clone(tool.declaration()));
        Self {
            declarations: declarations.collect(),
            tools,
            ..self.clone()
        }
    }

    /// Whether the model gives its final answer by a tool.
    pub(crate) fn answers_by_tool(&self) -> bool {
        self.output.is_some() && self.tool(SET_MODEL_RESPONSE).is_some()
    }

    /// Whether the work of this tool goes on after its call has returned.
    pub(crate) fn is_long_running(&self, name: &str) -> bool {
        self.tool(name).is_some_and(|tool| tool.is_long_running())
    }

    /// The tool that the model calls by this name.
    pub(crate) fn tool(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        self.callable().find(|tool| tool.name() == name)
    }

    /// The tools that the model may call.
    pub(crate) fn callable(&self) -> impl Iterator<Item = &Arc<dyn Tool>> {
        self.tools.iter().filter(|tool| tool.is_declared())
    }
}

impl Extensions {
    /// Whether any of them may change a response.
    pub(crate) fn shape_responses(&self) -> bool {
        self.planner.is_some()
            || self.code_executor.is_some()
            || !self.response_processors.is_empty()
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spec")
            .field("name", &self.name)
            .field("description", &self.description)
            .field("model", &self.model)
            .field("instruction", &self.instruction)
            .field("tools", &self.tools)
            .field("relisted", &self.relisted)
            .field("output_key", &self.output_key)
            .finish_non_exhaustive()
    }
}
