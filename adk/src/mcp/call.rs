//! One call of a host: the tool in a task of its own, under a time limit, until the host cancels
//! it. A call that asks a person is made once more.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, CallToolResponse, InputRequiredResult, InputResponses};
use rmcp::service::RequestContext;
use serde_json::Value;
use tokio::sync::SemaphorePermit;
use tokio_util::sync::CancellationToken;

use super::answer;
use super::approval::Approval;
use super::connection::Connection;
use super::reports::Host;
use crate::content::Json;
use crate::context::{CallAnswer, ToolContext};
use crate::tool::{Tool, ToolError, run_as_task};

/// A call as it came.
pub(super) struct Call {
    pub(super) tool: Arc<dyn Tool>,
    pub(super) args: Json,
    /// What the host asked its user for an earlier try of the call.
    pub(super) answers: InputResponses,
    /// By which the host says what it asked about.
    pub(super) state: Option<String>,
    pub(super) context: RequestContext<RoleServer>,
}

/// What a call came to.
enum Outcome {
    Result(ToolContext, Json),
    /// The host asks its user, and calls again.
    Asks(InputRequiredResult),
}

impl Call {
    pub(super) fn new(
        tool: Arc<dyn Tool>,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Self {
        Self {
            tool,
            args: Json::from(Value::Object(request.arguments.unwrap_or_default())),
            answers: request.input_responses.unwrap_or_default(),
            state: request.request_state,
            context,
        }
    }

    fn listener(&self) -> Option<Arc<Host>> {
        let token = self.context.meta.get_progress_token()?;
        Some(Arc::new(Host::new(self.context.peer.clone(), token)))
    }
}

impl Connection {
    /// Makes the call. Whatever the tool does, there is an answer.
    pub(super) async fn call(&self, call: Call) -> CallToolResponse {
        let cancelled = call.context.ct.clone();
        let stop = CancellationToken::new();
        let outcome = tokio::select! {
            biased;
            () = cancelled.cancelled() => {
                stop.cancel();
                Err(ToolError::model("the call was cancelled"))
            }
            outcome = self.approved(&call, &stop) => outcome,
        };
        match outcome {
            Ok(Outcome::Asks(asked)) => asked.into(),
            Ok(Outcome::Result(ctx, result)) => {
                answer::of(call.tool.name(), &ctx, result).await.into()
            }
            Err(error) => answer::failed(&error).into(),
        }
    }

    /// Makes the call, and once more with the answer where a person is asked about it.
    async fn approved(&self, call: &Call, stop: &CancellationToken) -> Result<Outcome, ToolError> {
        let listener = call.listener();
        let id: Arc<str> = call.context.id.to_string().into();
        let mut answer = None;
        loop {
            let listener = listener.clone().map(|listener| (listener as _, 0));
            let id_of_call = Arc::clone(&id);
            let ctx = ToolContext::new(self.context(stop), id_of_call, answer.clone(), listener);
            let result = self.run(call, &ctx).await;
            let actions = ctx.actions();
            self.keep(&actions);
            let question = actions.requested_tool_confirmations().get(&*id);
            let Some(question) = question.filter(|_| answer.is_none()) else {
                return result
                    .inspect_err(|error| error.log(call.tool.name(), &ctx))
                    .map(|result| Outcome::Result(ctx, result));
            };
            match self.approval(call, question).await? {
                Approval::Asked(asked) => return Ok(Outcome::Asks(asked)),
                Approval::Answered(told) => {
                    answer = Some(Arc::new(CallAnswer::Confirmation(told)));
                }
            }
        }
    }

    async fn run(&self, call: &Call, ctx: &ToolContext) -> Result<Json, ToolError> {
        let limit = self.served.server.call_timeout;
        let _place = self.place(limit).await?;
        run_as_task(&call.tool, ctx, &call.args, limit, "the server's limit").await
    }

    /// A place among the calls that run at once.
    async fn place(&self, limit: Duration) -> Result<SemaphorePermit<'_>, ToolError> {
        let busy = || ToolError::model("the server is busy with other calls; try again later");
        let waiting = self.served.waiting.try_acquire().map_err(|_| busy())?;
        let place = tokio::time::timeout(limit, self.served.calls.acquire()).await;
        drop(waiting);
        place.ok().and_then(Result::ok).ok_or_else(busy)
    }
}
