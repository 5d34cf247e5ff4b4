//! A server that is down, dies, hangs or comes back.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use adk::testing::ScriptedModel;
use adk::tool::mcp::McpToolset;
use adk::{ErrorKind, LlmAgent, Runner};
use serde_json::json;
use tests::mcp_server::{OddServer, idempotent, odd_tool};
use tests::stage::helper;
use tokio::time::Instant;

use super::{answer, error, odd, read, settle, stage, told};

/// A server that can be switched off, and how often someone tried to reach it.
#[derive(Debug, Clone, Default)]
struct Switched {
    server: OddServer,
    is_up: Arc<AtomicBool>,
    tries: Arc<AtomicUsize>,
}

impl Switched {
    fn toolset(&self) -> McpToolset {
        let this = self.clone();
        McpToolset::stream("odd", move || {
            this.tries.fetch_add(1, Ordering::SeqCst);
            let is_up = this.is_up.load(Ordering::SeqCst);
            let stream = is_up.then(|| this.server.connect());
            async move { stream.ok_or_else(|| io::ErrorKind::ConnectionRefused.into()) }
        })
    }

    fn switch(&self, up: bool) {
        self.is_up.store(up, Ordering::SeqCst);
        if !up {
            self.server.hang_up();
        }
    }

    fn tries(&self) -> usize {
        self.tries.load(Ordering::SeqCst)
    }
}

