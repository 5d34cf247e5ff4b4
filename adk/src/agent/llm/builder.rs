//! Builds an [`LlmAgent`].

use std::sync::Arc;

use super::{IntoModel, LlmAgent, server_tools};
use crate::agent::IntoAgent;
use crate::agent::hooks::{agent_callbacks, callback_methods};
use crate::auth::AuthHandler;
use crate::code::CodeExecutor;
use crate::content::{GenerateContentConfig, Json, Schema};
use crate::context::{CallbackContext, ToolContext};
use crate::error::{Error, ErrorKind, Result};
use crate::flow::{Extensions, IncludeContents, Output, RequestProcessor, ResponseProcessor, Spec};
use crate::instruction::Instruction;
use crate::invocation::{Agent, TransferPolicy, check_agent_name};
use crate::model::{Llm, LlmRequest, LlmResponse};
use crate::planner::Planner;
use crate::plugin::{
    AfterModel, AfterTool, BeforeModel, BeforeTool, Callbacks, OnModelError, OnToolError,
};
use crate::tool::args::Form;
use crate::tool::toolset::check_tools;
use crate::tool::{IntoToolset, Tool, ToolError, ToolList};

/// Makes an [`LlmAgent`]. Mistakes are reported by [`build`](Self::build).
#[derive(Debug)]
#[must_use]
pub struct LlmAgentBuilder {
    pub(super) name: String,
    description: String,
    model: Option<Result<Arc<dyn Llm>>>,
    global_instruction: Option<Instruction>,
    instruction: Option<Instruction>,
    include_contents: IncludeContents,
    config: GenerateContentConfig,
    pub(super) tools: ToolList,
    pub(super) output: Option<Form>,
    pub(super) output_schema: Option<Schema>,
    output_key: Option<String>,
    callbacks: Option<Callbacks>,
    pub(super) sub_agents: Vec<Result<Arc<dyn Agent>>>,
    pub(super) input: Option<Form>,
    input_schema: Option<Schema>,
    transfer_policy: TransferPolicy,
    extensions: Extensions,
}

