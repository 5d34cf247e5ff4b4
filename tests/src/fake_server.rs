//! A server of HTTP/1.1 that answers byte by byte as a test says, and keeps what it was asked.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

/// A request as it arrived.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Received {
    /// The method, as in `GET`.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

/// What the server does with a request.
#[derive(Debug, Clone)]
#[must_use]
pub struct Reply {
    status: u16,
    content_type: &'static str,
    headers: Vec<(&'static str, String)>,
    chunks: Vec<Vec<u8>>,
    end: End,
}

#[derive(Debug, Clone, Copy)]
enum End {
    Whole,
    Reset,
    Stall,
}

/// A server on a port of its own, until it is dropped.
#[derive(Debug)]
pub struct FakeServer {
    shared: Arc<Shared>,
    url: String,
    task: AbortHandle,
}

#[derive(Debug)]
struct Shared {
    replies: Mutex<VecDeque<Reply>>,
    received: Mutex<Vec<Received>>,
    connections: AtomicUsize,
    abandoned: AtomicUsize,
}

impl Reply {
    /// A whole body.
    pub fn new(status: u16, content_type: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            content_type,
            headers: Vec::new(),
            chunks: vec![body.into()],
            end: End::Whole,
        }
    }

    /// A JSON body of status 200.
    pub fn json(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, "application/json", body)
    }

    /// A stream of events.
    pub fn sse(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, "text/event-stream", body)
    }

    /// An answer without a body that sends on to `url`.
    pub fn redirect(status: u16, url: impl Into<String>) -> Self {
        Self {
            headers: vec![("location", url.into())],
            ..Self::new(status, "text/plain", "")
        }
    }

    /// The same body in chunks that end at these offsets, and one of the rest.
    pub fn split_at(self, offsets: impl IntoIterator<Item = usize>) -> Self {
        let body = self.chunks.concat();
        let mut chunks = Vec::new();
        let mut start = 0;
        for end in offsets.into_iter().chain([body.len()]) {
            chunks.push(body[start..end].to_vec());
            start = end;
        }
        Self { chunks, ..self }
    }

    /// The same body in chunks of one byte.
    pub fn split_everywhere(self) -> Self {
        let length = self.chunks.iter().map(Vec::len).sum();
        self.split_at(1..length)
    }

    /// The same reply, but the connection is reset after `bytes` of the body.
    pub fn reset_after(self, bytes: usize) -> Self {
        self.cut(bytes, End::Reset)
    }

    /// The same reply, but nothing comes after `bytes` of the body.
    pub fn stall_after(self, bytes: usize) -> Self {
        self.cut(bytes, End::Stall)
    }

    fn cut(self, bytes: usize, end: End) -> Self {
        let mut body = self.chunks.concat();
        body.truncate(bytes);
        Self {
            chunks: vec![body],
            end,
            ..self
        }
    }
}

impl FakeServer {
    /// Starts a server that gives these replies, in order, and then 500.
    ///
    /// # Errors
    /// When there is no port to listen on.
    pub async fn start(replies: impl IntoIterator<Item = Reply>) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(Shared {
            replies: Mutex::new(replies.into_iter().collect()),
            received: Mutex::default(),
            connections: AtomicUsize::new(0),
            abandoned: AtomicUsize::new(0),
        });
        let task = tokio::spawn(accept(listener, shared.clone())).abort_handle();
        Ok(Self { shared, url, task })
    }

    /// The base URL, without a slash at its end.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The requests so far.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        lock(&self.shared.received).clone()
    }

    /// How many clients went away while the server stalled.
    #[must_use]
    pub fn abandoned(&self) -> usize {
        self.shared.abandoned.load(Ordering::SeqCst)
    }

    /// How many connections were opened.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }
}

impl Drop for FakeServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Received {
    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        shared.connections.fetch_add(1, Ordering::SeqCst);
        connections.spawn(serve(stream, shared.clone()));
    }
}

async fn serve(stream: TcpStream, shared: Arc<Shared>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    while let Some(request) = receive(&mut stream).await? {
        lock(&shared.received).push(request);
        let reply = lock(&shared.replies).pop_front();
        let reply = reply.unwrap_or_else(|| Reply::new(500, "text/plain", "no reply is left"));
        match answer(stream.get_mut(), &reply).await? {
            End::Whole => {}
            End::Reset => {
                // What was written shall arrive before the reset does.
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                stream.get_ref().set_zero_linger()?;
                break;
            }
            End::Stall => {
                // Nothing more is asked on this connection: its next word is its end.
                stream.read_u8().await.ok();
                shared.abandoned.fetch_add(1, Ordering::SeqCst);
                break;
            }
        }
    }
    Ok(())
}

async fn receive(stream: &mut BufReader<TcpStream>) -> io::Result<Option<Received>> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let mut words = line.split(' ').map(str::to_owned);
    let (method, path) = (words.next(), words.next());
    let mut headers = Vec::new();
    let mut length = 0;
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse().map_err(io::Error::other)?;
        }
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    let body = String::from_utf8(body).map_err(io::Error::other)?;
    Ok(Some(Received {
        method: method.unwrap_or_default(),
        path: path.unwrap_or_default(),
        headers,
        body,
    }))
}

/// Writes the reply; each chunk of it reaches the client as one.
async fn answer(stream: &mut TcpStream, reply: &Reply) -> io::Result<End> {
    let mut head = format!(
        "HTTP/1.1 {} Said\r\ncontent-type: {}\r\ntransfer-encoding: chunked\r\n",
        reply.status, reply.content_type
    );
    let headers = reply.headers.iter();
    head.extend(headers.map(|(name, value)| format!("{name}: {value}\r\n")));
    let mut bytes = (head + "\r\n").into_bytes();
    for chunk in reply.chunks.iter().filter(|chunk| !chunk.is_empty()) {
        bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        bytes.extend_from_slice(chunk);
        bytes.extend_from_slice(b"\r\n");
    }
    if let End::Whole = reply.end {
        bytes.extend_from_slice(b"0\r\n\r\n");
    }
    stream.write_all(&bytes).await?;
    Ok(reply.end)
}
