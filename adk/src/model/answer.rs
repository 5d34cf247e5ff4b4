//! From a reply to the responses of a model: whole, or partial by partial.
//!
//! The vendors' clients only say how a body or a frame of theirs reads; the order of
//! things, and what counts as an early end, is the same for all and stands here.

use bytes::Bytes;
use futures_core::Stream;
use futures_util::stream::try_unfold;
use http::StatusCode;

use super::http::{Frames, Http, Reply};
use super::{Aggregator, LlmResponse, StreamingMode};
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

impl From<serde_json::Error> for Unread {
    fn from(error: serde_json::Error) -> Self {
        Self::Unknown(error)
    }
}

/// The responses in `reply`, which `http` brought.
pub(super) async fn read<R: Reader>(
    http: Http,
    mut reply: Reply,
    streaming: StreamingMode,
    reader: R,
) -> Result<impl Stream<Item = Result<LlmResponse>>> {
    let place = match streaming {
        StreamingMode::Sse if !reply.is_json().await? => {
            Place::Frames(Box::new((reply.frames(), Aggregator::new())))
        }
        _ => Place::Whole(reply),
    };
    let answer = Answer {
        http,
        reader,
        place,
    };
    Ok(try_unfold(answer, Answer::next))
}

struct Answer<R> {
    http: Http,
    reader: R,
    place: Place,
}

/// What is left to read.
enum Place {
    Whole(Reply),
    Frames(Box<(Frames, Aggregator)>),
    Nothing,
}

impl<R: Reader> Answer<R> {
    async fn next(mut self) -> Result<Option<(LlmResponse, Self)>> {
        let response = match std::mem::replace(&mut self.place, Place::Nothing) {
            Place::Whole(reply) => {
                let body = reply.bytes().await?;
                let response = self
                    .reader
                    .whole(&body)
                    .map_err(|why| self.error(why, &body))?;
                Aggregator::whole(response)
            }
            Place::Frames(stream) => self.partial(stream).await?,
            Place::Nothing => return Ok(None),
        };
        Ok(Some((response, self)))
    }

    /// The next partial response, or the whole after the last.
    async fn partial(&mut self, mut stream: Box<(Frames, Aggregator)>) -> Result<LlmResponse> {
        while let Some(frame) = stream.0.next().await? {
            let (_, aggregator) = &mut *stream;
            let chunk = match self.reader.frame(&frame) {
                Ok(Some(chunk)) => chunk,
                // Here, as nobody asks for more after the whole response.
                Ok(None) => {
                    let (frames, aggregator) = *stream;
                    frames.close().await;
                    return aggregator.finish();
                }
                // Some servers go on talking after the answer.
                Err(Unread::Unknown(_)) if aggregator.is_finished() => continue,
                Err(why) => return Err(self.error(why, &frame)),
            };
            if let Some(partial) = aggregator.push(chunk)? {
                self.place = Place::Frames(stream);
                return Ok(partial);
            }
        }
        stream.1.finish()
    }

    fn error(&self, why: Unread, answer: &Bytes) -> Error {
        match why {
            Unread::Refused(status, text) => self.http.refusal(status, &text),
            Unread::Empty => self.http.unreadable("answered without an answer", answer),
            Unread::Unknown(error) => {
                let did = "answered what its protocol does not know";
                // Not the error itself, as it quotes what it met.
                let why = self.http.excerpt(error.to_string().as_bytes());
                self.http.unreadable(did, answer).with_source(why)
            }
        }
    }
}
