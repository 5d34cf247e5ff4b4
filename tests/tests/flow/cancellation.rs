//! A run that its caller or code inside it cancels: it ends at once, says so, leaves nothing
//! running, and the session goes on.

use std::time::Duration;

use adk::model::{Gemini, LlmResponse};
use adk::plugin::{AfterModel, BeforeAgent, BeforeModel, OnEvent, Plugin};
use adk::testing::ScriptedModel;
use adk::{
    Agent, CallbackContext, CancellationToken, Content, ErrorKind, Event, EventStream,
    InvocationContext, LlmAgent, Result, Run,
};
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt, stream};
use insta::assert_snapshot;
use serde_json::json;
use tests::fake_server::{FakeServer, Reply};
use tests::model::Streams;
use tests::stage::{Stage, assert_goes_on, built, helper, streaming};
use tests::tool::{TestTool, echo, tool};
use tests::transcript;
use tokio::runtime::Handle;
use tokio::task::yield_now;
use tokio::time::Instant;

use crate::recorder::{Log, Recorder};

/// Tasks that live once those that were aborted are gone.
async fn tasks() -> usize {
    for _ in 0..50 {
        yield_now().await;
    }
    Handle::current().metrics().num_alive_tasks()
}

/// A tool that never returns, nor does the task that waits for it.
fn stuck() -> TestTool {
    tool("stuck", |_, _| std::future::pending())
}

/// Polls a run until it waits; what came until then.
async fn until_it_waits(run: &mut Run) -> String {
    let mut came = String::new();
    for _ in 0..50 {
        match run.next().now_or_never() {
            Some(Some(Ok(event))) => came.push_str(&transcript::line(&event)),
            Some(ended) => panic!("{ended:?}"),
            None => yield_now().await,
        }
    }
    came
}

/// The end of a run: its error, and that nothing comes after it.
async fn end(mut run: Run) -> String {
    let Some(Err(error)) = run.next().await else {
        panic!("the run goes on");
    };
    assert!(run.next().await.is_none());
    transcript::of_error(&error)
}

const CANCELLED: &str = "error Cancelled: the run was cancelled; a new run on its session goes \
                         on from what was stored\n";

