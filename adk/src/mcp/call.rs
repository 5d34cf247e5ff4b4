//! One call of a host: the tool in a task of its own, under a time limit, until the host cancels
//! it; what it reports goes to the host as it comes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use futures_core::future::BoxFuture;
use rmcp::model::{CallToolResult, JsonObject, ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};
use serde_json::Value;
use tokio_util::task::AbortOnDropHandle;

use super::answer;
use super::connection::Connection;
use crate::content::Json;
use crate::context::{Listener, ToolContext};
use crate::tool::{Tool, ToolError, out_of_time, panic_text};

impl Connection {
    /// Makes the call. Whatever the tool does, there is an answer.
    pub(super) async fn call(
        &self,
        tool: Arc<dyn Tool>,
        args: Option<JsonObject>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let Ok(_place) = self.served.calls.acquire().await else {
            return answer::failed(&ToolError::model("the server has stopped"));
        };
        let args = Json::from(Value::Object(args.unwrap_or_default()));
        let ctx = ToolContext::new(self.context(), Arc::from(context.id.to_string()));
        let ctx = match context.meta.get_progress_token() {
            Some(token) => ctx.heard_by(Arc::new(Host::new(context.peer, token)), 0),
            None => ctx,
        };
        let result = tokio::select! {
            biased;
            () = context.ct.cancelled() => {
                ctx.cancellation().cancel();
                Err(ToolError::model("the call was cancelled"))
            }
            result = self.run(&tool, &ctx, args) => result,
        };
        let actions = ctx.callback.take_actions();
        self.keep(&actions);
        match result {
            Ok(result) => answer::of(tool.name(), &ctx, result, &actions).await,
            Err(error) => answer::failed(&error),
        }
    }

    async fn run(
        &self,
        tool: &Arc<dyn Tool>,
        ctx: &ToolContext,
        args: Json,
    ) -> Result<Json, ToolError> {
        let limit = self.served.server.call_timeout;
        let (task_tool, task_ctx) = (Arc::clone(tool), ctx.clone());
        let task = async move { task_tool.run(&task_ctx, &args).await };
        let task = AbortOnDropHandle::new(tokio::spawn(task));
        match tokio::time::timeout(limit, task).await {
            Ok(Ok(result)) => result,
            Ok(Err(ended)) => Err(match ended.try_into_panic() {
                Ok(payload) => ToolError::model(panic_text(tool.name(), payload)),
                Err(_) => ToolError::model(format!("tool `{}` was cancelled", tool.name())),
            }),
            Err(_) => Err(out_of_time(ctx, tool.name(), limit, "the server's limit")),
        }
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
