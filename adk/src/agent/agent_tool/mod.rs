//! An agent as a tool of another: each call is a run of it on a session of its own, which the
//! store keeps with the caller's, so that a question asked in there can be answered by a later
//! process.

mod outcome;

use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::StreamExt as _;
use serde_json::{Value, json};

use crate::content::{Content, FunctionCall, FunctionDeclaration, Json, Role, Schema};
use crate::context::{CallAnswer, Need, ToolContext};
use crate::error::{Error, Result};
use crate::invocation::{Agent, AgentTree};
use crate::runner::inner_run;
use crate::tool::args::fitted;
use crate::tool::{Tool, ToolError};
use outcome::Outcome;

/// An agent that another one calls as a tool.
///
/// The call's `request`, or its arguments where the agent has an
/// [input schema](crate::LlmAgentBuilder::input_schema), is the message of a run of the agent;
/// its last words are the result, as JSON where it has an
/// [output schema](Agent::output_schema). What ends that run with an error is an error of the
/// tool. The model chooses by the agent's description, which cannot be empty.
///
/// The agent sees nothing of the conversation: each call has a session of its own, which no
/// list shows and which is deleted with the caller's. It sees the state as the call does, but
/// for keys that begin with `_adk`; what it changes of it, and the artifacts that it saves, are
/// the caller's too. Services and plugins are the runner's. Model calls and transfers count
/// towards the limits of the run, whose end is the end of all in it; and the whole call is one
/// of a tool, under [`RunConfig::tool_timeout`](crate::RunConfig::tool_timeout).
///
/// A call inside that waits, for a yes or no or for a result that comes later, makes the tool's
/// call wait. An event of the caller shows it as one of its own, for instance in
/// [`confirmation_requests`](crate::Event::confirmation_requests); the run that brings the
/// answer, in this process or in another, goes on inside, and what comes of it takes the place
/// of the tool's answer `{"status": "pending"}`. Of several such calls each may be answered by
/// itself: the result is what the agent said last.
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
    /// Or what is wrong with the agents; `build()` of the agent around says it.
    tree: Result<Arc<AgentTree>>,
    declaration: Arc<FunctionDeclaration>,
    needs: Vec<Need>,
    takes_request: bool,
    answers_in_json: bool,
    skips_summarization: bool,
}

impl AgentTool {
    /// The agent as a tool, under its name and its description. What is wrong with it is said by
    /// the [`build`](crate::LlmAgentBuilder::build) of the agent that gets the tool.
    pub fn new(agent: impl Agent + 'static) -> Self {
        let agent: Arc<dyn Agent> = Arc::new(agent);
        let tree = AgentTree::new(&agent).map(Arc::new);
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

    /// The same tool, whose result is the last word: the caller's model is not asked to sum
    /// it up.
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
            _ => (ctx.new_id(), self.message(args)?),
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

    fn message(&self, args: &Json) -> Result<Content, ToolError> {
        let args = fitted(&self.declaration, args)?;
        Ok(match args.to_value().get("request") {
            Some(Value::String(request)) if self.takes_request => Content::user(&**request),
            _ => Content::user(args.as_str()),
        })
    }
}

fn declaration(agent: &dyn Agent, fault: Option<String>) -> FunctionDeclaration {
    let schema = agent.input_schema();
    let strange = schema.filter(|schema| schema.is_never_object()).map(|_| {
        "its input schema is not that of an object\nhelp: make it one, with a property for each thing \
         that the agent has to know"
            .to_owned()
    });
    let input = schema
        .cloned()
        .map_or_else(request, Schema::into_object_root);
    let declaration = FunctionDeclaration::new(agent.name(), agent.description(), input);
    declaration.with_faults(fault.into_iter().chain(strange).collect())
}

/// What an agent takes that asks for nothing else.
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
}
