//! One call of a host: the tool in a task of its own, under a time limit, until the host cancels
//! it; what it reports goes to the host as it comes. A call that asks a person is made once more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use futures_core::future::BoxFuture;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, InputRequiredResult, InputResponses,
    ProgressNotificationParam, ProgressToken,
};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};
use serde_json::Value;
use tokio::sync::SemaphorePermit;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::answer;
use super::approval::Approval;
use super::connection::Connection;
use crate::content::Json;
use crate::context::{CallAnswer, Listener, ToolContext};
use crate::tool::{Tool, ToolError, out_of_time, panic_text};

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
            let ctx = ToolContext::new(self.context(stop), &id).answered(answer.as_ref());
            let ctx = match &listener {
                Some(listener) => ctx.heard_by(Arc::clone(listener) as _, 0),
                None => ctx,
            };
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
        let (limit, name) = (self.served.server.call_timeout, call.tool.name());
        let _place = self.place(limit).await?;
        let (tool, args, task_ctx) = (Arc::clone(&call.tool), call.args.clone(), ctx.clone());
        let task = async move { tool.run(&task_ctx, &args).await };
        let task = AbortOnDropHandle::new(tokio::spawn(task));
        match tokio::time::timeout(limit, task).await {
            Ok(Ok(result)) => result,
            Ok(Err(ended)) => Err(match ended.try_into_panic() {
                Ok(payload) => ToolError::model(panic_text(name, payload)),
                Err(_) => ToolError::model(format!("tool `{name}` was cancelled")),
            }),
            Err(_) => Err(out_of_time(ctx, name, limit, "the server's limit")),
        }
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

/// How long a host may take for a report; one that takes longer is told nothing more of the call.
const PATIENCE: Duration = Duration::from_secs(1);

/// The host that made a call, as the listener to what it reports.
struct Host {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    reports: AtomicU32,
    is_deaf: AtomicBool,
}

impl Host {
    fn new(peer: Peer<RoleServer>, token: ProgressToken) -> Self {
        Self {
            peer,
            token,
            reports: AtomicU32::new(0),
            is_deaf: AtomicBool::new(false),
        }
    }

    /// The report in the protocol's form: what has one is told by it, all else is a message.
    fn told(&self, report: &Json) -> ProgressNotificationParam {
        let count = self.reports.fetch_add(1, Ordering::Relaxed) + 1;
        let value = report.to_value();
        let Some(progress) = value.get("progress").and_then(Value::as_f64) else {
            let message = value
                .as_str()
                .map_or_else(|| report.to_string(), str::to_owned);
            let told = ProgressNotificationParam::new(self.token.clone(), count.into());
            return told.with_message(message);
        };
        let mut told = ProgressNotificationParam::new(self.token.clone(), progress);
        told.total = value.get("total").and_then(Value::as_f64);
        told.message = value
            .get("message")
            .and_then(Value::as_str)
            .map(str::to_owned);
        told
    }
}

impl Listener for Host {
    fn hear(&self, _: usize, report: Json) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if self.is_deaf.load(Ordering::Relaxed) {
                return;
            }
            // Of a host whose input has ended nobody takes a report any more, nor says so.
            let telling = self.peer.notify_progress(self.told(&report));
            let told = tokio::time::timeout(PATIENCE, telling).await;
            if !matches!(told, Ok(Ok(()))) {
                tracing::debug!("a host takes no more reports of a call");
                self.is_deaf.store(true, Ordering::Relaxed);
            }
        })
    }
}
