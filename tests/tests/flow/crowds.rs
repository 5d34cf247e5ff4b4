//! Turns of very many calls: each is made, and answered in its place, and none outlives its run.

use std::future::{pending, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use adk::content::FunctionCall;
use adk::testing::ScriptedModel;
use adk::{Event, RunConfig};
use futures::StreamExt as _;
use serde_json::{Value, json};
use tests::stage::{Stage, helper};
use tests::tool::{TestTool, tool};
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};

const CALLS: u64 = 600;

/// Calls `work`, often, and says a last word.
fn crowd() -> ScriptedModel {
    let call = |number| FunctionCall::new("work", json!({ "number": number }));
    ScriptedModel::new()
        .calls((0..CALLS).map(call))
        .text("Done.")
}

/// Ends early or late, in no order.
fn work() -> TestTool {
    tool("work", |_, args| async move {
        let args = args.to_value();
        match args["number"].as_u64().unwrap_or_default() {
            number if number % 4 == 0 => {}
            number if number % 4 == 1 => yield_now().await,
            number if number % 4 == 2 => std::thread::sleep(Duration::from_micros(number % 50)),
            number => sleep(Duration::from_millis(number % 3)).await,
        }
        Ok(args)
    })
}

/// The numbers of the calls that the event answers.
fn answered(event: &Event) -> Vec<u64> {
    let responses = event.content().into_iter().flat_map(|content| {
        content
            .function_responses()
            .map(|response| response.response().to_value())
    });
    responses
        .filter_map(|result: Value| result["number"].as_u64())
        .collect()
}

/// The answers, in their order, of a turn with that many calls at a time. Each poll of the run is
/// by another task than the last.
async fn answers(places: usize) -> Option<Vec<u64>> {
    let stage = Stage::new(helper(&crowd()).tool(work()));
    let config = RunConfig::new().max_parallel_tools(places);
    let mut run = stage.run("Go").config(config);
    let play = async {
        let mut events = Vec::new();
        loop {
            let once = poll_fn(|cx| Poll::Ready(run.poll_next_unpin(cx)));
            if let Poll::Ready(next) = once.await {
                events.extend(next);
            }
            let task = tokio::spawn(async move {
                let next = run.next().await;
                (run, next)
            });
            let (back, next) = task.await.ok()?;
            run = back;
            match next {
                Some(event) => events.push(event),
                None => return Some(events),
            }
        }
    };
    let events = timeout(Duration::from_mins(1), play).await.ok()??;
    events.get(1)?.as_ref().ok().map(answered)
}

#[tokio::test]
async fn in_order_on_one_thread() {
    for places in [1, 3, 16, 1000] {
        let answers = answers(places).await.unwrap();
        assert!(answers.into_iter().eq(0..CALLS), "{places} at a time");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn in_order_on_several_threads() {
    for places in [1, 3, 16, 1000] {
        let answers = answers(places).await.unwrap();
        assert!(answers.into_iter().eq(0..CALLS), "{places} at a time");
    }
}

/// Is counted while it is there.
struct Alive(Arc<AtomicUsize>);

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_call_outlives_its_run() {
    for places in [1, 16, 1000] {
        let alive = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&alive);
        let work = tool("work", move |_, args| {
            count.fetch_add(1, Ordering::SeqCst);
            let alive = Alive(Arc::clone(&count));
            async move {
                let args = args.to_value();
                if args["number"].as_u64() >= Some(CALLS / 2) {
                    pending::<()>().await;
                }
                drop(alive);
                Ok(args)
            }
        });
        let stage = Stage::new(helper(&crowd()).tool(work));
        let config = RunConfig::new().max_parallel_tools(places);
        let mut run = stage.run("Go").config(config);
        run.next().await.unwrap().unwrap();
        let rest = timeout(Duration::from_millis(200), run.next());
        assert!(rest.await.is_err());
        let waiting = usize::try_from(CALLS / 2).unwrap().min(places);
        assert_eq!(alive.load(Ordering::SeqCst), waiting);
        drop(run);
        let ended = async {
            while alive.load(Ordering::SeqCst) > 0 {
                sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(Duration::from_secs(5), ended).await.unwrap();
    }
}
