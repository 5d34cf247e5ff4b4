//! What the run around an agent tool gives the one inside: plugins, limits, its end, and the
//! place of its session.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adk::prelude::*;
use adk::session::{AppName, GetSession, SessionKey, UserId};
use adk::testing::ScriptedModel;
use adk::{
    AgentTool, CancellationToken, ErrorKind, EventStream, InvocationContext, LlmAgentBuilder,
    RunConfig, SessionService,
};
use futures::FutureExt as _;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{APP, SESSION, Stage, USER, assert_goes_on, built, helper, key};
use tests::tool::{echo, tool};
use tests::transcript;
use tokio::runtime::Handle;
use tokio::task::yield_now;

use super::{asks_clerk, call, clerk};
use crate::recorder::{Log, Recorder};

fn stage(model: &ScriptedModel, clerk: LlmAgentBuilder) -> Stage {
    Stage::new(helper(model).tool(AgentTool::new(built(clerk))))
}

#[tokio::test]
async fn plugins_are_asked_inside_too() {
    let log = Log::default();
    let inner = ScriptedModel::new().call("echo", json!({})).text("Filed.");
    let model = asks_clerk().text("Done.");
    let agent = helper(&model).tool(AgentTool::new(built(clerk(&inner).tool(echo()))));
    let stage = Stage::of(built(agent), |runner| {
        runner.plugin(Recorder::new("one", &log))
    });
    stage.play("Go").await;
    assert_snapshot!(log.take(), @r"
    one on_user_message
    one before_run
    one before_agent
    one before_model
    one after_model
    one on_event
    one before_tool
    one on_user_message
    one before_run
    one before_agent
    one before_model
    one after_model
    one on_event
    one before_tool
    one after_tool
    one on_event
    one before_model
    one after_model
    one on_event
    one after_agent
    one after_run
    one after_tool
    one on_event
    one before_model
    one after_model
    one on_event
    one after_agent
    one after_run
    ");
}

#[tokio::test]
async fn model_calls_are_counted_together() {
    let calls_on = || {
        ScriptedModel::from_fn(|_| {
            let part = Part::from_function_call(adk::content::FunctionCall::new("echo", json!({})));
            adk::model::LlmResponse::new(Content::new(Role::Model, [part]))
        })
    };
    for limit in 1..5 {
        let (inner, model) = (calls_on(), asks_clerk().text("Done."));
        let stage = stage(&model, clerk(&inner).tool(echo()));
        let run = stage
            .run("Go")
            .config(RunConfig::new().max_model_calls(limit));
        let error = run.text().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
        let (around, inside) = (model.requests().len(), inner.requests().len());
        assert_eq!(
            (around, around + inside),
            (1, usize::try_from(limit).unwrap())
        );
        assert_goes_on(&stage, &model).await;
    }
    // The control: as many as are needed.
    let inner = ScriptedModel::new().call("echo", json!({})).text("Filed.");
    let stage = stage(&asks_clerk().text("Done."), clerk(&inner).tool(echo()));
    let run = stage.run("Go").config(RunConfig::new().max_model_calls(4));
    assert_eq!(run.text().await.unwrap(), "Done.");
}

#[tokio::test]
async fn transfers_are_counted_together() {
    let to = |name: &str| {
        let args = json!({ "agent_name": name });
        ScriptedModel::new().call("transfer_to_agent", args)
    };
    for (limit, result) in [
        (2, r#"{"result":"Filed."}"#),
        (1, "the run reached its limit of 1 transfers"),
    ] {
        let below = LlmAgent::builder("below").model(ScriptedModel::new().text("Filed."));
        let clerk = clerk(&to("below")).sub_agent(built(below));
        let helper = helper(&asks_clerk().text("Done.")).tool(AgentTool::new(built(clerk)));
        let reception = LlmAgent::builder("reception").model(to("helper"));
        let stage = Stage::new(reception.sub_agent(built(helper)));
        let run = stage
            .run("Go")
            .config(RunConfig::new().max_transfers(limit));
        let told = transcript::of_run(run).await;
        assert!(told.contains(result), "{told}");
    }
}

/// Tasks that live once those that were aborted are gone.
async fn tasks() -> usize {
    for _ in 0..50 {
        yield_now().await;
    }
    Handle::current().metrics().num_alive_tasks()
}

/// A clerk whose tool never returns, and says when it was told to end.
fn stuck() -> (LlmAgentBuilder, Arc<AtomicBool>) {
    let told = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&told);
    let stuck = tool("stuck", move |ctx: ToolContext, _| {
        let heard = Arc::clone(&heard);
        async move {
            let token = ctx.cancellation().clone();
            // It outlives its call, to hear of the end.
            tokio::spawn(async move {
                token.cancelled().await;
                heard.store(true, Ordering::Relaxed);
            });
            std::future::pending().await
        }
    });
    let inner = ScriptedModel::new().call("stuck", json!({}));
    (clerk(&inner).tool(stuck), told)
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_dropped_ends_the_one_inside() {
    let (clerk, told) = stuck();
    let model = asks_clerk();
    let stage = stage(&model, clerk);
    let before = tasks().await;
    let mut run = stage.run("Go");
    for _ in 0..50 {
        let _ = run.next().now_or_never();
        yield_now().await;
    }
    assert!(tasks().await > before + 1, "the tool inside is at work");
    assert!(!told.load(Ordering::Relaxed));
    drop(run);
    assert_eq!(tasks().await, before);
    assert!(told.load(Ordering::Relaxed));
    let request = assert_goes_on(&stage, &model).await;
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Go"
    model: call clerk(adk-id-3) {"request":"Do it."}
    user: answer clerk(adk-id-3) {"error":"the call was cancelled before it ended"}
    user: "Are you still there?"
    "#);
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_cancelled_ends_the_one_inside() {
    let (clerk, told) = stuck();
    let model = asks_clerk();
    let stage = stage(&model, clerk);
    let before = tasks().await;
    let token = CancellationToken::new();
    let mut run = stage.run("Go").cancellation(token.clone());
    for _ in 0..50 {
        let _ = run.next().now_or_never();
        yield_now().await;
    }
    assert!(tasks().await > before + 1);
    token.cancel();
    assert_eq!(run.text().await.unwrap_err().kind(), ErrorKind::Cancelled);
    assert_eq!(tasks().await, before);
    assert!(told.load(Ordering::Relaxed));
    assert_goes_on(&stage, &model).await;
}

#[tokio::test(start_paused = true)]
async fn time_limits_are_in_force_inside() {
    let seconds = Duration::from_secs;
    for (config, ends) in [
        (RunConfig::new().timeout(seconds(5)), true),
        (RunConfig::new().tool_timeout(seconds(5)), false),
    ] {
        let (clerk, _) = stuck();
        let model = asks_clerk().text("It takes too long.");
        let stage = stage(&model, clerk);
        let before = (tasks().await, tokio::time::Instant::now());
        let said = stage.run("Go").config(config).text().await;
        assert_eq!(before.1.elapsed(), seconds(5));
        assert_eq!(tasks().await, before.0);
        if ends {
            assert_eq!(said.unwrap_err().kind(), ErrorKind::Limit);
        } else {
            assert_eq!(said.unwrap(), "It takes too long.");
        }
        assert_goes_on(&stage, &model).await;
    }
}

/// An agent that ends its run.
#[derive(Debug)]
struct Ends;

impl Agent for Ends {
    fn name(&self) -> &'static str {
        "clerk"
    }

    fn description(&self) -> &'static str {
        "Ends at once."
    }

    fn run(&self, ctx: InvocationContext) -> EventStream {
        ctx.end_invocation();
        let event = ctx.event().content(Content::model("Over.")).build();
        Box::pin(futures::stream::iter([Ok(event)]))
    }
}

#[tokio::test]
async fn what_ends_the_run_inside_ends_no_other() {
    let model = asks_clerk().text("Done.");
    let stage = Stage::new(helper(&model).tool(AgentTool::new(Ends)));
    assert_eq!(stage.run("Go").text().await.unwrap(), "Done.");

    let leaves = tool("leaves", |ctx: ToolContext, _| async move {
        ctx.escalate();
        ctx.transfer_to_agent("other");
        Ok(json!("gone"))
    });
    let inner = ScriptedModel::new().call("leaves", json!({}));
    let other = LlmAgent::builder("other").model(ScriptedModel::new().text("The other."));
    let clerk = clerk(&inner).tool(leaves).sub_agent(built(other));
    let stage = self::stage(&asks_clerk().text("Done."), clerk);
    assert_snapshot!(stage.play("Go").await, @r#"
    helper: call clerk(adk-id-3) {"request":"Do it."}
    helper: answer clerk(adk-id-3) {"result":"The other."}
    helper: "Done."
    "#);
    let answer = stage.session().await.events().nth(2).unwrap().clone();
    assert!(!answer.actions().escalate() && answer.actions().transfer_to_agent().is_none());
}

#[tokio::test]
async fn a_panic_inside_is_told_inside() {
    let panics = tool("panics", |_, _| async { panic!("Oh no") });
    let inner = ScriptedModel::new()
        .call("panics", json!({}))
        .text("It broke.");
    let model = asks_clerk().text("Done.");
    let stage = stage(&model, clerk(&inner).tool(panics));
    assert_eq!(stage.run("Go").text().await.unwrap(), "Done.");
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn inner_sessions_are_hidden_and_go_with_the_outer_one() {
    let inner = ScriptedModel::new().text("1").text("2").text("3");
    let model = ScriptedModel::new().calls([call("clerk", "One."), call("clerk", "Two.")]);
    let model = model
        .text("Done.")
        .calls([call("clerk", "Three.")])
        .text("Done.");
    let stage = stage(&model, clerk(&inner));
    stage.play("Go").await;
    let other = stage.runner.run(USER, "one-more", "Go").text().await;
    assert_eq!(other.unwrap(), "Done.");

    let sessions = &stage.sessions;
    let (app, user) = (AppName::from(APP), UserId::from(USER));
    let listed = async || {
        let listed = sessions.list(&app, Some(&user)).await.unwrap();
        let ids = listed
            .iter()
            .map(|session| session.key().session().to_string());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(listed().await, [SESSION, "one-more"]);
    let inner_key =
        |outer: &str, id: u32| SessionKey::new(APP, USER, format!("{outer}/agent-tool/id-{id}"));
    let mut found = Vec::new();
    for outer in [SESSION, "one-more"] {
        for id in 1..60 {
            let key = inner_key(outer, id);
            if sessions.get(&key, GetSession::all()).await.is_ok() {
                assert!(key.is_inner());
                found.push(key);
            }
        }
    }
    assert_eq!(found.len(), 3);

    let refused = stage
        .runner
        .run(USER, found[0].session().as_str(), "Hi")
        .text()
        .await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::InvalidName);
    assert_snapshot!(refused.to_string(), @"session `one/agent-tool/id-6` belongs to an agent tool: run on the session that the tool was called in");
    for odd in [
        "one/agent-tool/",
        "/agent-tool/x",
        "one/agent-tool",
        "one/agent-tool/new",
    ] {
        let refused = stage.runner.run(USER, odd, "Hi").text().await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::InvalidName, "{odd}");
    }

    sessions.delete(&key()).await.unwrap();
    let mut left = Vec::new();
    for key in &found {
        left.push(sessions.get(key, GetSession::all()).await.is_ok());
    }
    assert_eq!(
        left,
        [false, false, true],
        "those of the other session stay"
    );
    assert_eq!(listed().await, ["one-more"]);
}
