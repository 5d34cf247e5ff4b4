//! From a reply to the responses of a model: whole, or partial by partial.
//!
//! The vendors' clients only say how a body or a frame of theirs reads; the order of
//! things, and what counts as an early end, is the same for all and stands here.

use bytes::Bytes;
use futures_core::future::BoxFuture;
use futures_util::StreamExt as _;
use futures_util::stream::try_unfold;
use http::StatusCode;
use serde::de::Error as _;

use super::http::{Frames, Http, Reply};
use super::{Aggregator, LlmResponse, ResponseStream, StreamingMode};
use crate::error::{Error, Result};

/// How a vendor's answers read.
pub(super) trait Reader: Send {
    /// An answer that came whole.
    fn whole(&mut self, body: &[u8]) -> Result<LlmResponse, Unread>;

    /// One frame of a streamed answer; `None` is the mark of its end.
    fn frame(&mut self, data: &[u8]) -> Result<Option<LlmResponse>, Unread>;
}

/// Why there is no response in a body or a frame.
pub(super) enum Unread {
    /// It says that the server failed or refuses.
    Refused(StatusCode, String),
    /// It is not what the vendor's protocol knows.
    Unknown(serde_json::Error),
    /// It has the right form but no answer in it.
    Empty,
}

/// The text of a body or a frame. Looked at once as a whole, which costs less than at each of
/// its strings.
pub(super) fn utf8(data: &[u8]) -> Result<&str, Unread> {
    str::from_utf8(data).map_err(|error| Unread::Unknown(serde_json::Error::custom(error)))
}

impl From<serde_json::Error> for Unread {
    fn from(error: serde_json::Error) -> Self {
        Self::Unknown(error)
    }
}

/// The responses of an exchange: `first`, by which it [begins](begin), and what follows.
pub(super) fn responses<R: Reader + 'static>(first: BoxFuture<'static, Next<R>>) -> ResponseStream {
    try_unfold(Stage::Begin(first), next).boxed()
}

/// A response and what comes behind it.
pub(super) type Next<R> = Result<Option<(LlmResponse, Stage<R>)>>;

/// How far an exchange is.
pub(super) enum Stage<R> {
    Begin(BoxFuture<'static, Next<R>>),
    Frames(Box<Answer<R>>),
    Over,
}

/// A streamed answer.
pub(super) struct Answer<R> {
    http: Http,
    frames: Frames,
    reader: R,
    aggregator: Aggregator,
}

async fn next<R: Reader>(stage: Stage<R>) -> Next<R> {
    match stage {
        Stage::Begin(first) => first.await,
        Stage::Frames(answer) => answer.next().await,
        Stage::Over => Ok(None),
    }
}

/// The first response in `reply`, which `http` brought.
pub(super) async fn begin<R: Reader>(
    http: &Http,
    mut reply: Reply,
    streaming: StreamingMode,
    mut reader: R,
) -> Next<R> {
    if streaming == StreamingMode::Sse && !reply.is_json().await? {
        let answer = Answer {
            http: http.clone(),
            frames: reply.frames(),
            reader,
            aggregator: Aggregator::new(),
        };
        return Box::new(answer).next().await;
    }
    let body = reply.bytes().await?;
    let response = reader.whole(&body);
    let response = response.map_err(|why| error(http, why, &body))?;
    Ok(Some((Aggregator::whole(response), Stage::Over)))
}

impl<R: Reader> Answer<R> {
    /// The next partial response; the whole behind the last.
    async fn next(mut self: Box<Self>) -> Next<R> {
        while let Some(frame) = self.frames.next().await? {
            match self.reader.frame(&frame) {
                Ok(Some(chunk)) => {
                    if let Some(partial) = self.aggregator.push(chunk)? {
                        return Ok(Some((partial, Stage::Frames(self))));
                    }
                }
                // First, as nobody asks for more after the whole response.
                Ok(None) => {
                    self.frames.close().await;
                    break;
                }
                // Some servers go on talking after the answer.
                Err(Unread::Unknown(_)) if self.aggregator.is_finished() => {}
                Err(why) => return Err(error(&self.http, why, &frame)),
            }
        }
        Ok(Some((self.aggregator.finish()?, Stage::Over)))
    }
}

fn error(http: &Http, why: Unread, answer: &Bytes) -> Error {
    match why {
        Unread::Refused(status, text) => http.refusal(status, &text),
        Unread::Empty => http.unreadable("sent no answer", answer),
        Unread::Unknown(error) => {
            let did = "sent an unknown form of answer";
            // Not the error itself, as it quotes what it met.
            let why = http.excerpt(error.to_string().as_bytes());
            http.unreadable(did, answer).with_source(why)
        }
    }
}
