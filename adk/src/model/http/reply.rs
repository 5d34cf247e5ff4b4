//! An answer that said success, read whole or frame by frame.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;

use super::sse::SseDecoder;
use super::{Body, Deadline, Http};
use crate::error::{Error, ErrorKind, Result};

/// How long the end of a body may take that has nothing more to say.
const ENDING_TIME: Duration = Duration::from_millis(50);

/// The body of an answer, under the limits.
pub(crate) struct Reply {
    http: Http,
    body: Body,
    first_byte: Option<Deadline>,
}

/// The frames of a streamed answer.
pub(crate) struct Frames {
    reply: Reply,
    decoder: SseDecoder,
}

impl Reply {
    pub(super) fn new(http: Http, body: Body, first_byte: Deadline) -> Self {
        Self {
            http,
            body,
            first_byte: Some(first_byte),
        }
    }

    /// The next chunk, `None` at the end.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>> {
        let limits = &self.http.0.limits;
        let (deadline, limit, name) = match self.first_byte.take() {
            Some(deadline) => (deadline, limits.first_byte, "HttpLimits::first_byte"),
            None => (
                Deadline::after(limits.between_chunks),
                limits.between_chunks,
                "HttpLimits::between_chunks",
            ),
        };
        match deadline.reached_by(self.body.next()).await {
            Some(chunk) => chunk.transpose(),
            None => Err(self.http.silent(limit, name)),
        }
    }

    /// The whole body.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when it is too long, [`ErrorKind::Http`] when it breaks off.
    pub(crate) async fn bytes(mut self) -> Result<Bytes> {
        let Some(first) = self.chunk().await? else {
            return Ok(Bytes::new());
        };
        let limit = self.http.0.limits.response_bytes;
        let mut whole = BytesMut::from(first);
        while whole.len() <= limit {
            let Some(chunk) = self.chunk().await? else {
                return Ok(whole.freeze());
            };
            whole.extend_from_slice(&chunk);
        }
        Err(Error::new(
            ErrorKind::Limit,
            format!(
                "the answer of {} is longer than {limit} bytes; \
                 `HttpLimits::response_bytes` sets the limit",
                self.http.0.vendor.name
            ),
        ))
    }

    /// The body as a stream of events.
    pub(crate) fn frames(self) -> Frames {
        let decoder = SseDecoder::new(self.http.0.limits.frame_bytes);
        Frames {
            reply: self,
            decoder,
        }
    }
}

impl Frames {
    /// The data of the next frame, `None` at the end.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when a frame is too long, [`ErrorKind::Http`] when the
    /// stream breaks off, [`ErrorKind::ModelProtocol`] when it ends inside a frame.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>> {
        loop {
            if let Some(frame) = self.decoder.next_frame()? {
                return Ok(Some(frame));
            }
            match self.reply.chunk().await? {
                Some(chunk) => self.decoder.push(chunk),
                None if self.decoder.is_inside_frame() => {
                    return Err(self
                        .reply
                        .http
                        .broken_protocol("ended a stream inside a frame"));
                }
                None => return Ok(None),
            }
        }
    }

    /// Reads on to the end of the body after the vendor's own mark of it, since only a
    /// connection whose body has ended can serve the next request.
    pub(crate) async fn close(mut self) {
        let ending = async { while let Ok(Some(_)) = self.reply.chunk().await {} };
        Deadline::after(ENDING_TIME).reached_by(ending).await;
    }
}