impl LlmAgentBuilder {
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            description: String::new(),
            model: None,
            global_instruction: None,
            instruction: None,
            include_contents: IncludeContents::Default,
            config: GenerateContentConfig::new(),
            tools: ToolList::new(),
            output: None,
            output_schema: None,
            output_key: None,
            callbacks: None,
            sub_agents: Vec::new(),
            input: None,
            input_schema: None,
            transfer_policy: TransferPolicy::new(),
            extensions: Extensions::default(),
        }
    }

    /// The model: a name such as `"gemini-2.5-flash"`, or any [`Llm`].
    pub fn model(mut self, model: impl IntoModel) -> Self {
        self.model = Some(model.into_model());
        self
    }

    /// What the agent is for: its own model is told, and those that may hand over to it or
    /// call it.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// What the model is told to be and to do; see [`Instruction`] for keys in braces.
    pub fn instruction(mut self, instruction: impl Into<Instruction>) -> Self {
        self.instruction = Some(instruction.into());
        self
    }

    /// What the models of this agent and of all agents below it are told before their own
    /// instructions. It counts only where this agent is the root of its tree.
    pub fn global_instruction(mut self, instruction: impl Into<Instruction>) -> Self {
        self.global_instruction = Some(instruction.into());
        self
    }

    /// How much of the conversation the model is sent; all of it by default.
    pub fn include_contents(mut self, include: IncludeContents) -> Self {
        self.include_contents = include;
        self
    }

    /// How the model generates.
    pub fn generate_content_config(mut self, config: GenerateContentConfig) -> Self {
        self.config = config;
        self
    }

    /// One more tool, e.g. `.tool(get_weather::tool())`.
    pub fn tool(mut self, tool: impl Tool + 'static) -> Self {
        self.tools.push(tool);
        self
    }

    /// One more toolset: what `#[toolset]` made, or any [`Toolset`](crate::Toolset). One
    /// that is not [fixed](crate::Toolset::fixed_tools) is asked for its tools at the start
    /// of each run of the agent, within [`RunConfig::tool_timeout`](crate::RunConfig).
    pub fn toolset(mut self, toolset: impl IntoToolset) -> Self {
        self.tools.push_toolset(toolset);
        self
    }

    /// More tools and toolsets, e.g. `.tools(tools![get_weather, ..orders])`.
    pub fn tools(mut self, tools: impl Into<ToolList>) -> Self {
        self.tools.append(tools);
        self
    }

    /// What the agent's final answer has to be, where no type of the program is it: JSON of this
    /// schema. All that is said of [`output`](Self::output) holds, except that nothing is decoded.
    ///
    /// Keys that the schema does not know are kept, and `null` may stand for a key that may be
    /// left out. Not checked are a `pattern` and a `format`.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::content::Schema;
    /// use adk::testing::ScriptedModel;
    /// use adk::{LlmAgent, Runner};
    /// use serde_json::{Value, json};
    ///
    /// let schema = Schema::from_value(json!({
    ///     "type": "object",
    ///     "properties": {"city": {"type": "string"}, "degrees": {"type": "integer"}},
    ///     "required": ["city", "degrees"],
    /// }));
    /// let model = ScriptedModel::new().text(r#"{"city": "Paris", "degrees": 22}"#);
    /// let agent = LlmAgent::builder("reporter").model(model).output_schema(schema).build()?;
    /// let runner = Runner::builder("weather", agent).build()?;
    /// let report: Value = runner.run("user", "session", "Paris?").output().await?;
    /// assert_eq!(report["degrees"], 22);
    /// # Ok(()) }
    /// ```
    pub fn output_schema(mut self, schema: Schema) -> Self {
        self.output_schema = Some(schema);
        self
    }

    /// The key of the session's state that keeps the agent's final answer: its text without
    /// thoughts or, where its [form](Self::output) is fixed, the parsed JSON.
    ///
    /// The key stays as it was when the agent ends without an answer of its own: with an empty
    /// text, with text next to a tool call, or with a tool's result as its last word.
    pub fn output_key(mut self, key: impl Into<String>) -> Self {
        self.output_key = Some(key.into());
        self
    }

    /// One more agent below this one. The model is told its description, and may hand the
    /// conversation over to it by the tool `transfer_to_agent`.
    pub fn sub_agent(mut self, agent: impl IntoAgent) -> Self {
        self.sub_agents.push(agent.into_agent());
        self
    }

    /// The arguments that the agent takes as a tool of another agent
    /// ([`AgentTool`](crate::AgentTool)), where no type of the program is [it](Self::input): the
    /// schema of an object. The JSON of the arguments is the message that the agent gets.
    pub fn input_schema(mut self, schema: Schema) -> Self {
        self.input_schema = Some(schema);
        self
    }

    /// Keeps the model from handing over to the parent, the agent above this one.
    pub fn disallow_transfer_to_parent(mut self) -> Self {
        self.transfer_policy = self.transfer_policy.disallow_parent();
        self
    }

    /// Keeps the model from handing over to its peers: the agents under the same parent.
    pub fn disallow_transfer_to_peers(mut self) -> Self {
        self.transfer_policy = self.transfer_policy.disallow_peers();
        self
    }

    /// Has the model plan before it acts; see [`Planner`].
    pub fn planner(mut self, planner: impl Planner + 'static) -> Self {
        self.extensions.planner = Some(Arc::new(planner));
        self
    }

    /// Runs the code that the model writes; see [`CodeExecutor`].
    pub fn code_executor(mut self, executor: impl CodeExecutor + 'static) -> Self {
        self.extensions.code_executor = Some(Arc::new(executor));
        self
    }

    /// Handles credentials before the model is asked; see [`AuthHandler`].
    pub fn auth_handler(mut self, handler: impl AuthHandler + 'static) -> Self {
        self.extensions.auth_handler = Some(Arc::new(handler));
        self
    }

    /// One more processor of requests; it runs after ADK's own and those added before.
    pub fn request_processor(mut self, processor: impl RequestProcessor + 'static) -> Self {
        self.extensions.request_processors.push(Arc::new(processor));
        self
    }

    /// One more processor of responses; it runs after ADK's own and those added before.
    pub fn response_processor(mut self, processor: impl ResponseProcessor + 'static) -> Self {
        self.extensions
            .response_processors
            .push(Arc::new(processor));
        self
    }

    /// Checks everything and makes the agent.
    ///
    /// # Errors
    /// - [`InvalidName`](ErrorKind::InvalidName): the agent's name is not an identifier or is
    ///   `user`, or a tool's name is reserved or not one that every vendor takes.
    /// - [`DuplicateName`](ErrorKind::DuplicateName): two tools have one name.
    /// - [`Config`](ErrorKind::Config): a tool has no description or too long a one, or
    ///   parameters with impossible names or bounds; it is said twice what the agent answers or
    ///   takes, as by `output` and `output_schema`; or a tool of Gemini's server stands beside what
    ///   the model does not take with it.
    /// - [`ModelNotConfigured`](ErrorKind::ModelNotConfigured): there is no model.
    /// - What kept an agent below it from being made.
    /// - What the model's own set-up says, such as [`MissingKey`](ErrorKind::MissingKey).
    pub fn build(mut self) -> Result<LlmAgent> {
        check_agent_name(&self.name)?;
        if let Some(fault) = self.tools.fault() {
            return Err(fault.clone());
        }
        check_tools(&format!("agent `{}`", self.name), self.tools.sourced())?;
        let model = self.model.take();
        let model = model.unwrap_or_else(|| Err(without_model(&self.name)))?;
        server_tools::check(&self, &*model)?;
        let input = form(&self.name, "input", self.input, self.input_schema)?;
        let output = form(&self.name, "output", self.output, self.output_schema)?;
        let output = output_of(&self.name, output, &*model, &self.config)?;
        let spec = Spec {
            identity: identity(&self.name, &self.description).into(),
            name: self.name.into(),
            description: self.description.into(),
            model_name: model.name().into(),
            model,
            global_instruction: self.global_instruction,
            instruction: self.instruction,
            include_contents: self.include_contents,
            config: Arc::new(self.config),
            declarations: Arc::default(),
            tools: Vec::new(),
            relisted: None,
            toolsets: self.tools.toolsets().cloned().collect(),
            output,
            output_key: self.output_key.map(Into::into),
            transfer_policy: self.transfer_policy,
            extensions: self.extensions,
        };
        let mut spec = spec.with_tools(self.tools.tools().cloned().collect());
        if !self.tools.is_fixed() {
            spec.relisted = Some(self.tools);
        }
        Ok(LlmAgent {
            spec: Arc::new(spec),
            callbacks: self.callbacks.map(Arc::new),
            sub_agents: self.sub_agents.into_iter().collect::<Result<_>>()?,
            input,
        })
    }
}

