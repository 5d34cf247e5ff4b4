//! What running tools report: seen at once, by nobody else, and never faster than it is
//! read.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use adk::content::FunctionCall;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use futures::FutureExt as _;
use futures::stream::{self, Stream, StreamExt as _};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::stage::{Stage, assert_goes_on, helper};
use tests::tool::tool;
use tests::transcript;
use tokio::sync::{Notify, Semaphore};
use tokio::task::yield_now;
use tokio::time::timeout;

/// Counts.
#[tool]
async fn counts(
    /// How far.
    to: u8,
) -> impl Stream<Item = u8> {
    stream::iter(1..=to).then(|number| async move {
        yield_now().await;
        number
    })
}

#[tokio::test]
async fn progress_is_seen_and_neither_stored_nor_sent() {
    let model = ScriptedModel::new()
        .call("counts", json!({"to": 3}))
        .text("Three.");
    let stage = Stage::new(helper(&model).tool(counts::tool()));
    assert_snapshot!(stage.play("Count").await, @r#"
    helper: call counts(adk-id-3) {"to":3}
    helper …: answer counts(adk-id-3) {"result":1}
    helper …: answer counts(adk-id-3) {"result":2}
    helper: answer counts(adk-id-3) {"result":3}
    helper: "Three."
    "#);
    assert_snapshot!(stage.stored().await, @r#"
    user: "Count"
    helper: call counts(adk-id-3) {"to":3}
    helper: answer counts(adk-id-3) {"result":3}
    helper: "Three."
    "#);
    let request = assert_goes_on(&stage, &model).await;
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Count"
    model: call counts(adk-id-3) {"to":3}
    user: answer counts(adk-id-3) {"result":3}
    model: "Three."
    user: "Are you still there?"
    "#);
}

#[tokio::test]
async fn a_report_is_a_function_response_that_goes_on() {
    let model = ScriptedModel::new()
        .call("counts", json!({"to": 2}))
        .text("Two.");
    let stage = Stage::new(helper(&model).tool(counts::tool()));
    let events: Vec<_> = stage.run("Count").map(Result::unwrap).collect().await;
    assert!(!events[1].is_final_response());
    let mut json = serde_json::to_value(&events[1]).unwrap();
    json["timestamp"].take();
    assert_snapshot!(json.to_string(), @r#"{"id":"id-5","timestamp":null,"invocationId":"e-id-1","author":"helper","content":{"parts":[{"functionResponse":{"id":"adk-id-3","name":"counts","response":{"result":1},"willContinue":true}}],"role":"user"},"partial":true,"actions":{}}"#);
}

/// Says something long before something short.
#[tool]
async fn babbles() -> impl Stream<Item = String> {
    stream::iter(["x".repeat(100), "y".to_owned()])
}

#[tokio::test]
async fn a_report_is_no_larger_than_a_result_may_be() {
    let model = ScriptedModel::new()
        .call("babbles", json!({}))
        .text("Done.");
    let stage = Stage::new(helper(&model).tool(babbles::tool()));
    let run = stage.run("Go on");
    let run = run.config(RunConfig::new().max_tool_result_bytes(60));
    assert_snapshot!(transcript::of_run(run).await, @r#"
    helper: call babbles(adk-id-3) {}
    helper …: answer babbles(adk-id-3) {"error":"tool `babbles` returned 113 bytes; the limit is 60. Ask it for less, for example a part or a summary"}
    helper: answer babbles(adk-id-3) {"result":"y"}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn calls_side_by_side_report_each_under_its_id() {
    let turns = Arc::new(Semaphore::new(0));
    let gate = Arc::clone(&turns);
    let steps = tool("steps", move |ctx, args| {
        let gate = Arc::clone(&gate);
        async move {
            for step in 0..2 {
                ctx.progress(json!({"step": step, "of": args.to_value()["of"]}))
                    .await;
                gate.add_permits(1);
                let _both = gate.acquire_many(2 * (step + 1)).await.unwrap();
            }
            Ok(json!("done"))
        }
    });
    let call = |of: &str| FunctionCall::new("steps", json!({"of": of}));
    let model = ScriptedModel::new()
        .calls([call("a"), call("b")])
        .text("Both.");
    let stage = Stage::new(helper(&model).tool(steps));
    assert_snapshot!(stage.play("Go").await, @r#"
    helper: call steps(adk-id-3) {"of":"a"}, call steps(adk-id-4) {"of":"b"}
    helper …: answer steps(adk-id-3) {"step":0,"of":"a"}
    helper …: answer steps(adk-id-4) {"step":0,"of":"b"}
    helper …: answer steps(adk-id-3) {"step":1,"of":"a"}
    helper …: answer steps(adk-id-4) {"step":1,"of":"b"}
    helper: answer steps(adk-id-3) {"result":"done"}, answer steps(adk-id-4) {"result":"done"}
    helper: "Both."
    "#);
}

#[tokio::test]
async fn a_fast_tool_waits_for_a_slow_reader() {
    let reported = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&reported);
    let fast = tool("fast", move |ctx, _| {
        let count = Arc::clone(&count);
        async move {
            for number in 0..100 {
                ctx.progress(json!(number)).await;
                count.fetch_add(1, Ordering::SeqCst);
            }
            Ok(json!("done"))
        }
    });
    let model = ScriptedModel::new().call("fast", json!({})).text("Done.");
    let stage = Stage::new(helper(&model).tool(fast));
    let mut run = stage.run("Go");
    run.next().await.unwrap().unwrap();
    assert!(run.next().await.unwrap().unwrap().is_partial());
    for _ in 0..200 {
        yield_now().await;
    }
    let ahead = reported.load(Ordering::SeqCst);
    assert!((16..20).contains(&ahead), "{ahead} reports were made");
    let rest: Vec<_> = run.map(Result::unwrap).collect().await;
    let partial = rest.iter().filter(|event| event.is_partial());
    assert_eq!(partial.count(), 99);
    assert_eq!(rest.last().unwrap().text(), "Done.");
}

/// Is counted while it is there.
struct Alive(Arc<AtomicUsize>);

impl Alive {
    fn counted_in(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(count))
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Never ends.
#[tool]
async fn endless(alive: App<Arc<AtomicUsize>>) -> impl Stream<Item = u8> {
    let alive = Alive::counted_in(&alive);
    stream::repeat(1).map(move |number| {
        let _alive = &alive;
        number
    })
}

#[tokio::test]
async fn a_dropped_run_drops_the_stream() {
    let alive = Arc::new(AtomicUsize::new(0));
    let model = ScriptedModel::new().call("endless", json!({}));
    let agent = helper(&model).tool(endless::tool()).build().unwrap();
    let stage = Stage::of(agent, |runner| runner.provide(Arc::clone(&alive)));
    let mut run = stage.run("Go");
    for _ in 0..50 {
        run.next().await.unwrap().unwrap();
    }
    assert_eq!(alive.load(Ordering::SeqCst), 1);
    drop(run);
    yield_now().await;
    assert_eq!(alive.load(Ordering::SeqCst), 0);
    assert_goes_on(&stage, &model).await;
}

/// A tool that leaves a task behind, which gives word when it has made its reports. The call
/// itself is over when `call` is.
fn leaves<A>(call: impl Fn() -> A + Send + Sync + 'static) -> (impl Tool + 'static, Arc<Notify>)
where
    A: Future<Output = Result<Value, ToolError>> + Send + 'static,
{
    let reported = Arc::new(Notify::new());
    let done = Arc::clone(&reported);
    let leaves = tool("leaves", move |ctx, _| {
        let done = Arc::clone(&done);
        tokio::spawn(async move {
            for number in 0..100 {
                ctx.progress(json!(number)).await;
            }
            done.notify_one();
        });
        call()
    });
    (leaves, reported)
}

#[tokio::test]
async fn a_report_after_the_call_is_dropped() {
    let (leaves, reported) = leaves(|| async { Ok(json!("left")) });
    let model = ScriptedModel::new().call("leaves", json!({})).text("Left.");
    let stage = Stage::new(helper(&model).tool(leaves));
    assert!(stage.play("Go").await.ends_with("helper: \"Left.\"\n"));
    reported.notified().await;
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn a_task_that_outlives_its_run_reports_to_nobody() {
    let (leaves, reported) = leaves(std::future::pending);
    let model = ScriptedModel::new().call("leaves", json!({}));
    let stage = Stage::new(helper(&model).tool(leaves));
    let mut run = stage.run("Go");
    run.next().await.unwrap().unwrap();
    assert!(run.next().await.unwrap().unwrap().is_partial());
    drop(run);
    reported.notified().await;
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn a_tool_that_reports_and_hangs_is_stopped() {
    let hangs = tool("hangs", |ctx, _| async move {
        ctx.progress(json!({"at": "work"})).await;
        std::future::pending().await
    });
    let model = ScriptedModel::new().call("hangs", json!({})).text("Late.");
    let stage = Stage::new(helper(&model).tool(hangs));
    tokio::time::pause();
    let mut run = stage.run("Go");
    run.next().await.unwrap().unwrap();
    assert!(run.next().await.unwrap().unwrap().is_partial());
    assert!(run.next().now_or_never().is_none());
    let answer = run.next().await.unwrap().unwrap();
    assert!(transcript::line(&answer).contains("was stopped"));
    assert_eq!(run.next().await.unwrap().unwrap().text(), "Late.");
}

#[tokio::test]
async fn a_tool_that_reports_for_ever_is_stopped() {
    let reports = tool("reports", |ctx, _| async move {
        loop {
            ctx.progress(json!("more")).await;
        }
    });
    let model = ScriptedModel::new()
        .call("reports", json!({}))
        .text("Late.");
    let stage = Stage::new(helper(&model).tool(reports));
    let config = RunConfig::new().tool_timeout(Duration::from_millis(50));
    let mut run = stage.run("Go").config(config);
    run.next().await.unwrap().unwrap();
    let answer = async {
        while let Some(event) = run.next().await.map(Result::unwrap)
            && event.is_partial()
        {
            // Whenever the reader looks, there is another report.
            yield_now().await;
        }
    };
    timeout(Duration::from_secs(5), answer).await.unwrap();
    assert_eq!(run.next().await.unwrap().unwrap().text(), "Late.");
}