#[tokio::test(start_paused = true)]
async fn a_run_that_is_cancelled_before_it_starts_does_nothing() {
    let model = ScriptedModel::new();
    let stage = Stage::new(helper(&model));
    let token = CancellationToken::new();
    let run = stage.run("Hi").cancellation(token.clone());
    token.cancel();
    assert_eq!(end(run).await, CANCELLED);
    assert!(model.requests().is_empty());
    assert_goes_on(&stage, &model).await;
    assert_snapshot!(stage.stored().await, @r#"
    user: "Are you still there?"
    helper: "I am still here."
    "#);
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_cancelled_before_the_model_asks_no_model() {
    let (model, token) = (ScriptedModel::new(), CancellationToken::new());
    let agent = helper(&model).before_model(|_, _| std::future::pending());
    let stage = Stage::new(agent);
    let mut run = stage.run("Hi").cancellation(token.clone());
    let started = Instant::now();
    assert_eq!(until_it_waits(&mut run).await, "");
    token.cancel();
    assert_eq!(end(run).await, CANCELLED);
    assert_eq!(started.elapsed(), Duration::ZERO);
    assert!(model.requests().is_empty());
    assert_snapshot!(stage.stored().await, @r#"user: "Hi""#);
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_cancelled_in_mid_stream_ends_there() {
    let piece = |text: &str| Ok(LlmResponse::new(Content::model(text)).into_partial());
    let whole = Ok(LlmResponse::new(Content::model("One, two.")));
    let model = Streams::new().then([piece("One, "), piece("two."), whole]);
    let stage = Stage::new(LlmAgent::builder("helper").model(model));
    let token = CancellationToken::new();
    let run = stage.run("Count!").config(streaming());
    let mut run = run.cancellation(token.clone());
    let first = run.next().await.unwrap().unwrap();
    assert_snapshot!(transcript::line(&first), @r#"helper …: "One, ""#);
    token.cancel();
    assert_eq!(end(run).await, CANCELLED);
    assert_snapshot!(stage.stored().await, @r#"user: "Count!""#);
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_cancelled_in_mid_tool_takes_its_tools_along() {
    let model = ScriptedModel::new().call("stuck", json!({}));
    let stage = Stage::new(helper(&model).tool(stuck()));
    let token = CancellationToken::new();
    let before = tasks().await;
    let mut run = stage.run("Hi").cancellation(token.clone());
    let started = Instant::now();
    assert_snapshot!(until_it_waits(&mut run).await, @"helper: call stuck(adk-id-3) {}");
    assert_eq!(tasks().await, before + 1, "the tool has a task");
    token.cancel();
    assert_eq!(end(run).await, CANCELLED);
    assert_eq!(tasks().await, before, "and it has ended");
    assert_eq!(started.elapsed(), Duration::ZERO);
    let request = assert_goes_on(&stage, &model).await;
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Hi"
    model: call stuck(adk-id-3) {}
    user: answer stuck(adk-id-3) {"error":"the call was cancelled before it ended"}
    user: "Are you still there?"
    "#);
}

#[tokio::test(start_paused = true)]
async fn one_token_ends_many_runs_and_no_run_ends_a_token() {
    let model = ScriptedModel::new().text("Hello.");
    let model = (0..3).fold(model, |model, _| model.call("stuck", json!({})));
    let stage = Stage::new(helper(&model).tool(stuck()));
    let token = CancellationToken::new();
    let on = |session: &str| {
        let run = stage.runner.run("anna", session, "Hi");
        run.cancellation(token.clone())
    };
    assert_eq!(on("one").text().await.unwrap(), "Hello.");
    let mut dropped = on("one");
    until_it_waits(&mut dropped).await;
    drop(dropped);
    assert!(
        !token.is_cancelled(),
        "a run that ended cancelled its caller"
    );
    let (mut two, three) = (on("two"), on("three").detach());
    until_it_waits(&mut two).await;
    token.cancel();
    assert_eq!(end(two).await, CANCELLED);
    let came = transcript::of_handle(three).await;
    assert!(
        came.contains("call stuck") && came.ends_with(CANCELLED),
        "{came}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_callback_can_cancel_the_run() {
    let log = Log::default();
    let model = ScriptedModel::new().text("Hello.");
    let agent = helper(&model).after_model(|ctx, _| async move {
        ctx.cancellation().cancel();
        Ok(AfterModel::Proceed)
    });
    let stage = Stage::of(built(agent), |runner| {
        runner.plugin(Recorder::new("one", &log))
    });
    assert_eq!(stage.play("Hi").await, CANCELLED);
    let asked = log.take();
    assert!(
        asked.ends_with("one on_event"),
        "hooks were told of a run that is gone:\n{asked}"
    );
    assert_snapshot!(stage.stored().await, @r#"user: "Hi""#);
}

/// An agent that cancels its run and speaks on.
#[derive(Debug)]
struct Stubborn;

impl Agent for Stubborn {
    fn name(&self) -> &'static str {
        "stubborn"
    }

    fn description(&self) -> &'static str {
        "Speaks on."
    }

    fn run(&self, ctx: InvocationContext) -> EventStream {
        let say = move |text: &'static str| {
            if text == "Two." {
                ctx.cancellation().cancel();
            }
            Ok(ctx.event().content(Content::model(text)).build())
        };
        stream::iter(["One.", "Two.", "Three."]).map(say).boxed()
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_written_of_an_agent_that_speaks_on() {
    let stage = Stage::of(Stubborn, |runner| runner);
    let said = stage.play("Hi").await;
    assert_eq!(said, format!("stubborn: \"One.\"\n{CANCELLED}"));
    assert_snapshot!(stage.stored().await, @r#"
    user: "Hi"
    stubborn: "One."
    "#);
}

/// A plugin whose last hook does not return.
#[derive(Debug)]
struct Sticky;

impl Plugin for Sticky {
    fn name(&self) -> &'static str {
        "sticky"
    }

    fn on_event<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        _: Event,
    ) -> BoxFuture<'a, Result<OnEvent>> {
        ctx.cancellation().cancel();
        std::future::pending().boxed()
    }

    fn after_run<'a>(&'a self, _: &'a CallbackContext) -> BoxFuture<'a, Result<()>> {
        std::future::pending().boxed()
    }
}

#[tokio::test(start_paused = true)]
async fn hooks_that_hang_do_not_hold_a_cancelled_run() {
    let model = ScriptedModel::new().text("Hello.");
    let stage = Stage::of(built(helper(&model)), |runner| runner.plugin(Sticky));
    let started = Instant::now();
    assert_eq!(stage.play("Hi").await, CANCELLED);
    assert_eq!(started.elapsed(), Duration::ZERO);
}

#[tokio::test]
async fn a_cancelled_run_closes_its_connection_to_the_model() {
    let piece = r#"data: {"candidates":[{"content":{"role":"model","parts":[{"text":"One, "}]}}]}"#;
    let body = format!("{piece}\n\n");
    let reply = Reply::sse(body.clone()).stall_after(body.len());
    let server = FakeServer::start([reply]).await.unwrap();
    let model = Gemini::builder("gemini-2.5-flash").api_key("k");
    let model = model.base_url(server.url()).build().unwrap();
    let stage = Stage::new(LlmAgent::builder("helper").model(model));
    let token = CancellationToken::new();
    let before = tasks().await;
    let run = stage.run("Count!").config(streaming());
    let mut run = run.cancellation(token.clone());
    run.next().await.unwrap().unwrap();
    for _ in 0..50 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(server.abandoned(), 0, "the connection is open");
    assert!(tasks().await > before, "and has its tasks");
    token.cancel();
    assert_eq!(end(run).await, CANCELLED);
    for _ in 0..1000 {
        if server.abandoned() == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(server.abandoned(), 1, "the server sees it closed");
    assert_eq!(tasks().await, before, "the connection has tasks still");
}

#[tokio::test]
async fn a_token_after_the_start_comes_too_late() {
    let model = ScriptedModel::new().call("echo", json!({})).text("Hello.");
    let agent = helper(&model)
        .tool(echo())
        .before_agent(|_| async { Ok(BeforeAgent::Proceed) })
        .before_model(|_, request| async { Ok(BeforeModel::Proceed(request)) });
    let mut run = Stage::new(agent).run("Hi");
    run.next().await.unwrap().unwrap();
    let mut run = run.cancellation(CancellationToken::new());
    let error = run.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
}
