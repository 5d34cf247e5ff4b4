//! A run that is dropped or cancelled, wherever it stands: its tools end with it, and the next run on
//! the session finds every call answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use adk::content::FunctionCall;
use adk::plugin::{AfterAgent, BeforeAgent, BeforeModel, BeforeTool};
use adk::testing::ScriptedModel;
use adk::{CancellationToken, ErrorKind, InMemorySessionService, LlmAgent, Run};
use futures::FutureExt as _;
use insta::assert_snapshot;
use serde_json::json;
use tests::history::assert_valid_history;
use tests::model::slow;
use tests::stage::{Stage, assert_goes_on, built, helper, streaming};
use tests::store::slow as slow_store;
use tests::tool::{TestTool, tool};
use tests::transcript;
use tokio::sync::oneshot;
use tokio::task::yield_now;

/// Polls a run `times` times, letting tools go on in between; whether it ended.
async fn poll(run: &mut Run, times: usize) -> bool {
    for _ in 0..times {
        match run.next().now_or_never() {
            Some(None) => return true,
            Some(Some(_)) => {}
            None => yield_now().await,
        }
    }
    false
}

async fn poll_and_drop(mut run: Run, times: usize) -> bool {
    poll(&mut run, times).await
}

async fn poll_and_cancel(run: Run, times: usize) -> bool {
    let token = CancellationToken::new();
    let mut run = run.cancellation(token.clone());
    if poll(&mut run, times).await {
        return true;
    }
    token.cancel();
    let end = run.next().await.and_then(Result::err);
    assert_eq!(end.map(|error| error.kind()), Some(ErrorKind::Cancelled));
    assert!(run.next().await.is_none());
    false
}

/// Counts the calls under way; a call that is dropped counts down too.
struct Under(Arc<AtomicUsize>);

impl Under {
    fn way(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(count))
    }
}

