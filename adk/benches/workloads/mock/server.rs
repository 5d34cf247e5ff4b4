//! As much of HTTP/1.1 as one model needs: keep-alive, bodies with a length or in chunks.

use std::{
    io::{self, stdin},
    net::Ipv4Addr,
    process, str,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    runtime::Builder,
};

use super::{STATS, Stats, script::Script};
use crate::Result;

/// Serves until stdin closes.
pub(crate) fn serve() -> Result<()> {
    thread::spawn(|| {
        _ = io::copy(&mut stdin(), &mut io::sink());
        process::exit(0)
    });
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        println!("{}", listener.local_addr()?);
        let model = Arc::new(Model::default());
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            tokio::spawn(converse(stream, Arc::clone(&model)));
        }
    })
}

#[derive(Default)]
struct Model {
    script: Script,
    stats: Mutex<Stats>,
}

struct Request {
    target: String,
    body: Vec<u8>,
}

async fn converse(stream: TcpStream, model: Arc<Model>) -> Result<()> {
    let mut stream = BufReader::new(stream);
    while let Some(request) = read(&mut stream).await? {
        let response = model.respond(&request);
        stream.write_all(response.as_bytes()).await?;
    }
    Ok(())
}

impl Model {
    fn respond(&self, request: &Request) -> String {
        let mut stats = self.stats.lock().unwrap_or_else(PoisonError::into_inner);
        if request.target == STATS {
            return match serde_json::to_string(&*stats) {
                Ok(body) => response("200 OK", &body),
                Err(error) => response("500 Internal Server Error", &error.to_string()),
            };
        }
        stats.requests += 1;
        stats.bytes += request.body.len() as u64;
        match self.script.answer(&request.target, &request.body) {
            Ok((contents, answer)) => {
                stats.contents += contents;
                if answer.starts_with("data:") {
                    streamed(answer)
                } else {
                    response("200 OK", answer)
                }
            }
            Err(complaint) => response("400 Bad Request", &complaint.to_string()),
        }
    }
}

fn response(status: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

/// One chunk of the transfer a frame, as a server sends it that has no more than that yet.
fn streamed(frames: &str) -> String {
    let chunks = frames.split_inclusive("\r\n\r\n");
    let chunks = chunks.map(|frame| format!("{:x}\r\n{frame}\r\n", frame.len()));
    let chunks: String = chunks.collect();
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n{chunks}0\r\n\r\n"
    )
}

async fn read(stream: &mut BufReader<TcpStream>) -> Result<Option<Request>> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let target = line.split(' ').nth(1).ok_or("no request line")?.to_owned();
    let (mut length, mut chunked) = (0, false);
    while let Some((name, value)) = header(stream, &mut line).await? {
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse()?;
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            chunked = value.eq_ignore_ascii_case("chunked");
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    if chunked {
        read_chunks(stream, &mut body).await?;
    }
    Ok(Some(Request { target, body }))
}

/// The next header, or `None` at the blank line that ends them.
async fn header<'a>(
    stream: &mut BufReader<TcpStream>,
    line: &'a mut String,
) -> Result<Option<(&'a str, &'a str)>> {
    line.clear();
    stream.read_line(line).await?;
    let header = line.split_once(':');
    Ok(header.map(|(name, value)| (name, value.trim())))
}

async fn read_chunks(stream: &mut BufReader<TcpStream>, body: &mut Vec<u8>) -> Result<()> {
    let mut line = String::new();
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        let length = u64::from_str_radix(line.trim(), 16)?;
        (&mut *stream).take(length).read_to_end(body).await?;
        // Every chunk, the empty last one too, is followed by an empty line.
        stream.read_line(&mut line).await?;
        if length == 0 {
            return Ok(());
        }
    }
}
