//! [`AgentTool`]: an agent as a tool of another. Each call is a run of it on a session of its own,
//! which the store keeps with the caller's, so that a later process can answer a question that
//! was asked in it.

mod outcome;

use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::StreamExt as _;
use serde_json::{Value, json};

use crate::content::{Content, FunctionCall, FunctionDeclaration, Json, Role, Schema};
use crate::context::{CallAnswer, Need, ToolContext};
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::invocation::{Agent, AgentTree};
use crate::runner::inner_run;
use crate::tool::args::fitted;
use crate::tool::{Tool, ToolError, ToolList};
use outcome::Outcome;

/// An agent that another one calls as a tool.
///
/// The call's `request` is the message of a run of the agent, or all its arguments are, where the
/// agent has an [input](crate::LlmAgentBuilder::input). The agent's last words are
/// the result, as JSON where it has an [output](crate::LlmAgentBuilder::output). An error of that run
/// is an error of the tool. The model chooses by the agent's description, which may not be empty.
///
/// The agent sees nothing of the conversation: each call has a session of its own, which no list
/// shows and which is deleted with the caller's. It sees the caller's state, except for keys that
/// begin with `_adk`. What it changes of the state, and the artifacts that it saves, are the
/// caller's too. Services and plugins are the runner's. Model calls and transfers count towards
/// the limits of the run, and the whole call has one tool's time:
/// [`RunConfig::tool_timeout`](crate::RunConfig::tool_timeout).
///
/// When a call inside waits, for a yes or no or for a later result, the tool's call waits too and
/// answers `{"status": "pending"}`. An event of the caller shows the inner call as one of its own,
/// for instance in [`confirmation_requests`](crate::Event::confirmation_requests). The run that
/// brings the answer, in this process or in another, goes on inside, and the result takes the
/// place of the pending one. Several such calls may be answered one by one: the result is what the
/// agent said last.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{AgentTool, LlmAgent, Runner};
/// use serde_json::json;
///
/// let researcher = LlmAgent::builder("researcher")
///     .description("Looks things up.")
///     .model(ScriptedModel::new().text("Oslo has 700,000 people."))
///     .build()?;
/// let model = ScriptedModel::new()
///     .call("researcher", json!({ "request": "How many live in Oslo?" }))
///     .text("700,000.");
/// let writer = LlmAgent::builder("writer").model(model).tool(AgentTool::new(researcher)).build()?;
/// let runner = Runner::builder("press", writer).build()?;
/// assert_eq!(runner.run("user", "session", "People in Oslo?").text().await?, "700,000.");
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct AgentTool {
    /// The agents, or why they cannot be a tree: `build()` of the caller reports it.
    tree: Result<Arc<AgentTree>>,
    declaration: Arc<FunctionDeclaration>,
    needs: Vec<Need>,
    takes_request: bool,
    answers_in_json: bool,
    skips_summarization: bool,
}

/// Adds an agent of that name to a list of tools. What kept it from being made is said by
/// `build()` of the agent around.
pub fn add_agent<A: Agent + 'static>(list: &mut ToolList, name: &str, agent: Result<A>) {
    let fault = match agent {
        Ok(agent) => return list.push(AgentTool::new(agent)),
        Err(fault) => fault,
    };
    let declaration = FunctionDeclaration::new(name, name, request());
    let stand_in = AgentTool {
        declaration: Arc::new(declaration.with_faults(vec![fault.to_string()])),
        needs: Vec::new(),
        tree: Err(fault.clone()),
        takes_request: true,
        answers_in_json: false,
        skips_summarization: false,
    };
    list.push_fault(stand_in, fault);
}

impl AgentTool {
    /// The agent as a tool, with its name and description. An agent that cannot be a tool is an
    /// error of the caller's [`build`](crate::LlmAgentBuilder::build).
    pub fn new(agent: impl Agent + 'static) -> Self {
        let agent: Arc<dyn Agent> = Arc::new(agent);
        let tree =
            AgentTree::new(&agent).and_then(|tree| tree.check_exits().map(|()| Arc::new(tree)));
        let fault = tree.as_ref().err().map(Error::to_string);
        Self {
            declaration: Arc::new(declaration(&*agent, fault)),
            needs: tree.as_ref().map(|tree| needs(tree)).unwrap_or_default(),
            tree,
            takes_request: agent.input_schema().is_none(),
            answers_in_json: agent.output_schema().is_some(),
            skips_summarization: false,
        }
    }

    /// Makes the result the last word: the caller's model is not asked to sum it up.
    #[must_use]
    pub fn skip_summarization(mut self) -> Self {
        self.skips_summarization = true;
        self
    }

    async fn call(&self, ctx: &ToolContext, args: &Json) -> Result<Json, ToolError> {
        let tree = self.tree.as_ref().map_err(Error::clone)?;
        let (session, message) = match ctx.answer() {
            Some(CallAnswer::Inner { session, said, .. }) => (
                session.to_string(),
                Content::new(Role::User, said.iter().cloned()),
            ),
            _ => (ctx.new_id(), self.message(&**tree.root(), args)?),
        };
        let mut events = inner_run(ctx, tree, &session, message);
        let mut outcome = Outcome::default();
        while let Some(event) = events.next().await {
            outcome.take_up(ctx, &event?);
        }
        if outcome.waits() {
            let call = FunctionCall::new(self.name(), args.clone());
            outcome.ask(ctx, &session, &call.with_id(ctx.function_call_id()));
            return Ok(Json::from(json!({ "status": "pending" })));
        }
        let result = outcome.into_result(self.answers_in_json)?;
        if self.skips_summarization {
            ctx.skip_summarization();
        }
        Ok(result)
    }

    fn message(&self, agent: &dyn Agent, args: &Json) -> Result<Content, ToolError> {
        let args = fitted(&self.declaration, args, |args| agent.check_input(args))?;
        Ok(match args.to_value().get("request") {
            Some(Value::String(request)) if self.takes_request => Content::user(&**request),
            _ => Content::user(args.as_str()),
        })
    }
}

fn declaration(agent: &dyn Agent, fault: Option<String>) -> FunctionDeclaration {
    let schema = agent.input_schema();
    let not_object = schema.filter(|schema| schema.is_never_object()).map(|_| {
        "its input schema is not that of an object\nhelp: make it one, with a property for each thing \
         that the agent has to know"
            .to_owned()
    });
    let input = schema
        .cloned()
        .map_or_else(request, Schema::into_object_root);
    let declaration = FunctionDeclaration::new(agent.name(), agent.description(), input);
    declaration.with_faults(fault.into_iter().chain(not_object).collect())
}

/// The arguments for an agent without an input schema.
fn request() -> Schema {
    Schema::from_value(json!({
        "type": "object",
        "properties": { "request": { "type": "string" } },
        "required": ["request"],
        "additionalProperties": false,
    }))
}

/// What the tools of the agents need, each type once.
fn needs(tree: &AgentTree) -> Vec<Need> {
    let mut needs = Vec::new();
    for need in tree
        .agents()
        .flat_map(Agent::tools)
        .flat_map(|tool| tool.needs())
    {
        if !needs.contains(need) {
            needs.push(*need);
        }
    }
    needs
}

impl Tool for AgentTool {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        Box::pin(self.call(ctx, args))
    }

    fn needs(&self) -> &[Need] {
        &self.needs
    }

    fn graph(&self) -> Option<Graph> {
        let tree = self.tree.as_ref().ok()?;
        Some(tree.root().graph())
    }
}