#[tokio::test]
async fn fault_20_a_server_that_is_down_ends_no_run_and_heals() {
    let switched = Switched::default();
    let model = ScriptedModel::new()
        .text("I cannot.")
        .call("echo", json!({ "a": 1 }))
        .text("Now I can.");
    let stage = stage(&model, switched.toolset());
    assert_eq!(stage.run("Hello?").text().await.unwrap(), "I cannot.");
    assert_eq!(switched.tries(), 1);
    assert!(told(&model)[0].is_empty());
    let said = |request: usize| {
        let requests = model.requests();
        requests[request]
            .system_instruction()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(
        said(0).contains("The tools of `odd` are not available"),
        "{}",
        said(0)
    );

    switched.switch(true);
    assert_eq!(stage.run("And now?").text().await.unwrap(), "Now I can.");
    assert!(!said(1).contains("not available"), "{}", said(1));
    assert_eq!(switched.server.calls(), ["echo"]);
}

#[tokio::test]
async fn a_required_server_that_is_down_is_an_error() {
    let switched = Switched::default();
    let model = ScriptedModel::new().text("Here.");
    let stage = stage(&model, switched.toolset().required());
    let error = stage.run("Hello?").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mcp);
    insta::assert_snapshot!(format!("{error:?}"), @r#"
    toolset `odd` of agent `helper` could not list its tools (Mcp)
      caused by: MCP server `odd` cannot be reached
      caused by: connection refused
    "#);

    switched.switch(true);
    assert_eq!(stage.run("And now?").text().await.unwrap(), "Here.");
}

#[tokio::test]
async fn a_server_that_died_after_its_list_is_an_error_of_the_tool_and_heals() {
    let switched = Switched::default();
    switched.switch(true);
    let model = ScriptedModel::new().text("Ready.");
    let script = model.clone().call("echo", json!({})).text("It is gone.");
    let script = script.call("echo", json!({})).text("It is back.");
    drop(script);
    let stage = stage(&model, switched.toolset());
    stage.play("Hello.").await;

    switched.switch(false);
    settle().await;
    let played = stage.play("Go on.").await;
    insta::assert_snapshot!(played, @r#"
    helper: call echo(adk-id-6) {}
    helper: answer echo(adk-id-6) {"error":"MCP server `odd` cannot be reached"}
    helper: "It is gone."
    "#);
    assert_eq!(switched.server.calls().len(), 0);

    switched.switch(true);
    assert_eq!(stage.run("Again.").text().await.unwrap(), "It is back.");
    assert_eq!(switched.server.calls(), ["echo"]);
}

#[tokio::test]
async fn a_connection_that_is_found_dead_is_opened_anew_once() {
    let server = OddServer::default();
    let model = ScriptedModel::new().text("Ready.");
    let _script = model.clone().call("echo", json!({ "a": 1 })).text("Done.");
    let stage = stage(&model, odd(&server));
    stage.play("Hello.").await;
    assert_eq!((server.connected(), server.listed()), (1, 1));
    server.hang_up();
    settle().await;
    assert_eq!(stage.run("Go on.").text().await.unwrap(), "Done.");
    assert_eq!((server.connected(), server.listed()), (2, 2));
    assert_eq!(server.calls(), ["echo"]);
}

#[tokio::test]
async fn a_call_that_may_have_been_made_is_not_made_again() {
    let server = OddServer::default();
    server.break_next(1);
    let told = answer(odd(&server), "echo", json!({})).await;
    insta::assert_snapshot!(error(&told), @r#"
    the connection to MCP server `odd` broke during the call of `echo`; whether it was carried out is not known
    "#);
    assert_eq!(server.calls(), ["echo"]);
}

#[tokio::test]
async fn a_call_that_does_no_harm_twice_is_made_again_once() {
    let server = OddServer::listing([idempotent(odd_tool("echo", "Echoes."))]);
    server.break_next(1);
    let told = answer(odd(&server), "echo", json!({ "a": 1 })).await;
    assert_eq!(told["output"], r#"{"a":1}"#);
    assert_eq!(server.calls(), ["echo", "echo"]);

    server.break_next(2);
    let told = answer(odd(&server), "echo", json!({})).await;
    assert!(error(&told).contains("broke during the call"));
    assert_eq!(server.calls().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_call_has_a_time_limit_and_the_server_is_told() {
    let server = OddServer::default();
    let began = Instant::now();
    let told = answer(odd(&server), "wait", json!({})).await;
    assert_eq!(began.elapsed().as_secs(), 60);
    insta::assert_snapshot!(error(&told), @r#"tool `wait` was stopped: MCP server `odd` did not answer within 60s"#);
    server.cancelled().await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_hangs_is_asked_for_a_sign_of_life_and_replaced() {
    let server = OddServer::default();
    let streams = Arc::new(AtomicUsize::new(0));
    let (count, odd) = (Arc::clone(&streams), server.clone());
    // The first connection goes silent behind its list.
    let toolset = McpToolset::stream("odd", move || {
        let is_first = count.fetch_add(1, Ordering::SeqCst) == 0;
        let stream = odd.connect();
        async move {
            if !is_first {
                return Ok(stream);
            }
            let (near, far) = tokio::io::duplex(1 << 20);
            tokio::spawn(silent_after(far, stream, 2));
            Ok(near)
        }
    });
    let model = ScriptedModel::new()
        .call("echo", json!({}))
        .call("echo", json!({ "again": true }))
        .text("Done.");
    let stage = stage(&model, toolset.call_timeout(Duration::from_secs(3)));
    let began = Instant::now();
    assert_eq!(stage.run("Go.").text().await.unwrap(), "Done.");
    assert_eq!(read(&model).unwrap()["output"], r#"{"again":true}"#);
    // Three seconds for the call, five for the sign of life.
    assert_eq!(began.elapsed().as_secs(), 8);
    assert_eq!(streams.load(Ordering::SeqCst), 2);
}

/// Passes all messages to the server, and so many answers back.
async fn silent_after(near: tokio::io::DuplexStream, far: tokio::io::DuplexStream, answers: usize) {
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, copy, split};

    let (near_read, mut near_write) = split(near);
    let (far_read, mut far_write) = split(far);
    let mut asked = BufReader::new(near_read);
    let there = copy(&mut asked, &mut far_write);
    let back = async {
        let mut lines = BufReader::new(far_read).lines();
        for _ in 0..answers {
            let line = lines.next_line().await.unwrap().unwrap();
            near_write
                .write_all(format!("{line}\n").as_bytes())
                .await
                .unwrap();
        }
        std::future::pending::<()>().await;
    };
    _ = tokio::join!(there, back);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_is_given_up() {
    let toolset = || {
        McpToolset::stream("mute", || async {
            let (near, far) = tokio::io::duplex(1 << 16);
            tokio::spawn(async move {
                let _far = far;
                std::future::pending::<()>().await;
            });
            Ok(near)
        })
    };
    let model = ScriptedModel::new().text("Alone.");
    let began = Instant::now();
    let alone = stage(&model, toolset());
    assert_eq!(alone.run("Hello?").text().await.unwrap(), "Alone.");
    assert_eq!(began.elapsed().as_secs(), 10);

    let limit = Duration::from_secs(2);
    let needed = toolset().required().connect_timeout(limit);
    let error = stage(&model, needed)
        .run("Hello?")
        .text()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    insta::assert_snapshot!(format!("{error:?}"), @r#"
    toolset `mute` of agent `helper` could not list its tools (Limit)
      caused by: MCP server `mute` did not answer within 2s; raise the limit with `McpToolset::connect_timeout`
    "#);
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_a_server_that_is_down_waits_once() {
    let toolset = Arc::new(McpToolset::stream(
        "mute",
        std::future::pending::<io::Result<tokio::io::DuplexStream>>,
    ));
    let model = ScriptedModel::new();
    let agent = LlmAgent::builder("helper").toolset(Arc::clone(&toolset));
    let agent = agent
        .model((0..5).fold(model, |model, _| model.text("Alone.")))
        .build()
        .unwrap();
    let runner = Runner::builder("app", agent).build().unwrap();
    let began = Instant::now();
    let runs = (0..5).map(|user| runner.run(format!("user-{user}"), "s", "Hello?").text());
    for answer in futures::future::join_all(runs).await {
        assert_eq!(answer.unwrap(), "Alone.");
    }
    assert_eq!(began.elapsed().as_secs(), 10);
}

#[tokio::test]
async fn a_run_that_is_dropped_cancels_the_call() {
    let server = OddServer::default();
    let model = ScriptedModel::new().call("wait", json!({}));
    let agent = helper(&model).toolset(odd(&server));
    let stage = tests::stage::Stage::new(agent);
    let run = tokio::spawn(stage.run("Go.").text());
    server.called().await;
    run.abort();
    server.cancelled().await;
    assert_eq!(server.calls(), ["wait"]);
}
