//! Agents side by side.

use std::sync::Arc;
use std::time::Duration;

use adk::event::EventActions;
use adk::testing::ScriptedModel;
use adk::{Content, CustomAgent, Error, ErrorKind, LlmAgent};
use futures::StreamExt as _;
use insta::assert_snapshot;
use serde_json::json;
use tests::history::assert_valid_history;
use tests::model::slow;
use tests::office::{Member, parallel, sequence};
use tests::stage::{Stage, built};
use tests::tool::{echo, tool};
use tests::transcript;
use tokio::time::{Instant, sleep};

use super::{agent, says, speaker, told};

#[tokio::test]
async fn each_has_a_branch_and_sees_what_was_said_before_and_in_it() {
    let (x, y, end) = (says("X."), says("Y."), says("End."));
    let inner = parallel("inner", [agent("x", &x), speaker("z")]);
    let outer = parallel(
        "outer",
        [sequence("line", [inner, agent("y", &y)]), speaker("w")],
    );
    let plan = sequence("plan", [speaker("first"), outer, agent("end", &end)]);
    let stage = Stage::of(plan, |runner| runner);
    let told = told(stage.run("Go")).await;
    let mut lines: Vec<_> = told.lines().collect();
    assert_eq!(lines.remove(0), "- first: first");
    assert_eq!(lines.pop().unwrap(), "- end: End.");
    lines.sort_unstable();
    assert_snapshot!(lines.join("\n"), @r"
    outer.line y: Y.
    outer.line.inner.x x: X.
    outer.line.inner.z z: z
    outer.w w: w
    ");
    let contents = |model: &ScriptedModel| {
        let request = model.requests().pop().unwrap();
        assert_valid_history(request.contents());
        transcript::of_contents(request.contents())
    };
    assert_snapshot!(contents(&x), @r#"
    user: "Go"
    user: "For context:", "[first] said: first"
    "#);
    assert_snapshot!(contents(&y), @r#"
    user: "Go"
    user: "For context:", "[first] said: first"
    "#);
    let seen = contents(&end);
    for name in ["x", "y", "z", "w", "first"] {
        assert!(seen.contains(&format!("[{name}] said")), "{name} {seen}");
    }
}

#[tokio::test]
async fn they_really_take_turns() {
    let model = |name: &str| {
        let calls = (0..3).fold(ScriptedModel::new(), |model, n| {
            model.call("echo", json!({ "n": n }))
        });
        calls.text(name)
    };
    let member = |name: &str| {
        let builder = LlmAgent::builder(name)
            .model(slow(model(name)))
            .tool(echo());
        Arc::new(built(builder)) as Member
    };
    let stage = Stage::of(parallel("all", [member("a"), member("b")]), |runner| runner);
    let events: Vec<_> = stage.run("Go").map(Result::unwrap).collect().await;
    let authors: Vec<_> = events
        .iter()
        .map(|event| event.author().to_owned())
        .collect();
    let mut turns = authors.clone();
    turns.dedup();
    assert_eq!(authors.len(), 14);
    assert!(turns.len() >= 8, "{authors:?}");
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_takes_long_holds_up_nobody() {
    let sleeper = tool("sleep", |_, _| async {
        sleep(Duration::from_mins(1)).await;
        Ok(json!("slept"))
    });
    let long = ScriptedModel::new().call("sleep", json!({})).text("Slept.");
    let long = built(LlmAgent::builder("long").model(long).tool(sleeper));
    let quick = (0..5).fold(ScriptedModel::new(), |model, n| {
        model.call("echo", json!({ "n": n }))
    });
    let quick = built(
        LlmAgent::builder("quick")
            .model(quick.text("Quick."))
            .tool(echo()),
    );
    let stage = Stage::of(
        parallel("all", [Arc::new(long) as _, Arc::new(quick) as _]),
        |runner| runner,
    );
    let start = Instant::now();
    let mut run = stage.run("Go");
    let mut quick_at = None;
    while let Some(event) = run.next().await {
        if event.unwrap().text() == "Quick." {
            quick_at = Some(start.elapsed());
        }
    }
    assert!(quick_at.unwrap() < Duration::from_secs(1), "{quick_at:?}");
    assert_eq!(start.elapsed().as_secs(), 60);
}

#[tokio::test(start_paused = true)]
async fn two_long_tools_take_the_time_of_one() {
    let member = |name: &str| {
        let sleeper = tool("sleep", |_, _| async {
            sleep(Duration::from_mins(1)).await;
            Ok(json!("slept"))
        });
        let model = ScriptedModel::new().call("sleep", json!({})).text("Slept.");
        Arc::new(built(LlmAgent::builder(name).model(model).tool(sleeper))) as Member
    };
    let stage = Stage::of(parallel("all", [member("a"), member("b")]), |runner| runner);
    let start = Instant::now();
    stage.play("Go").await;
    assert_eq!(start.elapsed().as_secs(), 60);
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_gets_everything() {
    let stage = Stage::of(
        parallel("all", [speaker("a"), speaker("b"), speaker("c")]),
        |runner| runner,
    );
    let mut run = stage.run("Go");
    let mut seen = Vec::new();
    while let Some(event) = run.next().await {
        sleep(Duration::from_hours(1)).await;
        seen.push(event.unwrap().text());
        assert_eq!(stage.session().await.events().len(), seen.len() + 1);
    }
    seen.sort();
    assert_eq!(seen, ["a", "b", "c"]);
}

#[tokio::test]
async fn an_error_of_one_ends_all() {
    let broken = ScriptedModel::new().error(Error::new(ErrorKind::ModelProtocol, "broken"));
    let waits = CustomAgent::builder("waits", |_, _| async {
        std::future::pending::<()>().await;
        Ok(())
    });
    let all = parallel(
        "all",
        [
            Arc::new(waits.build().unwrap()) as _,
            agent("broken", &broken),
        ],
    );
    let stage = Stage::of(sequence("plan", [all, speaker("never")]), |runner| runner);
    assert_eq!(told(stage.run("Go")).await, "error ModelProtocol\n");
}

#[tokio::test]
async fn state_is_merged_in_the_order_of_the_events() {
    for _ in 0..20 {
        let writer = |name: &'static str, steps: u32| {
            let writer = CustomAgent::builder(name, move |ctx, mut out| async move {
                for step in 0..steps {
                    let key = format!("{name}{step}");
                    let actions = EventActions::new()
                        .with_state(key, step)
                        .with_state("last", name);
                    let event = ctx.event().content(Content::model(name)).actions(actions);
                    out.emit(event.build()).await;
                }
                Ok(())
            });
            Arc::new(writer.build().unwrap()) as Member
        };
        let stage = Stage::of(
            parallel("all", [writer("a", 3), writer("b", 2)]),
            |runner| runner,
        );
        let events: Vec<_> = stage.run("Go").map(Result::unwrap).collect().await;
        let order: Vec<_> = events.iter().map(adk::Event::text).collect();
        assert_eq!(order, ["a", "b", "a", "b", "a"]);
        let session = stage.session().await;
        assert_eq!(session.state("last").unwrap(), "a");
        for key in ["a0", "a1", "a2", "b0", "b1"] {
            assert!(session.state(key).is_some(), "{key}");
        }
    }
}
