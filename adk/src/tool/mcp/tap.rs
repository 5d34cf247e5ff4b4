//! What stands between a connection and `rmcp`: what a server says unasked ends here.
//!
//! `rmcp` gives each notification a task of its own, which loses their order and has no bound.
//! Here progress goes to the call that it is about, in order and as far as there is room, that
//! the list has changed is noted, and all else is dropped. What a server asks of a client, to
//! sample a model, to ask the user, to tell of files, is refused: a server has no say in a run.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_core::future::BoxFuture;
use futures_util::FutureExt as _;
use rmcp::RoleClient;
use rmcp::model::{
    ClientRequest, ClientResult, ElicitResult, ElicitationAction, ErrorCode, ErrorData,
    GetMeta as _, JsonRpcMessage, ProgressNotificationParam, ProgressToken, ServerNotification,
    ServerRequest,
};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::mpsc;

use super::entries::mended;

/// The most reports of a call that wait for their reader; what comes beyond is left out.
const REPORTS: usize = 16;
/// The longest message of a report, in bytes; what is longer is cut.
const REPORT: usize = 4 << 10;

/// What a server has said unasked.
#[derive(Debug, Default)]
pub(super) struct News {
    list_changed: AtomicBool,
    has_ended: AtomicBool,
    /// How the server's program ended.
    ending: Mutex<Option<String>>,
    calls: Mutex<HashMap<ProgressToken, mpsc::Sender<ProgressNotificationParam>>>,
}

/// Rides on the request of a call, so that its reports have a receiver before it is sent.
#[derive(Debug, Clone)]
pub(super) struct ReportTo(mpsc::Sender<ProgressNotificationParam>);

impl ReportTo {
    pub(super) fn new() -> (Self, mpsc::Receiver<ProgressNotificationParam>) {
        let (sender, receiver) = mpsc::channel(REPORTS);
        (Self(sender), receiver)
    }
}

impl News {
    /// Whether the list has changed since this was asked last.
    pub(super) fn take_list_changed(&self) -> bool {
        self.list_changed.swap(false, Ordering::AcqRel)
    }

    /// Whether the server says nothing more.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Acquire)
    }

    /// Nothing more is expected of the server.
    pub(super) fn end(&self) {
        self.has_ended.store(true, Ordering::Release);
    }

    /// The server's program has ended, as the text says.
    pub(super) fn end_as(&self, ending: String) {
        *self.ending.lock().unwrap_or_else(PoisonError::into_inner) = Some(ending);
    }

    /// How the server's program has ended, if it has.
    pub(super) fn ending(&self) -> Option<String> {
        let ending = self.ending.lock();
        ending.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Nobody listens to this call any more.
    pub(super) fn forget(&self, token: &ProgressToken) {
        self.calls().remove(token);
    }

    fn report(&self, mut report: ProgressNotificationParam) {
        if let Some(message) = &mut report.message
            && message.len() > REPORT
        {
            message.truncate(message.floor_char_boundary(REPORT));
            message.shrink_to_fit();
        }
        if let Some(call) = self.calls().get(&report.progress_token)
            && call.try_send(report).is_err()
        {
            tracing::debug!("a report of an MCP server is left out: its reader is behind");
        }
    }

    fn calls(
        &self,
    ) -> MutexGuard<'_, HashMap<ProgressToken, mpsc::Sender<ProgressNotificationParam>>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) struct Tap<T> {
    server: Box<str>,
    transport: T,
    news: Arc<News>,
    /// An answer on its way; the server is not heard before it is out.
    answering: Option<BoxFuture<'static, ()>>,
}

impl<T: Transport<RoleClient>> Tap<T> {
    pub(super) fn new(server: &str, transport: T, news: Arc<News>) -> Self {
        Self {
            server: server.into(),
            transport,
            news,
            answering: None,
        }
    }

    /// What is left of a message for `rmcp`.
    fn pass(
        &mut self,
        message: RxJsonRpcMessage<RoleClient>,
    ) -> Option<RxJsonRpcMessage<RoleClient>> {
        match message {
            JsonRpcMessage::Request(asked) => {
                let answer = match answer(&asked.request) {
                    Ok(answer) => JsonRpcMessage::response(answer, asked.id),
                    Err(refusal) => JsonRpcMessage::error(refusal, Some(asked.id)),
                };
                self.answering = Some(self.transport.send(answer).map(drop).boxed());
                None
            }
            JsonRpcMessage::Notification(told) => match told.notification {
                ServerNotification::ProgressNotification(progress) => {
                    self.news.report(progress.params);
                    None
                }
                // The first of many is passed on, for what `rmcp` keeps of lists.
                ServerNotification::ToolListChangedNotification(_) => {
                    let known = self.news.list_changed.swap(true, Ordering::AcqRel);
                    (!known).then(|| JsonRpcMessage::notification(told.notification))
                }
                _ => None,
            },
            JsonRpcMessage::Response(mut answer) => {
                answer.result = mended(answer.result, &self.server);
                Some(JsonRpcMessage::Response(answer))
            }
            JsonRpcMessage::Error(_) => Some(message),
        }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Tap<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        if let JsonRpcMessage::Request(asked) = &message
            && let ClientRequest::CallToolRequest(call) = &asked.request
            && let Some(ReportTo(sender)) = call.extensions.get()
            && let Some(token) = asked.request.get_meta().get_progress_token()
        {
            self.news.calls().insert(token, sender.clone());
        }
        self.transport.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            if let Some(answering) = &mut self.answering {
                answering.await;
                self.answering = None;
            }
            let Some(message) = self.transport.receive().await else {
                self.news.end();
                return None;
            };
            if let Some(message) = self.pass(message) {
                return Some(message);
            }
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), T::Error>> + Send {
        self.transport.close()
    }
}

fn answer(asked: &ServerRequest) -> Result<ClientResult, ErrorData> {
    let what = match asked {
        ServerRequest::PingRequest(_) => return Ok(ClientResult::empty(())),
        ServerRequest::ElicitRequest(_) => {
            return Ok(ElicitResult::new(ElicitationAction::Decline).into());
        }
        ServerRequest::CreateMessageRequest(_) => "does not sample a model for a server",
        ServerRequest::ListRootsRequest(_) => "tells of no files",
        _ => "does not know this request",
    };
    let text = format!("this client {what}");
    Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, text, None))
}
