//! What a session weighs: the sizes of the types it is made of, the heap of each event of a turn, and the heap of
//! a session of 300 turns, and of many idle ones, beside their JSON; what a chunk of a stream allocates, and a unit of
//! the workloads beside raw's; and the most that a process held.
//!
//! `cargo bench -p adk --all-features --bench memory`. The play is that of the workloads; where only sessions count,
//! the model answers within the process, behind the client's `Transport`. The allocator counts, which is why this is
//! no part of the bench that measures time.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod chunks;
mod costs;
mod idle;
mod peak;

#[path = "../workloads/contender.rs"]
mod contender;
#[path = "../workloads/mock/mod.rs"]
mod mock;
#[path = "../workloads/ours.rs"]
mod ours;
#[path = "../workloads/raw/mod.rs"]
mod raw;
#[path = "../workloads/run.rs"]
#[expect(dead_code, reason = "the first run of a process is the other bench's")]
mod run;
#[path = "../workloads/scene.rs"]
mod scene;
#[path = "../workloads/stretch.rs"]
#[expect(dead_code, reason = "time is the other bench's")]
mod stretch;
#[path = "../workloads/table.rs"]
#[expect(dead_code, reason = "medians are the other bench's")]
mod table;
#[path = "../workloads/workload.rs"]
mod workload;

use std::alloc::System;
use std::env;
use std::error::Error;
use std::mem::size_of;
use std::sync::Arc;

use adk::content::{FunctionCall, FunctionResponse};
use adk::model::http::{Body, Transport};
use adk::model::{Gemini, LlmRequest, LlmResponse};
use adk::prelude::*;
use adk::session::{GetSession, SessionKey};
use adk::{InMemorySessionService, Runner, Session, SessionService};
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt, stream};
use http::{Request, Response};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use tokio::runtime::Builder;

use mock::script::Script;

/// A bench has one reader: any error ends it and is shown.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const TURNS: [usize; 3] = [3, 30, 300];

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let is_bench = match arguments.as_slice() {
        [mock::ARGUMENT] => return mock::serve(),
        [peak::ARGUMENT, side, workload, units] => return peak::run(side, workload, units),
        arguments => arguments.contains(&"--bench"),
    };
    sizes();
    Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(async {
            events().await?;
            growth().await?;
            idle::report(if is_bench { 10_000 } else { 10 }).await
        })?;
    chunks::report()?;
    costs::report(is_bench)?;
    peak::report(is_bench)
}

async fn events() -> Result<()> {
    println!(
        "\n{:<24}{:>12}{:>12}{:>8}",
        "an event of", "heap B", "JSON B", "ratio"
    );
    for event in session(1).await?.events() {
        let json = serde_json::to_string(event)?;
        let (heap, read) = heap_of(async || serde_json::from_str::<Event>(&json)).await;
        read?;
        row(
            &format!("{}: {}", event.author(), kind(event)),
            heap,
            json.len(),
        );
    }
    Ok(())
}

async fn growth() -> Result<()> {
    println!(
        "\n{:<24}{:>12}{:>12}{:>8}",
        "a session of", "heap B", "JSON B", "ratio"
    );
    for turns in TURNS {
        let (heap, played) = heap_of(async || session(turns).await).await;
        let events = played?
            .events()
            .map(serde_json::to_vec)
            .collect::<serde_json::Result<Vec<_>>>()?;
        row(
            &format!("{turns} turns"),
            heap,
            events.iter().map(Vec::len).sum(),
        );
    }
    Ok(())
}

fn sizes() {
    println!("{:<24}{:>12}", "size of", "bytes");
    for (name, size) in [
        ("Event", size_of::<Event>()),
        ("Content", size_of::<Content>()),
        ("Part", size_of::<Part>()),
        ("FunctionCall", size_of::<FunctionCall>()),
        ("FunctionResponse", size_of::<FunctionResponse>()),
        ("LlmResponse", size_of::<LlmResponse>()),
        ("LlmRequest", size_of::<LlmRequest>()),
        ("Session", size_of::<Session>()),
    ] {
        println!("{name:<24}{size:>12}");
    }
}

fn row(label: &str, heap: usize, json: usize) {
    let percent = heap * 100 / json;
    println!(
        "{label:<24}{heap:>12}{json:>12}{:>5}.{:02}",
        percent / 100,
        percent % 100
    );
}

fn kind(event: &Event) -> &'static str {
    let content = event.content();
    if content.is_some_and(|content| content.function_calls().next().is_some()) {
        "call"
    } else if content.is_some_and(|content| content.function_responses().next().is_some()) {
        "output"
    } else {
        "words"
    }
}

/// What `build` returns, and the bytes that it holds.
async fn heap_of<T>(build: impl AsyncFnOnce() -> T) -> (usize, T) {
    let region = Region::new(ALLOCATOR);
    let value = build().await;
    let heap = region.change();
    (heap.bytes_allocated - heap.bytes_deallocated, value)
}

/// A session of so many turns, played and read from its store.
async fn session(turns: usize) -> Result<Session> {
    let sessions = Arc::new(InMemorySessionService::new());
    let model = Gemini::builder(scene::MODEL)
        .api_key("secret")
        .transport(Play(Script::default()))
        .build()?;
    let runner = Runner::builder("weather_app", ours::agent(model)?)
        .session_service(Arc::clone(&sessions))
        .build()?;
    for _ in 0..turns {
        let answer = runner
            .run("user", "session", scene::QUESTION)
            .text()
            .await?;
        assert_eq!(answer, scene::ANSWER);
    }
    let key = SessionKey::new("weather_app", "user", "session");
    Ok(sessions.get(&key, GetSession::all()).await?)
}

/// The mock model without a network.
struct Play(Script);

impl Transport for Play {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, adk::Result<Response<Body>>> {
        let answer = self.0.answer(request.uri().path(), request.body());
        let (status, text) = match &answer {
            Ok((_, text)) => (200, (*text).to_owned()),
            Err(complaint) => (400, complaint.to_string()),
        };
        let body = stream::iter([Ok(Bytes::from(text))]).boxed();
        let mut response = Response::new(body as Body);
        *response.status_mut() = http::StatusCode::from_u16(status).unwrap_or_default();
        async { Ok(response) }.boxed()
    }
}

impl std::fmt::Debug for Play {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Play")
    }
}
