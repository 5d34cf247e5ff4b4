//! From a reply to the responses of a model: whole, or partial by partial.
//!
//! The vendors' clients only say how a body or a frame of theirs reads; the order of
//! things, and what counts as an early end, is the same for all and stands here.

use bytes::Bytes;
use http::StatusCode;
use serde::de::Error as _;

use super::http::{Frames, Http, Reply};
use super::{Aggregator, LlmResponse, StreamingMode};
use crate::emit::Emitter;
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

/// Emits the responses in `reply`, which `http` brought.
pub(super) async fn read(
    http: &Http,
    mut reply: Reply,
    streaming: StreamingMode,
    reader: impl Reader,
    out: &mut Emitter<LlmResponse>,
) -> Result<()> {
    match streaming {
        StreamingMode::Sse if !reply.is_json().await? => {
            frames(http, reply.frames(), reader, out).await
        }
        _ => whole(http, reply, reader, out).await,
    }
}

async fn whole(
    http: &Http,
    reply: Reply,
    mut reader: impl Reader,
    out: &mut Emitter<LlmResponse>,
) -> Result<()> {
    let body = reply.bytes().await?;
    let response = reader.whole(&body);
    let response = response.map_err(|why| error(http, why, &body))?;
    out.emit(Aggregator::whole(response)).await;
    Ok(())
}

/// Emits the partial responses and then the whole.
async fn frames(
    http: &Http,
    mut frames: Frames,
    mut reader: impl Reader,
    out: &mut Emitter<LlmResponse>,
) -> Result<()> {
    let mut aggregator = Aggregator::new();
    let mut is_marked = false;
    while !is_marked && let Some(frame) = frames.next().await? {
        match reader.frame(&frame) {
            Ok(Some(chunk)) => {
                if let Some(partial) = aggregator.push(chunk)? {
                    out.emit(partial).await;
                }
            }
            Ok(None) => is_marked = true,
            // Some servers go on talking after the answer.
            Err(Unread::Unknown(_)) if aggregator.is_finished() => {}
            Err(why) => return Err(error(http, why, &frame)),
        }
    }
    // First, as nobody asks for more after the whole response.
    if is_marked {
        frames.close().await;
    }
    out.emit(aggregator.finish()?).await;
    Ok(())
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