/// What the agent answers or takes: a type or a schema says it.
fn form(
    agent: &str,
    key: &str,
    typed: Option<Form>,
    schema: Option<Schema>,
) -> Result<Option<Form>> {
    match (typed, schema) {
        (Some(_), Some(_)) => {
            let text = format!(
                "agent `{agent}` has an `{key}` and an `{key}_schema`: leave out the second, since \
                 the type has a schema"
            );
            Err(Error::new(ErrorKind::Config, text))
        }
        (typed, schema) => Ok(typed.or_else(|| schema.map(Form::from))),
    }
}

/// What the final answer has to be, in the words of the model.
fn output_of(
    agent: &str,
    form: Option<Form>,
    model: &dyn Llm,
    config: &GenerateContentConfig,
) -> Result<Option<Arc<Output>>> {
    let Some(form) = form else {
        return Ok(None);
    };
    if config.response_schema.is_some() {
        let key = if form.is_typed() {
            "output"
        } else {
            "output_schema"
        };
        let text = format!(
            "agent `{agent}` has an `{key}` and a `response_schema` in its \
             `generate_content_config`: leave out the second"
        );
        return Err(Error::new(ErrorKind::Config, text));
    }
    Ok(Some(Arc::new(Output::new(form, model, config))))
}

/// Callbacks. Each may be added several times: they are asked in that order, after the runner's
/// plugins, and the first answer other than "proceed" stands.
impl LlmAgentBuilder {
    agent_callbacks!();

    callback_methods! {
        /// Before the model is called.
        before_model(CallbackContext, LlmRequest) -> BeforeModel;
        /// After the model answered, wholly or in part.
        after_model(CallbackContext, LlmResponse) -> AfterModel;
        /// After the model failed.
        on_model_error(CallbackContext, Error) -> OnModelError;
        /// Before a tool is called, with its arguments.
        before_tool(ToolContext, Arc<dyn Tool>, Json) -> BeforeTool;
        /// After a tool answered, with its arguments and its result.
        after_tool(ToolContext, Arc<dyn Tool>, Json, Json) -> AfterTool;
        /// After a tool failed, with its arguments and the error.
        on_tool_error(ToolContext, Arc<dyn Tool>, Json, ToolError) -> OnToolError;
    }
}

fn without_model(agent: &str) -> Error {
    Error::new(
        ErrorKind::ModelNotConfigured,
        format!("agent `{agent}` has no model: call `.model(\"gemini-2.5-flash\")` or the like"),
    )
}

/// ADK's sentence that tells the model who it is.
fn identity(name: &str, description: &str) -> String {
    let name = format!("You are an agent. Your internal name is \"{name}\".");
    if description.is_empty() {
        return name;
    }
    format!("{name} The description about you is \"{description}\".")
}
