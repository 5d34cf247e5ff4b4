//! Prints what events and requests weigh: `cargo run --release -p tests --example sizes`.
//! The figures stand in the commit that changes them.

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::alloc::System;
use std::hint::black_box;
use std::sync::Arc;

use adk::content::{FunctionCall, FunctionResponse};
use adk::model::{FinishReason, LlmRequest, LlmResponse, UsageMetadata};
use adk::session::{NewSession, SessionKey};
use adk::testing::ScriptedModel;
use adk::{
    Content, Event, InMemorySessionService, Json, LlmAgent, Part, Role, Runner, Session,
    SessionService,
};
use serde_json::json;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const COUNT: usize = 1000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> adk::Result<()> {
    println!("size_of, in bytes");
    for (name, size) in [
        ("Event", size_of::<Event>()),
        ("Content", size_of::<Content>()),
        ("Part", size_of::<Part>()),
        ("Json", size_of::<Json>()),
        ("FunctionCall", size_of::<FunctionCall>()),
        ("LlmRequest", size_of::<LlmRequest>()),
        ("LlmResponse", size_of::<LlmResponse>()),
        ("Session", size_of::<Session>()),
    ] {
        println!("  {name:<14}{size:>6}");
    }
    println!("heap bytes and allocations of an event, and bytes of its JSON");
    for (name, make) in kinds() {
        let event = make();
        let json = serde_json::to_string(&event).map_err(store)?;
        let (bytes, blocks) = weight(&make);
        let (read_bytes, read_blocks) = weight(&|| serde_json::from_str::<Event>(&json));
        println!(
            "  {name:<14}{bytes:>6} in {blocks:>2}, read from JSON {read_bytes:>6} in \
             {read_blocks:>2}, JSON {:>5}",
            json.len()
        );
    }
    for length in [0, 100, 10_000] {
        let (allocated, blocks) = one_turn(length).await?;
        println!("a turn on {length} events allocates {allocated} bytes in {blocks} blocks");
    }
    Ok(())
}

/// What each value that `make` makes holds on the heap.
fn weight<T>(make: &dyn Fn() -> T) -> (usize, usize) {
    let mut kept = Vec::with_capacity(COUNT);
    let region = Region::new(ALLOCATOR);
    for _ in 0..COUNT {
        kept.push(make());
    }
    let change = region.change();
    black_box(kept);
    let bytes = change.bytes_allocated - change.bytes_deallocated;
    (
        bytes / COUNT,
        (change.allocations - change.deallocations) / COUNT,
    )
}

type Make = Box<dyn Fn() -> Event>;

fn kinds() -> [(&'static str, Make); 4] {
    let run: Arc<str> = "e-5f0c7a34-8d2e-4a53-9d4b-1f5b8a0c2d11".into();
    let agent: Arc<str> = "weather_agent".into();
    let event = move || {
        Event::builder(Arc::clone(&agent))
            .id("5f0c7a34-8d2e-4a53-9d4b-1f5b8a0c2d12")
            .invocation_id(Arc::clone(&run))
    };
    let (asks, says, calls, answers) = (event.clone(), event.clone(), event.clone(), event);
    let text = "It is sunny in Paris, with a light wind from the south. ".repeat(7);
    let answered = move |content: Content| {
        let usage = UsageMetadata::new(1200, 90);
        let response = LlmResponse::new(content).with_usage(usage);
        response.with_finish_reason(FinishReason::Stop)
    };
    let says = move || says().response(answered(Content::model(&*text))).build();
    let calls = move || {
        let args = json!({"city": "Paris", "unit": "celsius"});
        let call = FunctionCall::new("get_weather", args).with_id("call_8Jx0");
        let content = Content::new(Role::Model, [Part::from_function_call(call)]);
        calls().response(answered(content)).build()
    };
    let answers = move || {
        let result = json!({"temperature": 20.5, "sky": "clear", "wind": "light"});
        let answer = FunctionResponse::new("get_weather", result).with_id("call_8Jx0");
        let content = Content::new(Role::User, [Part::from_function_response(answer)]);
        answers().content(content).build()
    };
    [
        (
            "user, 30 B",
            Box::new(move || {
                asks()
                    .content(Content::user("How is the weather in Paris?"))
                    .build()
            }),
        ),
        ("text, 392 B", Box::new(says)),
        ("call", Box::new(calls)),
        ("answer", Box::new(answers)),
    ]
}

/// What one turn allocates on a session that holds so many events.
async fn one_turn(length: usize) -> adk::Result<(usize, usize)> {
    let sessions = Arc::new(InMemorySessionService::new());
    let key = SessionKey::new("app", "user", "session");
    let mut revision = sessions
        .create(NewSession::new(key.clone()))
        .await?
        .revision();
    for n in 0..length {
        let event = Event::builder(if n % 2 == 0 { "user" } else { "helper" });
        let text = format!("text {n}");
        let content = if n % 2 == 0 {
            Content::user(text)
        } else {
            Content::model(text)
        };
        revision = sessions
            .append(&key, revision, &event.content(content).build())
            .await?;
    }
    let model = ScriptedModel::new().text("Hello.");
    let agent = LlmAgent::builder("helper").model(model).build()?;
    let runner = Runner::builder("app", agent)
        .session_service(sessions)
        .build()?;
    let region = Region::new(ALLOCATOR);
    runner.run("user", "session", "Hi").text().await?;
    let change = region.change();
    Ok((change.bytes_allocated, change.allocations))
}

fn store(error: serde_json::Error) -> adk::Error {
    adk::Error::new(adk::ErrorKind::Store, "no JSON").with_source(error)
}
