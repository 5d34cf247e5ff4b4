//! Two runs on one session: the second is refused or waits for its turn, by policy, and never
//! gets between a call and its answer.

use std::sync::Arc;
use std::time::Duration;

use adk::runner::{RunHandle, WhenBusy};
use adk::testing::ScriptedModel;
use adk::{CancellationToken, ErrorKind, RunConfig};
use futures::FutureExt;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, built, helper};
use tests::tool::{gate, tool};
use tests::transcript;
use tokio::sync::Notify;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep};

/// A stage whose first run waits in the gate, that run, and what opens it.
async fn held(model: &ScriptedModel, policy: WhenBusy) -> (Stage, RunHandle, Arc<Notify>) {
    let (gate, called, go) = gate();
    let agent = built(helper(model).tool(gate));
    let stage = Stage::of(agent, |runner| runner.when_busy(policy));
    let first = stage.run("first").detach();
    called.notified().await;
    (stage, first, go)
}

fn queue(max: usize) -> WhenBusy {
    WhenBusy::queue(max, Duration::from_secs(30))
}

/// Lets what can go on do so.
async fn settle() {
    for _ in 0..50 {
        yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_second_run_is_refused_unless_said_otherwise() {
    let model = ScriptedModel::new()
        .call("gate", json!({}))
        .text("Through.");
    let (stage, first, go) = held(&model, WhenBusy::default()).await;
    let started = Instant::now();
    assert_snapshot!(stage.play("second").await, @"error SessionBusy: session `one` has a run under way; wait for its end, or let runs wait for their turn with `RunnerBuilder::when_busy`");
    assert_eq!(started.elapsed(), Duration::ZERO);
    go.notify_one();
    transcript::of_handle(first).await;
    assert_snapshot!(stage.stored().await, @r#"
    user: "first"
    helper: call gate(adk-id-3) {}
    helper: answer gate(adk-id-3) {"open":true}
    helper: "Through."
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test(start_paused = true)]
async fn queued_runs_come_one_after_the_other_in_their_order() {
    let model = ScriptedModel::new().call("gate", json!({}));
    let model = model.text("One.").text("Two.").text("Three.");
    let (stage, first, go) = held(&model, queue(16)).await;
    let second = stage.run("second").detach();
    settle().await;
    let third = stage.run("third").detach();
    settle().await;
    assert_snapshot!(stage.stored().await, @r#"
    user: "first"
    helper: call gate(adk-id-3) {}
    "#);
    go.notify_one();
    join_all([first, second, third].map(transcript::of_handle)).await;
    assert_snapshot!(stage.stored().await, @r#"
    user: "first"
    helper: call gate(adk-id-3) {}
    helper: answer gate(adk-id-3) {"open":true}
    helper: "One."
    user: "second"
    helper: "Two."
    user: "third"
    helper: "Three."
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test(start_paused = true)]
async fn nobody_overtakes_those_who_wait() {
    let model = ScriptedModel::new().call("gate", json!({}));
    let model = model.text("One.").text("Two.").text("Three.");
    let (stage, mut first, go) = held(&model, queue(16)).await;
    let mut second = stage.run("second");
    assert!(second.next().now_or_never().is_none());
    go.notify_one();
    while first.next().await.is_some() {}
    // The first has ended, and the second was not asked for its turn yet.
    let mut third = stage.run("third");
    assert!(third.next().now_or_never().is_none());
    assert_eq!(second.text().await.unwrap(), "Two.");
    assert_eq!(third.text().await.unwrap(), "Three.");
}

#[tokio::test(start_paused = true)]
async fn a_queue_has_a_length() {
    let model = ScriptedModel::new().call("gate", json!({})).text("One.");
    let (stage, first, go) = held(&model.text("Two."), queue(1)).await;
    let second = stage.run("second").detach();
    settle().await;
    assert_snapshot!(stage.play("third").await, @"error SessionBusy: session `one` has a run under way, and 1 more wait for their turn, which is the limit; try again later, or raise it with `RunnerBuilder::when_busy`");
    go.notify_one();
    let both = join_all([first, second].map(transcript::of_handle)).await;
    assert!(both[0].ends_with("helper: \"One.\"\n"), "{both:?}");
    assert_eq!(both[1], "helper: \"Two.\"\n");
}

#[tokio::test(start_paused = true)]
async fn a_wait_has_a_limit() {
    let model = ScriptedModel::new().call("gate", json!({})).text("One.");
    let (stage, first, go) = held(&model, queue(16)).await;
    let started = Instant::now();
    assert_snapshot!(stage.play("second").await, @"error SessionBusy: the run waited 30s for its turn on session `one`, which is the limit; try again later, or raise it with `RunnerBuilder::when_busy`");
    assert_eq!(started.elapsed().as_secs(), 30);
    go.notify_one();
    transcript::of_handle(first).await;
    assert_goes_on(&stage, &model).await;
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_dropped_or_cancelled_leaves_the_queue() {
    let model = ScriptedModel::new().call("gate", json!({}));
    let model = model.text("One.").text("Four.");
    let (stage, first, go) = held(&model, queue(2)).await;
    let mut second = stage.run("second");
    assert!(second.next().now_or_never().is_none());
    let token = CancellationToken::new();
    let third = stage.run("third").cancellation(token.clone()).detach();
    settle().await;
    assert_eq!(
        stage.run("no place").text().await.unwrap_err().kind(),
        ErrorKind::SessionBusy
    );
    drop(second);
    token.cancel();
    let third = transcript::of_handle(third).await;
    assert!(third.starts_with("error Cancelled"), "{third}");
    let fourth = stage.run("fourth").detach();
    settle().await;
    go.notify_one();
    join_all([first, fourth].map(transcript::of_handle)).await;
    assert_snapshot!(stage.stored().await, @r#"
    user: "first"
    helper: call gate(adk-id-3) {}
    helper: answer gate(adk-id-3) {"open":true}
    helper: "One."
    user: "fourth"
    helper: "Four."
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test(start_paused = true)]
async fn a_turn_that_comes_as_its_run_is_dropped_goes_to_the_next() {
    let model = ScriptedModel::new().call("gate", json!({}));
    let model = model.text("One.").text("Three.");
    let (stage, mut first, go) = held(&model, queue(16)).await;
    let mut second = stage.run("second");
    assert!(second.next().now_or_never().is_none());
    let third = stage.run("third").detach();
    settle().await;
    go.notify_one();
    while first.next().await.is_some() {}
    // It is the second's turn, which never learns of it.
    drop(second);
    assert_eq!(transcript::of_handle(third).await, "helper: \"Three.\"\n");
    assert_goes_on(&stage, &model).await;
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_dropped_lets_the_next_one_in() {
    let model = ScriptedModel::new().call("gate", json!({})).text("Two.");
    let (stage, first, _go) = held(&model, queue(16)).await;
    let second = stage.run("second").detach();
    settle().await;
    first.cancel().await;
    assert_eq!(transcript::of_handle(second).await, "helper: \"Two.\"\n");
    assert_snapshot!(stage.stored().await, @r#"
    user: "first"
    helper: call gate(adk-id-3) {}
    helper: answer gate(adk-id-3) {"error":"the call was cancelled before it ended"}
    user: "second"
    helper: "Two."
    "#);
}

#[tokio::test(start_paused = true)]
async fn runs_of_different_sessions_do_not_wait_for_each_other() {
    let model = ScriptedModel::new().call("gate", json!({}));
    let model = model.text("Elsewhere.").text("Another's.").text("Through.");
    let (stage, first, go) = held(&model, queue(16)).await;
    let started = Instant::now();
    let other = |user: &str, session: &str| stage.runner.run(user, session, "Hi").text();
    assert_eq!(other("anna", "two").await.unwrap(), "Elsewhere.");
    assert_eq!(other("bert", "one").await.unwrap(), "Another's.");
    assert_eq!(started.elapsed(), Duration::ZERO);
    go.notify_one();
    let first = transcript::of_handle(first).await;
    assert!(first.ends_with("helper: \"Through.\"\n"), "{first}");
}

#[tokio::test(start_paused = true)]
async fn a_wait_counts_against_the_time_limit_of_the_run() {
    let model = ScriptedModel::new().call("gate", json!({}));
    let (stage, _first, _go) = held(&model, queue(16)).await;
    let config = RunConfig::new().timeout(Duration::from_secs(10));
    let error = stage.run("second").config(config).text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_runs_on_one_session_all_have_their_turn() {
    let model = (0..100).fold(ScriptedModel::new(), |model, _| {
        model.call("rest", json!({})).text("Done.")
    });
    let rest = tool("rest", |_, _| async {
        sleep(Duration::from_micros(100)).await;
        Ok(json!({}))
    });
    let stage = Stage::of(built(helper(&model).tool(rest)), |runner| {
        runner.when_busy(queue(100))
    });
    let runs = (0..100).map(|n| tokio::spawn(stage.run(format!("{n}")).text()));
    for answer in join_all(runs).await {
        assert_eq!(answer.unwrap().unwrap(), "Done.");
    }
    let stored = stage.stored().await;
    let turns: Vec<_> = stored.split("user: ").skip(1).collect();
    assert_eq!(turns.len(), 100);
    for turn in turns {
        assert_eq!(turn.lines().count(), 4, "a turn between others:\n{turn}");
    }
    assert_goes_on(&stage, &model).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_turn_is_lost_on_those_who_leave() {
    let model = (0..301).fold(ScriptedModel::new(), |model, _| model.text("Done."));
    let stage = Stage::of(built(helper(&model)), |runner| runner.when_busy(queue(300)));
    let mut stay = Vec::new();
    for n in 0..300 {
        let run = tokio::spawn(stage.run(format!("{n}")).text());
        if n % 3 == 0 {
            stay.push(run);
            continue;
        }
        tokio::spawn(async move {
            for _ in 0..n {
                yield_now().await;
            }
            run.abort();
        });
    }
    for answer in join_all(stay).await {
        assert_eq!(answer.unwrap().unwrap(), "Done.");
    }
    assert!(stage.run("last").text().await.is_ok());
    let turns = model.requests().len();
    assert!(
        (102..301).contains(&turns),
        "{turns} runs had their turn, none left"
    );
}
