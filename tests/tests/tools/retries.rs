//! Tools that are tried again, and what their authors say of them.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use adk::prelude::*;
use adk::testing;
use adk::tool::Hints;
use tokio::time::Instant;

/// How often the function was called.
#[derive(Default)]
struct Calls(AtomicU32);

/// Fails twice.
#[tool(idempotent, retries = 3)]
async fn fails_twice(
    /// What it says in the end.
    text: &str,
    calls: App<Calls>,
) -> Result<String, ToolError> {
    match calls.0.fetch_add(1, Ordering::Relaxed) {
        0 | 1 => Err(ToolError::model("not yet")),
        _ => Ok(text.to_owned()),
    }
}

/// Fails for good.
#[tool(read_only, retries = 3)]
async fn fails_for_good(calls: App<Calls>) -> Result<(), ToolError> {
    calls.0.fetch_add(1, Ordering::Relaxed);
    Err(ToolError::model("there is no such order").permanent())
}

/// Fails always.
#[tool(idempotent, retries = 2)]
async fn fails_always(calls: App<Calls>) -> Result<(), ToolError> {
    let call = calls.0.fetch_add(1, Ordering::Relaxed);
    Err(ToolError::model(format!("failure {call}")))
}

/// Panics.
#[tool(idempotent, retries = 2, blocking)]
fn panics(calls: App<Calls>) {
    calls.0.fetch_add(1, Ordering::Relaxed);
    panic!("no");
}

/// Is too slow for a second try.
#[tool(idempotent, retries = 2, timeout = "150ms")]
async fn slow(calls: App<Calls>) -> Result<(), ToolError> {
    calls.0.fetch_add(1, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_millis(100)).await;
    Err(ToolError::model("slow"))
}

/// The answer, and how many calls it took.
async fn tried(tool: FunctionTool, args: &str) -> (String, u32) {
    let ctx = testing::tool_context_builder().provide(Calls::default());
    let ctx = ctx.build();
    let result = tool.run(&ctx, &args.parse().unwrap()).await;
    let calls = ctx.provided::<Calls>().unwrap().0.load(Ordering::Relaxed);
    let answer = result.map_or_else(|error| format!("error: {error}"), |json| json.to_string());
    (answer, calls)
}

#[tokio::test(start_paused = true)]
async fn a_failed_call_is_made_again() {
    let start = Instant::now();
    let answer = tried(fails_twice::tool(), r#"{"text":"now"}"#).await;
    assert_eq!(answer, (r#"{"result":"now"}"#.to_owned(), 3));
    assert_eq!(start.elapsed(), Duration::from_millis(300));
    let answer = tried(fails_always::tool(), "{}").await;
    assert_eq!(answer, ("error: failure 2".to_owned(), 3));
}

#[tokio::test(start_paused = true)]
async fn what_would_fail_again_is_called_once() {
    let answer = tried(fails_for_good::tool(), "{}").await;
    assert_eq!(answer, ("error: there is no such order".to_owned(), 1));
    let answer = tried(panics::tool(), "{}").await;
    assert_eq!(answer, ("error: tool `panics` panicked: no".to_owned(), 1));
    let (answer, calls) = tried(fails_twice::tool(), "{}").await;
    assert_eq!((calls, answer.contains("missing")), (0, true), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn one_limit_holds_for_all_tries() {
    let answer = tried(slow::tool(), "{}").await;
    let stopped = "error: tool `slow` was stopped: it took longer than 150ms, the tool's own limit";
    assert_eq!(answer, (stopped.to_owned(), 1));
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_is_not_made_again() {
    let ctx = testing::tool_context_builder().provide(Calls::default());
    let ctx = ctx.build();
    ctx.cancellation().cancel();
    let args = "{}".parse().unwrap();
    let error = fails_always::tool().run(&ctx, &args).await.unwrap_err();
    assert_eq!(error.to_string(), "failure 0");
}

#[test]
fn hints_are_what_the_author_said() {
    assert_eq!(fails_for_good::tool().hints(), Hints::new().read_only());
    assert_eq!(slow::tool().hints(), Hints::new().idempotent());
}
