//! An answer that said success, read whole or frame by frame.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use futures_util::stream::Fuse;

use super::sse::SseDecoder;
use super::{Body, Deadline, Http};
use crate::error::Result;

/// How long the end of a body may take that has nothing more to say.
const ENDING_TIME: Duration = Duration::from_millis(50);

/// The body of an answer, under the limits.
pub(crate) struct Reply {
    http: Http,
    body: Fuse<Body>,
    /// The first chunk, when it was looked at.
    ahead: Option<Bytes>,
    first_byte: Option<Deadline>,
}

/// The frames of a streamed answer.
pub(crate) struct Frames {
    reply: Reply,
    decoder: SseDecoder,
    data_bytes: usize,
}

impl Reply {
    pub(super) fn new(http: Http, body: Body, first_byte: Deadline) -> Self {
        Self {
            http,
            body: body.fuse(),
            ahead: None,
            first_byte: Some(first_byte),
        }
    }

    /// Whether the body is JSON, as some servers answer also where a stream was asked for.
    ///
    /// # Errors
    /// [`Http`](crate::ErrorKind::Http) when nothing comes.
    pub(crate) async fn is_json(&mut self) -> Result<bool> {
        self.ahead = self.chunk().await?;
        let mut bytes = self.ahead.iter().flatten();
        let first = bytes.find(|byte| !byte.is_ascii_whitespace());
        Ok(matches!(first, Some(b'{' | b'[')))
    }

    /// The next chunk, `None` at the end.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>> {
        if let Some(chunk) = self.ahead.take() {
            return Ok(Some(chunk));
        }
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
    /// [`Limit`](crate::ErrorKind::Limit) when it is too long,
    /// [`Http`](crate::ErrorKind::Http) when it breaks off.
    pub(crate) async fn bytes(mut self) -> Result<Bytes> {
        let limit = self.http.0.limits.response_bytes;
        let mut whole = Bytes::new();
        while whole.len() <= limit {
            let Some(chunk) = self.chunk().await? else {
                return Ok(whole);
            };
            // Most answers come in one chunk, which is kept as it is.
            whole = if whole.is_empty() {
                chunk
            } else {
                let mut longer = BytesMut::from(whole);
                longer.extend_from_slice(&chunk);
                longer.freeze()
            };
        }
        Err(self.http.too_long(limit, "HttpLimits::response_bytes"))
    }

    /// The body as a stream of events.
    pub(crate) fn frames(self) -> Frames {
        let decoder = SseDecoder::new(self.http.0.limits.frame_bytes);
        Frames {
            reply: self,
            decoder,
            data_bytes: 0,
        }
    }
}

impl Frames {
    /// The data of the next frame, `None` at the end.
    ///
    /// # Errors
    /// [`Limit`](crate::ErrorKind::Limit) when a frame or all are too long,
    /// [`Http`](crate::ErrorKind::Http) when the stream breaks off,
    /// [`ModelProtocol`](crate::ErrorKind::ModelProtocol) when it ends inside a frame.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>> {
        loop {
            if let Some(frame) = self.decoder.next_frame()? {
                return self.counted(frame).map(Some);
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

    fn counted(&mut self, frame: Bytes) -> Result<Bytes> {
        let http = &self.reply.http;
        let limit = http.0.limits.stream_bytes;
        self.data_bytes = self.data_bytes.saturating_add(frame.len());
        if self.data_bytes > limit {
            return Err(http.too_long(limit, "HttpLimits::stream_bytes"));
        }
        Ok(frame)
    }

    /// Reads on to the end of the body after the vendor's own mark of it, since only a
    /// connection whose body has ended can serve the next request.
    pub(crate) async fn close(mut self) {
        let ending = async { while let Ok(Some(_)) = self.reply.chunk().await {} };
        Deadline::after(ENDING_TIME).reached_by(ending).await;
    }
}
