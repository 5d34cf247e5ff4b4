//! JSON-RPC over a pair of byte streams, one message a line. A line over the limit is read past
//! without keeping it, and the request that it answers gets an error in its place.

use std::io;
use std::sync::Arc;

use memchr::memchr;
use rmcp::RoleClient;
use rmcp::model::{ErrorData, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::Mutex;

use super::call::TOO_LARGE;
use crate::error::in_one_line;

/// What is kept of the room for a line when the next one is read.
const SPARE: usize = 64 << 10;

pub(super) struct Lines<R, W> {
    read: BufReader<R>,
    limit: usize,
    // The state of a line lies here and not in the future that reads it, which may be dropped.
    line: Vec<u8>,
    too_long: Option<TopLevelId>,
    write: Arc<Mutex<Option<W>>>,
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    pub(super) fn new(read: R, write: W, limit: usize) -> Self {
        Self {
            read: BufReader::new(read),
            limit,
            line: Vec::new(),
            too_long: None,
            write: Arc::new(Mutex::new(Some(write))),
        }
    }

    /// Ends the stream to the server, unless a write to it is stuck.
    pub(super) fn close_input(&self) {
        if let Ok(mut write) = self.write.try_lock() {
            write.take();
        }
    }

    /// Reads on to the end of the line; `None` at the end of the stream.
    async fn read_line(&mut self) -> Option<()> {
        loop {
            let bytes = self.read.fill_buf().await.ok()?;
            let end = memchr(b'\n', bytes);
            let bytes = &bytes[..end.map_or(bytes.len(), |end| end + 1)];
            if bytes.is_empty() {
                return None;
            }
            if let Some(id) = &mut self.too_long {
                id.read(bytes);
            } else if self.line.len() + bytes.len() > self.limit {
                let mut id = TopLevelId::default();
                id.read(&self.line);
                id.read(bytes);
                self.line = Vec::new();
                self.too_long = Some(id);
            } else {
                self.line.extend_from_slice(bytes);
            }
            let length = bytes.len();
            self.read.consume(length);
            if end.is_some() {
                return Some(());
            }
        }
    }

    /// The message of the line that was read, if it is one.
    fn message(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        if let Some(id) = self.too_long.take() {
            tracing::warn!(
                limit = self.limit,
                "an MCP server sent a message that is too large"
            );
            return Some(JsonRpcMessage::error(
                too_large(self.limit),
                Some(id.get()?),
            ));
        }
        let message = match self.line.trim_ascii() {
            [] => None,
            line => serde_json::from_slice(line)
                .or_else(|error| {
                    let told = in_one_line(&error);
                    tracing::debug!(error = told, "an MCP server wrote no message");
                    unreadable(line).ok_or(error)
                })
                .ok(),
        };
        self.line.clear();
        self.line.shrink_to(SPARE);
        message
    }
}

impl<R, W> Transport<RoleClient> for Lines<R, W>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let write = Arc::clone(&self.write);
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            let mut write = write.lock().await;
            let write = write.as_mut().ok_or(io::ErrorKind::NotConnected)?;
            write.write_all(&line).await?;
            write.flush().await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            self.read_line().await?;
            if let Some(message) = self.message() {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.close_input();
        Ok(())
    }
}

/// The error in place of an answer that was not kept.
pub(super) fn too_large(limit: usize) -> ErrorData {
    ErrorData::new(
        TOO_LARGE,
        format!("the answer is larger than {limit} bytes"),
        None,
    )
}

/// The error in place of an answer that cannot be read, so that its call need not wait for more.
pub(super) fn unreadable(line: &[u8]) -> Option<RxJsonRpcMessage<RoleClient>> {
    let mut id = TopLevelId::default();
    id.read(line);
    let text = "the answer is no message of the protocol";
    let error = ErrorData::internal_error(text, None);
    Some(JsonRpcMessage::error(error, Some(id.get()?)))
}

/// Finds the `id` of a JSON object in its text, wherever it stands, without keeping the text.
#[derive(Debug, Default)]
struct TopLevelId {
    depth: u32,
    quotes: Quotes,
    in_id: bool,
    /// What has a method is a request of the server's, under an id of its own.
    is_request: bool,
    /// The latest string of the object itself: where a colon follows it, a key.
    string: Vec<u8>,
    id: Vec<u8>,
}

/// Where in a string of JSON the text is.
#[derive(Debug, Default, PartialEq, Eq)]
enum Quotes {
    #[default]
    Outside,
    Inside,
    /// Behind a backslash.
    Escaped,
}

impl TopLevelId {
    /// The longest key or id that is kept.
    const LONGEST: usize = 128;

    fn read(&mut self, text: &[u8]) {
        for &byte in text {
            let in_string = self.quotes != Quotes::Outside;
            if self.in_id && self.depth == 1 && !matches!(byte, b',' | b'}' if !in_string) {
                keep(&mut self.id, byte);
            }
            if in_string {
                self.read_in_string(byte);
                continue;
            }
            match byte {
                b'"' => {
                    self.quotes = Quotes::Inside;
                    self.string.clear();
                }
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.in_id &= self.depth > 0;
                }
                b':' if self.depth == 1 => {
                    self.in_id = self.string == b"id";
                    self.is_request |= self.string == b"method";
                }
                b',' if self.depth == 1 => self.in_id = false,
                _ => {}
            }
        }
    }

    fn read_in_string(&mut self, byte: u8) {
        match byte {
            _ if self.quotes == Quotes::Escaped => self.quotes = Quotes::Inside,
            b'\\' => self.quotes = Quotes::Escaped,
            b'"' => self.quotes = Quotes::Outside,
            _ if self.depth == 1 => keep(&mut self.string, byte),
            _ => {}
        }
    }

    fn get(&self) -> Option<RequestId> {
        let id = serde_json::from_slice(&self.id).ok();
        id.filter(|_| !self.is_request)
    }
}

fn keep(text: &mut Vec<u8>, byte: u8) {
    if text.len() < TopLevelId::LONGEST {
        text.push(byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> Option<String> {
        let mut found = TopLevelId::default();
        // Cut anywhere.
        for byte in text.as_bytes() {
            found.read(std::slice::from_ref(byte));
        }
        found.get().map(|id| id.to_string())
    }

    #[test]
    fn an_id_is_found_wherever_it_stands_and_only_at_the_top() {
        for (text, wanted) in [
            (r#"{"jsonrpc":"2.0","id":7,"result":{"id":8}}"#, Some("7")),
            (
                r#"{"result":{"a":[{"id":8}],"b":"\"id\":9"},"jsonrpc":"2.0","id":7}"#,
                Some("7"),
            ),
            (r#"{ "id" : "a,}\"b" , "result" : 1 }"#, Some("a,}\"b")),
            (
                r#"{"method":"notifications/message","params":{"id":1}}"#,
                None,
            ),
            (r#"{"x":"id","y":1}"#, None),
            (r#"{"id":7,"method":"ping"}"#, None),
            (r#"{"id":7,"result":{"method":1e999}}"#, Some("7")),
        ] {
            assert_eq!(id(text).as_deref(), wanted, "{text}");
        }
    }
}
