//! An answer that said success, read whole or frame by frame.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use futures_util::stream::Fuse;
use tokio::task::unconstrained;
use tokio::time::{Sleep, sleep_until};

use super::sse::SseDecoder;
use super::{Body, Deadline, Http};
use crate::emit::wakes_same;
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
    alarm: Alarm,
}

/// Says when a chunk is late: one timer for all, since most come before it is looked at.
#[derive(Default)]
struct Alarm {
    timer: Option<Pin<Box<Sleep>>>,
    /// Whom the timer wakes.
    told: Option<Waker>,
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
            alarm: Alarm::default(),
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
        let first_byte = self.first_byte.take();
        let limits = &self.http.0.limits;
        let mut deadline = first_byte;
        poll_fn(|cx| {
            if let Poll::Ready(chunk) = self.body.poll_next_unpin(cx) {
                return Poll::Ready(chunk.transpose());
            }
            // Most chunks are there already, and cost no look at the clock.
            let until = deadline.get_or_insert_with(|| Deadline::after(limits.between_chunks));
            ready!(self.alarm.poll(*until, cx));
            let (limit, name) = match first_byte {
                Some(_) => (limits.first_byte, "HttpLimits::first_byte"),
                None => (limits.between_chunks, "HttpLimits::between_chunks"),
            };
            Poll::Ready(Err(self.http.silent(limit, name)))
        })
        .await
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

impl Alarm {
    /// Waits for `deadline`. The timer may still stand at that of an earlier chunk.
    fn poll(&mut self, deadline: Deadline, cx: &mut Context<'_>) -> Poll<()> {
        let Some(at) = deadline.0 else {
            return Poll::Pending;
        };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(at)));
        let is_set = timer.deadline() <= at && !timer.is_elapsed();
        if is_set && wakes_same(self.told.as_ref(), cx.waker()) {
            return Poll::Pending;
        }
        self.told = Some(cx.waker().clone());
        if timer.deadline() > at {
            timer.as_mut().reset(at);
        }
        // What tokio counts as work would keep the timer from being told.
        ready!(pin!(unconstrained(timer.as_mut())).poll(cx));
        if timer.deadline() == at {
            return Poll::Ready(());
        }
        // It went off for an earlier chunk, maybe just now.
        timer.as_mut().reset(at);
        pin!(unconstrained(timer.as_mut())).poll(cx)
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
    pub(crate) async fn close(&mut self) {
        let ending = async { while let Ok(Some(_)) = self.reply.chunk().await {} };
        // Boxed, since the future of each frame would keep room for it.
        let ending = Box::pin(ending);
        Deadline::after(ENDING_TIME).reached_by(ending).await;
    }
}
