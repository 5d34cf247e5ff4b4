//! Where a run must end, or wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use adk::content::FunctionCall;
use adk::model::http::{Body, Transport};
use adk::model::{Gemini, LlmResponse};
use adk::plugin::AfterTool;
use adk::testing::ScriptedModel;
use adk::{Content, ErrorKind, LlmAgent, Part, Role, RunConfig};
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt, stream};
use http::{Request, Response};
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, helper, streaming};
use tests::tool::{echo, tool};
use tests::transcript;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

#[tokio::test]
async fn fault_18_a_model_that_calls_for_ever_is_stopped() {
    let model = ScriptedModel::new()
        .call("echo", json!({}))
        .call("echo", json!({}))
        .call("echo", json!({}));
    let stage = Stage::new(helper(&model).tool(echo()));
    let config = RunConfig::new().max_model_calls(2);
    assert_snapshot!(transcript::of_run(stage.run("Hi").config(config)).await, @r"
    helper: call echo(adk-id-3) {}
    helper: answer echo(adk-id-3) {}
    helper: call echo(adk-id-6) {}
    helper: answer echo(adk-id-6) {}
    error Limit: the run reached its limit of 2 model calls; raise it with `RunConfig::max_model_calls`, or find out why the agent never answers
    ");
    assert_eq!(model.requests().len(), 2);
    let run = stage
        .run("Go on")
        .config(RunConfig::new().max_model_calls(1));
    assert_eq!(run.text().await.unwrap_err().kind(), ErrorKind::Limit);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn a_limit_of_no_model_calls_is_a_limit_of_one() {
    let model = ScriptedModel::new().text("Hello.");
    let stage = Stage::new(helper(&model));
    let run = stage.run("Hi").config(RunConfig::new().max_model_calls(0));
    assert_eq!(run.text().await.unwrap(), "Hello.");
}

fn thought(model: ScriptedModel) -> ScriptedModel {
    let thought = Part::from_text("Hm.").into_thought();
    model.response(LlmResponse::new(Content::new(Role::Model, [thought])))
}

#[tokio::test]
async fn fault_18_a_model_that_only_thinks_is_asked_on_and_then_stopped() {
    let config = || RunConfig::new().max_thought_turns(2);
    let model = thought(thought(ScriptedModel::new())).text("Four.");
    let stage = Stage::new(helper(&model));
    assert_eq!(
        stage.run("2+2?").config(config()).text().await.unwrap(),
        "Four."
    );

    let model = thought(thought(thought(ScriptedModel::new())));
    let stage = Stage::new(helper(&model));
    assert_snapshot!(transcript::of_run(stage.run("2+2?").config(config())).await, @r#"
    helper: thought "Hm."
    helper: thought "Hm."
    helper: thought "Hm."
    error Limit: the model thought more than 2 turns in a row without an answer; raise the limit with `RunConfig::max_thought_turns`, or give it more output tokens
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn thoughts_count_anew_after_a_call() {
    let model = thought(thought(ScriptedModel::new()));
    let model = thought(thought(model.call("echo", json!({})))).text("Four.");
    let stage = Stage::new(helper(&model).tool(echo()));
    let run = stage
        .run("2+2?")
        .config(RunConfig::new().max_thought_turns(2));
    assert_eq!(run.text().await.unwrap(), "Four.");
}

fn calls(count: u32) -> ScriptedModel {
    let call = |n: u32| FunctionCall::new("count", json!({"n": n}));
    ScriptedModel::new()
        .calls((0..count).map(call))
        .text("Done.")
}

#[tokio::test]
async fn no_more_tools_run_at_once_than_allowed() {
    let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let highest = Arc::clone(&most);
    let count = tool("count", move |_, _| {
        let (running, most) = (Arc::clone(&running), Arc::clone(&most));
        async move {
            most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            running.fetch_sub(1, Ordering::SeqCst);
            Ok(json!({}))
        }
    });
    let stage = Stage::new(helper(&calls(50)).tool(count));
    let run = stage
        .run("Hi")
        .config(RunConfig::new().max_parallel_tools(3));
    assert_eq!(run.text().await.unwrap(), "Done.");
    assert_eq!(highest.load(Ordering::SeqCst), 3);
}

#[tokio::test(start_paused = true)]
async fn a_slow_tool_holds_one_place_and_not_the_queue() {
    let last_ran = Arc::new(Notify::new());
    let count = tool("count", move |_, args| {
        let last_ran = Arc::clone(&last_ran);
        async move {
            match args.to_value()["n"].as_u64() {
                Some(0) => last_ran.notified().await,
                Some(4) => last_ran.notify_one(),
                _ => {}
            }
            Ok(args.to_value())
        }
    });
    let stage = Stage::new(helper(&calls(5)).tool(count));
    let run = stage
        .run("Hi")
        .config(RunConfig::new().max_parallel_tools(2));
    assert_snapshot!(transcript::of_run(run).await, @r#"
    helper: call count(adk-id-3) {"n":0}, call count(adk-id-4) {"n":1}, call count(adk-id-5) {"n":2}, call count(adk-id-6) {"n":3}, call count(adk-id-7) {"n":4}
    helper: answer count(adk-id-3) {"n":0}, answer count(adk-id-4) {"n":1}, answer count(adk-id-5) {"n":2}, answer count(adk-id-6) {"n":3}, answer count(adk-id-7) {"n":4}
    helper: "Done."
    "#);
}

#[tokio::test(start_paused = true)]
async fn each_call_has_a_time_of_its_own_however_late_it_begins() {
    let work = || {
        tool("count", |_, args| async move {
            match args.to_value()["n"].as_u64() {
                Some(0 | 3) => std::future::pending().await,
                n => sleep(Duration::from_secs(7 + n.unwrap_or(0))).await,
            }
            Ok(args.to_value())
        })
    };
    let plain = helper(&calls(4)).tool(work());
    let hooked = helper(&calls(4)).tool(work());
    let hooked = hooked.after_tool(|_, _, _, _| async { Ok(AfterTool::Proceed) });
    let mut runs = Vec::new();
    for agent in [plain, hooked] {
        let stage = Stage::new(agent);
        let started = Instant::now();
        let config = RunConfig::new().max_parallel_tools(2);
        let config = config.tool_timeout(Duration::from_secs(10));
        let run = transcript::of_run(stage.run("Hi").config(config)).await;
        let answers = run.lines().nth(1).unwrap_or_default();
        runs.push(answers.replace(", answer", "\nanswer"));
        // The third begins after 8 seconds, the last when the first is stopped.
        assert_eq!(started.elapsed().as_secs(), 20);
    }
    assert_eq!(runs[0], runs[1]);
    assert_snapshot!(runs[0], @r#"
    helper: answer count(adk-id-3) {"error":"tool `count` was stopped: it took longer than 10s, the run's limit"}
    answer count(adk-id-4) {"n":1}
    answer count(adk-id-5) {"n":2}
    answer count(adk-id-6) {"error":"tool `count` was stopped: it took longer than 10s, the run's limit"}
    "#);
}

#[tokio::test(start_paused = true)]
async fn a_run_ends_at_its_time_limit_wherever_it_stands() {
    let stuck = tool("stuck", |_, _| std::future::pending());
    let model = ScriptedModel::new()
        .call("stuck", json!({}))
        .call("stuck", json!({}));
    let stage = Stage::new(helper(&model).tool(stuck));
    let started = Instant::now();
    let config = RunConfig::new().timeout(Duration::from_millis(2500));
    assert_snapshot!(transcript::of_run(stage.run("Hi").config(config)).await, @r"
    helper: call stuck(adk-id-3) {}
    error Limit: the run reached its time limit of 2.5s; raise it with `RunConfig::timeout`, or run on the session to go on from here
    ");
    assert_eq!(started.elapsed().as_millis(), 2500);

    // Without one, the tool's own limit is the first that is reached.
    let error = stage.run("Hi").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ModelProtocol);
    assert_eq!(started.elapsed().as_millis(), 602_500);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test(start_paused = true)]
async fn the_time_that_a_reader_takes_is_the_runs() {
    let model = ScriptedModel::new().text("One two three.");
    let stage = Stage::new(helper(&model));
    let config = streaming().timeout(Duration::from_secs(5));
    let mut run = stage.run("Count!").config(config);
    run.next().await.unwrap().unwrap();
    sleep(Duration::from_secs(6)).await;
    let error = run.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert!(run.next().await.is_none());
}

/// A server that says every five seconds that it is still there, and no more.
#[derive(Debug, Clone, Default)]
struct Babbler(Arc<AtomicUsize>);

impl Transport for Babbler {
    fn send(&self, _: Request<Bytes>) -> BoxFuture<'_, adk::Result<Response<Body>>> {
        let said = Arc::clone(&self.0);
        let comments = stream::repeat_with(move || {
            said.fetch_add(1, Ordering::SeqCst);
            Ok(Bytes::from_static(b": still here\n\n"))
        });
        let comments = comments.then(|comment| async {
            sleep(Duration::from_secs(5)).await;
            comment
        });
        async { Ok(Response::new(comments.boxed())) }.boxed()
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_sends_comments_for_ever_is_left_at_the_time_limit() {
    let babbler = Babbler::default();
    let model = Gemini::builder("gemini-2.5-flash").api_key("k");
    let model = model.transport(babbler.clone()).build().unwrap();
    let stage = Stage::new(LlmAgent::builder("helper").model(model));
    let started = Instant::now();
    let config = streaming().timeout(Duration::from_hours(1));
    assert_snapshot!(transcript::of_run(stage.run("Hi").config(config)).await, @"error Limit: the run reached its time limit of 3600s; raise it with `RunConfig::timeout`, or run on the session to go on from here");
    assert_eq!(started.elapsed().as_secs(), 3600);
    assert!(babbler.0.load(Ordering::SeqCst) > 700);
}