impl Drop for Under {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Takes a few polls, and writes to the state.
fn step(running: &Arc<AtomicUsize>) -> TestTool {
    let running = Arc::clone(running);
    tool("step", move |ctx, args| {
        let running = Under::way(&running);
        async move {
            let _running = running;
            yield_now().await;
            ctx.state().set("step", true);
            yield_now().await;
            Ok(args.to_value())
        }
    })
}

fn script() -> ScriptedModel {
    let call = |n: u32| FunctionCall::new("step", json!({"n": n}));
    ScriptedModel::new()
        .call("step", json!({"n": 0}))
        .calls([call(1), call(2)])
        .text("All done.")
}

#[tokio::test]
async fn a_run_may_be_dropped_at_every_await_point() {
    at_every_await_point(poll_and_drop).await;
}

#[tokio::test]
async fn a_run_may_be_cancelled_at_every_await_point() {
    at_every_await_point(poll_and_cancel).await;
}

/// Has a run cut off at each of its await points, until it ends before.
async fn at_every_await_point(cut: impl AsyncFn(Run, usize) -> bool) {
    let mut ended = false;
    let mut cut_calls = 0;
    for times in 0.. {
        let (model, running) = (script(), Arc::new(AtomicUsize::new(0)));
        let agent = LlmAgent::builder("helper")
            .model(slow(model.clone()))
            .tool(step(&running))
            .before_agent(|_| async {
                yield_now().await;
                Ok(BeforeAgent::Proceed)
            })
            .before_model(|_, request| async {
                yield_now().await;
                Ok(BeforeModel::Proceed(request))
            })
            .before_tool(|_, _, args| async {
                yield_now().await;
                Ok(BeforeTool::Proceed(args))
            })
            .after_agent(|_| async {
                yield_now().await;
                Ok(AfterAgent::Proceed)
            });
        let stage = Stage::of(built(agent), |runner| {
            runner.session_service(slow_store(InMemorySessionService::new()))
        });
        ended = cut(stage.run("Hi").config(streaming()), times).await;
        yield_now().await;
        assert_eq!(
            running.load(Ordering::SeqCst),
            0,
            "tools go on after {times} polls"
        );
        let request = assert_goes_on(&stage, &model).await;
        let history = transcript::of_contents(request.contents());
        cut_calls += usize::from(history.contains("cancelled"));
        if ended {
            break;
        }
    }
    assert!(ended && cut_calls > 10, "a call was cut {cut_calls} times");
}

#[tokio::test]
async fn fault_26_the_next_run_answers_what_a_dropped_one_left_open() {
    let running = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&running);
    let stuck = tool("stuck", move |_, _| {
        let running = Under::way(&count);
        async move {
            let _running = running;
            std::future::pending().await
        }
    });
    let call = || FunctionCall::new("stuck", json!({}));
    let model = ScriptedModel::new().text("Hello.").calls([call(), call()]);
    let stage = Stage::new(helper(&model).tool(stuck));
    stage.play("Hi").await;
    let mut run = stage.run("Work!");
    run.next().await.unwrap().unwrap();
    assert!(run.next().now_or_never().is_none());
    yield_now().await;
    assert_eq!(running.load(Ordering::SeqCst), 2);
    assert_eq!(
        stage.run("Me too").text().await.unwrap_err().kind(),
        ErrorKind::SessionBusy
    );
    drop(run);
    yield_now().await;
    assert_eq!(running.load(Ordering::SeqCst), 0);
    let before = stage.session().await.events().len();
    assert_eq!(before, 4, "a dropped run writes nothing more");
    assert_goes_on(&stage, &model).await;
    assert_snapshot!(stage.stored().await, @r#"
    user: "Hi"
    helper: "Hello."
    user: "Work!"
    helper: call stuck(adk-id-6) {}, call stuck(adk-id-7) {}
    helper: answer stuck(adk-id-6) {"error":"the call was cancelled before it ended"}, answer stuck(adk-id-7) {"error":"the call was cancelled before it ended"}
    user: "Are you still there?"
    helper: "I am still here."
    "#);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tool_that_cannot_be_aborted_sees_that_its_run_is_gone() {
    let (called, is_called) = oneshot::channel();
    let (saw, has_seen) = oneshot::channel();
    let channels = std::sync::Mutex::new(Some((called, saw)));
    let busy = tool("busy", move |ctx, _| {
        if let Some((called, saw)) = channels.lock().unwrap().take() {
            called.send(()).unwrap();
            while !ctx.cancellation().is_cancelled() {
                std::thread::yield_now();
            }
            saw.send(()).unwrap();
        }
        async { Ok(json!({})) }
    });
    let model = ScriptedModel::new().call("busy", json!({}));
    let stage = Stage::new(helper(&model).tool(busy));
    let handle = stage.run("Hi").detach();
    is_called.await.unwrap();
    handle.cancel().await;
    tokio::time::timeout(Duration::from_secs(5), has_seen)
        .await
        .unwrap()
        .unwrap();
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn only_the_last_call_of_an_id_that_came_again_is_cancelled() {
    let sometimes = tool("sometimes", |_, args| async move {
        if args.to_value()["stuck"] == true {
            std::future::pending::<()>().await;
        }
        Ok(json!("done"))
    });
    let call = |stuck: bool| FunctionCall::new("sometimes", json!({"stuck": stuck})).with_id("x");
    let model = ScriptedModel::new()
        .calls([call(false)])
        .calls([call(true)]);
    let stage = Stage::new(helper(&model).tool(sometimes));
    assert!(!poll_and_drop(stage.run("Hi"), 30).await);
    let request = assert_goes_on(&stage, &model).await;
    assert_valid_history(request.contents());
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Hi"
    model: call sometimes(x) {"stuck":false}
    user: answer sometimes(x) {"result":"done"}
    model: call sometimes(x) {"stuck":true}
    user: answer sometimes(x) {"error":"the call was cancelled before it ended"}
    user: "Are you still there?"
    "#);
}
