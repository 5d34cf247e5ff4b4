//! How long an exchange may take and how much it may bring.

use std::time::Duration;

/// The limits of an exchange with a model's server; reaching one is an error that names it.
///
/// ```
/// use std::time::Duration;
/// use adk::model::http::HttpLimits;
///
/// let patient = HttpLimits::new().first_byte(Duration::from_secs(600));
/// assert_ne!(patient, HttpLimits::new());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct HttpLimits {
    pub(super) connect: Duration,
    pub(super) first_byte: Duration,
    pub(super) between_chunks: Duration,
    pub(super) frame_bytes: usize,
    pub(super) stream_bytes: usize,
    pub(super) response_bytes: usize,
}

impl HttpLimits {
    /// The limits that hold where none are set.
    pub fn new() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_byte: Duration::from_mins(2),
            between_chunks: Duration::from_mins(1),
            frame_bytes: 16 << 20,
            stream_bytes: 256 << 20,
            response_bytes: 64 << 20,
        }
    }

    /// Time to look a host up, connect and agree on TLS; 10 seconds.
    ///
    /// A [`Transport`](super::Transport) of one's own has its own limit.
    pub fn connect(mut self, limit: Duration) -> Self {
        self.connect = limit;
        self
    }

    /// Time from sending the request to the first byte of the answer's body; 120 seconds.
    ///
    /// An answer that is not streamed begins when the model has done thinking.
    pub fn first_byte(mut self, limit: Duration) -> Self {
        self.first_byte = limit;
        self
    }

    /// Time between two chunks of the answer; 60 seconds.
    pub fn between_chunks(mut self, limit: Duration) -> Self {
        self.between_chunks = limit;
        self
    }

    /// Bytes of data in one frame of a stream; 16 MiB.
    pub fn frame_bytes(mut self, limit: usize) -> Self {
        self.frame_bytes = limit;
        self
    }

    /// Bytes of data in all frames of a stream; 256 MiB.
    pub fn stream_bytes(mut self, limit: usize) -> Self {
        self.stream_bytes = limit;
        self
    }

    /// Bytes of an answer that is not streamed; 64 MiB.
    pub fn response_bytes(mut self, limit: usize) -> Self {
        self.response_bytes = limit;
        self
    }
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self::new()
    }
}
