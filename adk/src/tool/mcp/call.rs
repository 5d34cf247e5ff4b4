//! One call of a server's tool: its reports on the way, its time limit, its cancellation, and
//! what is done where the connection breaks.

use std::pin::pin;
use std::time::Duration;

use futures_util::future::{Either, select};
use http::StatusCode;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, CancelledNotification,
    CancelledNotificationParam, ClientRequest, ErrorCode, ProgressNotificationParam, ProgressToken,
    RequestId, ServerResult,
};
use rmcp::service::{PeerRequestOptions, RequestHandle, ServiceError};
use rmcp::{Peer, RoleClient};
use serde_json::{Number, Value};
use tokio::runtime::Handle;
use tokio::sync::mpsc::Receiver;

use super::fault::{self, FaultKind};
use super::http::HttpError;
use super::session::Link;
use super::tap::ReportTo;
use crate::content::Json;
use crate::context::ToolContext;
use crate::error::{BoxError, in_one_line};

/// By this code an answer is told that was not kept.
pub(super) const TOO_LARGE: ErrorCode = ErrorCode(-32_099);

/// Why a call has no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// The server said so.
    Refused(ServiceError),
    /// The call never reached the server: it may be made again.
    NotSent(BoxError),
    /// Whether it was made is not known.
    Broken(BoxError),
    /// A status of HTTP in place of an answer.
    Answered(StatusCode, BoxError),
    TooLarge,
    OutOfTime,
}

impl From<ServiceError> for Failure {
    fn from(error: ServiceError) -> Self {
        let broken: fn(BoxError) -> Self = match &error {
            ServiceError::McpError(said) if said.code == TOO_LARGE => return Self::TooLarge,
            ServiceError::McpError(_) | ServiceError::UnexpectedResponse => {
                return Self::Refused(error);
            }
            ServiceError::TransportSend(sending) => match sending.error.downcast_ref() {
                Some(HttpError::ResponseBodyTooLarge { .. }) => return Self::TooLarge,
                Some(HttpError::SessionExpired) => Self::NotSent,
                Some(HttpError::Client(fault)) => match fault.kind {
                    FaultKind::Unsent => Self::NotSent,
                    FaultKind::Answered(status) => {
                        return Self::Answered(status, fault::cause(error));
                    }
                    FaultKind::Broken => Self::Broken,
                },
                _ => Self::Broken,
            },
            _ => Self::Broken,
        };
        broken(fault::cause(error))
    }
}

impl Link {
    /// Makes a call. A future that is dropped tells the server that nobody waits any more.
    pub(super) async fn call(
        &self,
        params: CallToolRequestParams,
        ctx: &ToolContext,
        limit: Duration,
    ) -> Result<CallToolResult, Failure> {
        let called = tokio::time::timeout(limit, self.answer(params, ctx)).await;
        let called = called.unwrap_or(Err(Failure::OutOfTime));
        match called {
            Ok(ServerResult::CallToolResult(result)) => Ok(result),
            // What has no content is no more than an acknowledgement.
            Ok(ServerResult::EmptyResult(_)) => Ok(CallToolResult::default()),
            Ok(_) => Err(Failure::Refused(ServiceError::UnexpectedResponse)),
            Err(failure) => {
                match &failure {
                    Failure::NotSent(_) => self.news.end(),
                    Failure::Broken(_) | Failure::Answered(..) | Failure::OutOfTime => {
                        self.suspect();
                    }
                    Failure::Refused(_) | Failure::TooLarge => {}
                }
                // How a program ended says more than that its pipe is closed.
                Err(match (failure, self.news.ending()) {
                    (Failure::Broken(_), Some(ending)) => Failure::Broken(ending.into()),
                    (failure, _) => failure,
                })
            }
        }
    }

    async fn answer(
        &self,
        params: CallToolRequestParams,
        ctx: &ToolContext,
    ) -> Result<ServerResult, Failure> {
        let (report_to, reports) = ReportTo::new();
        let mut request = CallToolRequest::new(params);
        request.extensions.insert(report_to);
        let request = ClientRequest::CallToolRequest(request);
        let options = PeerRequestOptions::no_options();
        let handle = self
            .service
            .send_cancellable_request(request, options)
            .await?;
        let mut open = Open {
            link: self,
            token: handle.progress_token.clone(),
            id: Some(handle.id.clone()),
        };
        let answer = reported(handle, reports, ctx).await;
        open.id = None;
        Ok(answer?)
    }
}

/// The answer, and until it comes what the server reports of the call.
async fn reported(
    handle: RequestHandle<RoleClient>,
    mut reports: Receiver<ProgressNotificationParam>,
    ctx: &ToolContext,
) -> Result<ServerResult, ServiceError> {
    let mut answer = Box::pin(handle.await_response());
    let answer = loop {
        let report = match select(answer, pin!(reports.recv())).await {
            Either::Left((answer, _)) => break answer,
            Either::Right((report, rest)) => {
                answer = rest;
                report
            }
        };
        match report {
            Some(report) => ctx.progress(told(report)).await,
            None => break answer.await,
        }
    };
    while let Ok(report) = reports.try_recv() {
        ctx.progress(told(report)).await;
    }
    answer
}

fn told(report: ProgressNotificationParam) -> Json {
    let mut told = serde_json::Map::new();
    told.insert("progress".into(), number(report.progress));
    told.extend(report.total.map(|total| ("total".into(), number(total))));
    let message = report.message;
    told.extend(message.map(|message| ("message".into(), Value::String(message))));
    Json::from(Value::Object(told))
}

/// A whole number without a fraction.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        let digits = format!("{value:.0}");
        if let Ok(whole) = digits.parse::<i64>() {
            return whole.into();
        }
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

/// A call that the server may still be at.
struct Open<'a> {
    link: &'a Link,
    token: ProgressToken,
    /// None once there is an answer.
    id: Option<RequestId>,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.link.news.forget(&self.token);
        let (Some(id), Ok(runtime)) = (self.id.take(), Handle::try_current()) else {
            return;
        };
        runtime.spawn(cancel(self.link.service.peer().clone(), id));
    }
}

async fn cancel(peer: Peer<RoleClient>, id: RequestId) {
    let reason = "nobody waits for the answer any more".to_owned();
    let params = CancelledNotificationParam::new(Some(id), Some(reason));
    let told = peer.send_notification(CancelledNotification::new(params).into());
    if let Err(error) = told.await {
        let error = in_one_line(&error);
        tracing::debug!(error, "an MCP server was not told that a call is cancelled");
    }
}
