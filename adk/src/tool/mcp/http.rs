//! HTTP as `rmcp` is given it: an error says what is wrong and never the address, which may hold
//! a key; a redirect is followed where the program allows it; and what is too large is told to who
//! asked for it.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use http::{HeaderName, HeaderValue};
use reqwest::Client;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse as Answer,
    StreamableHttpResponseLimits,
};
use sse_stream::Sse;

use super::fault::Fault;
use super::lines::{too_large, unreadable};
use super::redirect::Redirects;

/// An error as its reader is told it, and as the libraries tell it.
pub(super) type HttpError = StreamableHttpError<Fault>;
pub(super) type RawError = StreamableHttpError<reqwest::Error>;
type Events = BoxStream<'static, Result<Sse, SseError>>;
pub(super) type Headers = HashMap<HeaderName, HeaderValue>;

/// The least and the most that a server may have us wait before we come back, in milliseconds.
const WAIT: (u64, u64) = (1_000, 60_000);

/// The most bytes that are read of a page in place of an answer.
const ERROR_PAGE: usize = 1 << 10;

/// A client of one server.
#[derive(Clone)]
pub(super) struct HttpClient {
    /// Its name and its host, for errors.
    pub(super) server: Arc<str>,
    pub(super) client: Client,
    pub(super) redirects: Option<Arc<Redirects>>,
    pub(super) max_bytes: usize,
}

impl HttpClient {
    /// Makes a request, anew where a redirect leads.
    async fn send<T, F>(
        &self,
        to: Arc<str>,
        headers: Headers,
        request: impl Fn(Client, Arc<str>, Headers) -> F + Send,
    ) -> Result<T, HttpError>
    where
        F: Future<Output = Result<T, RawError>> + Send,
    {
        let sent = match &self.redirects {
            None => request(self.client.clone(), to, headers).await,
            Some(redirects) => redirects.follow(&self.client, to, headers, request).await,
        };
        sent.map_err(|error| Fault::of(&self.server, error))
    }

    fn limits(&self) -> StreamableHttpResponseLimits {
        let mut limits = StreamableHttpResponseLimits::default();
        limits.max_sse_event_size = self.max_bytes;
        limits.max_json_response_size = self.max_bytes;
        limits.max_error_response_size = ERROR_PAGE;
        limits
    }
}

impl StreamableHttpClient for HttpClient {
    type Error = Fault;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<Answer, HttpError> {
        let id = match &message {
            JsonRpcMessage::Request(request) => Some(request.id.clone()),
            _ => None,
        };
        let limits = self.limits();
        let answer = self.send(uri, headers, move |client, uri, headers| {
            let (message, session_id, token) = (message.clone(), session_id.clone(), token.clone());
            async move {
                let posted = client.post_message_with_response_limits(
                    uri, message, session_id, token, headers, limits,
                );
                posted.await
            }
        });
        let max_bytes = self.max_bytes;
        Ok(match (answer.await?, id) {
            (Answer::Sse(events, session_id), id) => {
                let events = events.map(move |event| match event {
                    Ok(event) => Ok(readable(event)),
                    Err(error) => instead(error, id.as_ref(), max_bytes),
                });
                Answer::Sse(patient(events.boxed()), session_id)
            }
            (answer, None) => answer,
            (Answer::Json(JsonRpcMessage::Response(answer), session_id), Some(id))
                if answer.id == id =>
            {
                Answer::Json(JsonRpcMessage::Response(answer), session_id)
            }
            // Some servers do not say which request they failed to read.
            (Answer::Json(JsonRpcMessage::Error(error), session_id), Some(id)) => {
                let error = JsonRpcMessage::error(error.error, Some(id));
                Answer::Json(error, session_id)
            }
            (_, Some(_)) => {
                let error = RawError::UnexpectedServerResponse("no answer to the request".into());
                return Err(Fault::of(&self.server, error));
            }
        })
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<(), HttpError> {
        let deleted = self.send(uri, headers, move |client, uri, headers| {
            let (session_id, token) = (Arc::clone(&session_id), token.clone());
            async move { client.delete_session(uri, session_id, token, headers).await }
        });
        deleted.await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<Events, HttpError> {
        let max_bytes = self.max_bytes;
        let events = self.send(uri, headers, move |client, uri, headers| {
            let (session_id, last, token) =
                (session_id.clone(), last_event_id.clone(), token.clone());
            async move {
                let got = client.get_stream_with_max_sse_event_size(
                    uri, session_id, last, token, headers, max_bytes,
                );
                got.await
            }
        });
        Ok(patient(events.await?))
    }
}

/// The same events, by none of which a server has us come back at once, again and again, or never.
fn patient(events: Events) -> Events {
    let patient = |event: Sse| Sse {
        retry: event.retry.map(|wait| wait.clamp(WAIT.0, WAIT.1)),
        ..event
    };
    events.map(move |event| event.map(patient)).boxed()
}

/// The event, or what is told in place of an answer that cannot be read.
fn readable(event: Sse) -> Sse {
    let text = event.data.as_deref().unwrap_or_default();
    if serde_json::from_str::<ServerJsonRpcMessage>(text).is_ok() {
        return event;
    }
    let error = unreadable(text.as_bytes()).and_then(|error| serde_json::to_string(&error).ok());
    match error {
        Some(error) => event.data(error),
        None => event,
    }
}

/// The answer to a request in place of an event that is too large for it.
fn instead(error: SseError, id: Option<&RequestId>, max_bytes: usize) -> Result<Sse, SseError> {
    // `rmcp` keeps the type of this error to itself.
    let is_too_large = matches!(&error, SseError::Body(cause)
        if cause.to_string().starts_with("SSE event exceeded the maximum size"));
    let Some(id) = id.filter(|_| is_too_large) else {
        return Err(error);
    };
    let answer = ServerJsonRpcMessage::error(too_large(max_bytes), Some(id.clone()));
    let answer = serde_json::to_string(&answer).map_err(|error| SseError::Body(error.into()))?;
    Ok(Sse::default().data(answer))
}

#[cfg(test)]
mod tests {
    use futures_util::stream::iter;

    use super::*;

    #[tokio::test]
    async fn a_server_has_us_come_back_neither_at_once_nor_never() {
        let waits = [None, Some(0), Some(5_000), Some(u64::MAX)];
        let events = waits.map(|retry| {
            Ok(Sse {
                retry,
                ..Sse::default()
            })
        });
        let events = patient(iter(events).boxed());
        let waits: Vec<_> = events.map(|event| event.unwrap().retry).collect().await;
        assert_eq!(waits, [None, Some(1_000), Some(5_000), Some(60_000)]);
    }
}
