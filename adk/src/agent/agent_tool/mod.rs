//! An agent as a tool of another: each call is a run of it on a session of its own, which the
//! store keeps with the caller's, so that a question asked in there can be answered by a later
//! process.

mod outcome;

use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::StreamExt as _;
use serde::Deserialize;
use serde_json::json;

use crate::content::{Content, FunctionCall, FunctionDeclaration, Json, Role, Schema};
use crate::context::{CallAnswer, Need, ToolContext};
use crate::error::{Error, Result};
use crate::invocation::{Agent, AgentTree};
use crate::runner::inner_run;
use crate::tool::args::misfit;
use crate::tool::{Tool, ToolError};
use outcome::Outcome;

/// An agent that another one calls as a tool.
///
/// The call's `request`, or its arguments where the agent has an
/// [input schema](crate::LlmAgentBuilder::input_schema), is the message of a run of the agent;
/// its last words are the result, as an object where it has an output schema. The agent begins
/// with a copy of the session's state, sees nothing of the conversation, and has a session of
/// its own. What it changes of the state, and the artifacts that it saves, are the caller's
/// too. The run's limits and the runner's plugins are in force inside.
///
/// A call inside that waits for the user makes the tool's call wait: the question is asked in
/// the caller's session, and the run that answers goes on inside.
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
    needs: Arc<[Need]>,
    takes_request: bool,
    answers_with_object: bool,
    skips_summarization: bool,
}

#[derive(Deserialize)]
struct Request {
    request: String,
}

impl AgentTool {
    /// The agent as a tool, under its name and its description.
    pub fn new(agent: impl Agent + 'static) -> Self {
        let agent: Arc<dyn Agent> = Arc::new(agent);
        let tree = AgentTree::new(&agent).map(Arc::new);
        let faults = tree.as_ref().err().map(Error::to_string);
        let input = agent.input_schema().cloned();
        let takes_request = input.is_none();
        let input = input.unwrap_or_else(|| {
            Schema::from_value(json!({
                "type": "object",
                "properties": { "request": { "type": "string" } },
                "required": ["request"],
                "additionalProperties": false,
            }))
        });
        let declaration = FunctionDeclaration::new(agent.name(), agent.description(), input);
        let declaration = declaration.with_faults(faults.into_iter().collect());
        let agents = tree.iter().flat_map(|tree| tree.agents());
        let tools = agents.flat_map(Agent::tools);
        let needs = tools
            .flat_map(|tool| tool.needs().iter().copied())
            .collect();
        Self {
            answers_with_object: agent.output_schema().is_some(),
            declaration: Arc::new(declaration),
            tree,
            needs,
            takes_request,
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
            Some(CallAnswer::Inner { session, said }) => (
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
        let result = outcome.into_result(self.answers_with_object)?;
        if self.skips_summarization {
            ctx.skip_summarization();
        }
        Ok(result)
    }

    fn message(&self, args: &Json) -> Result<Content, ToolError> {
        if !self.takes_request {
            let schema = self.declaration.parameters().as_json().to_value();
            let heading = format!("the arguments of `{}` do not fit:", self.name());
            return match misfit(&heading, "", &schema, &args.to_value()) {
                Some(fault) => Err(ToolError::model(fault).permanent()),
                None => Ok(Content::user(args.as_str())),
            };
        }
        let request = args.decode::<Request>().map_err(|_| {
            let name = self.name();
            ToolError::model(format!("`{name}` takes a `request`, in words"))
        })?;
        Ok(Content::user(request.request))
    }
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
