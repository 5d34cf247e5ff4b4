//! The hooks around plans, and plans that are cut off.

#![expect(clippy::unwrap_used, reason = "what a test is made of is right")]

use std::sync::Arc;

use adk::plugin::{AfterAgent, BeforeAgent};
use adk::testing::ScriptedModel;
use adk::{CallbackContext, Content, LlmAgent, LoopAgent, ParallelAgent, SequentialAgent};
use futures::FutureExt as _;
use serde_json::json;
use tests::history::assert_valid_history;
use tests::model::slow;
use tests::office::{Member, parallel, rounds, sequence};
use tests::stage::{Stage, built};
use tests::store;
use tests::tool::echo;
use tokio::task::yield_now;

use super::{speaker, told};

/// Writes a plan of two agents with hooks around it.
macro_rules! hooked {
    ($agent:ty, $before:expr) => {{
        let plan = <$agent>::builder("plan")
            .sub_agent(speaker("a"))
            .sub_agent(speaker("b"));
        let plan = plan
            .before_agent($before)
            .after_agent(|ctx: CallbackContext| async move {
                let text = format!("{} is over.", ctx.agent_name());
                Ok(AfterAgent::Respond(Content::model(text)))
            });
        Stage::of(plan.build().unwrap(), |runner| runner)
    }};
}

#[tokio::test]
async fn a_plan_has_hooks_like_any_agent() {
    let before = |ctx: CallbackContext| async move {
        ctx.state().set("began", true);
        Ok(BeforeAgent::Proceed)
    };
    let stages = [
        (hooked!(SequentialAgent, before), "plan,a,b,plan"),
        (hooked!(ParallelAgent, before), "plan,a,b,plan"),
    ];
    for (stage, order) in stages {
        stage.play("Go").await;
        let session = stage.session().await;
        let authors: Vec<_> = session.events().skip(1).map(adk::Event::author).collect();
        assert_eq!(authors.join(","), order);
        assert_eq!(session.state("began").unwrap(), true);
        assert_eq!(
            session.events().next_back().unwrap().text(),
            "plan is over."
        );
    }
}

#[tokio::test]
async fn an_agent_of_a_function_has_them_too() {
    let echo = adk::CustomAgent::builder("echo", |ctx, mut out| async move {
        let said = ctx.user_content().map(Content::text).unwrap_or_default();
        let event = ctx.event().content(Content::model(said));
        out.emit(event.build()).await;
        Ok(())
    });
    let echo = echo.before_agent(|ctx: CallbackContext| async move {
        let said = ctx.user_content().map(Content::text).unwrap_or_default();
        Ok(match &*said {
            "Stop" => BeforeAgent::Respond(Content::model("Stopped.")),
            _ => BeforeAgent::Proceed,
        })
    });
    let echo = echo.after_agent(|_| async { Ok(AfterAgent::Respond(Content::model("Over."))) });
    let stage = Stage::of(echo.build().unwrap(), |runner| runner);
    assert_eq!(told(stage.run("Hi")).await, "- echo: Hi\n- echo: Over.\n");
    assert_eq!(told(stage.run("Stop")).await, "- echo: Stopped.\n");
}

#[tokio::test]
async fn a_plan_that_a_hook_answers_for_does_not_run() {
    let closed = |_: CallbackContext| async { Ok(BeforeAgent::Respond(Content::model("Closed."))) };
    for stage in [
        hooked!(SequentialAgent, closed),
        hooked!(ParallelAgent, closed),
        hooked!(LoopAgent, closed),
    ] {
        assert_eq!(told(stage.run("Go")).await, "- plan: Closed.\n");
    }
}

/// Calls a tool, and says its name.
fn worker(name: &str) -> (Member, ScriptedModel) {
    let model = ScriptedModel::from_fn({
        let name = name.to_owned();
        move |request| {
            let last = request.contents().last().unwrap();
            let answered = last.function_responses().next().is_some();
            let content = if answered {
                Content::model(name.clone())
            } else {
                let call = adk::content::FunctionCall::new("echo", json!({}));
                Content::new(adk::Role::Model, [adk::Part::from_function_call(call)])
            };
            adk::model::LlmResponse::new(content)
        }
    });
    let builder = LlmAgent::builder(name)
        .model(slow(model.clone()))
        .tool(echo());
    (Arc::new(built(builder)), model)
}

#[tokio::test]
async fn a_plan_may_be_dropped_at_every_await_point() {
    let mut ended = false;
    for polls in 0..2000 {
        let workers = ["a", "b", "c", "d"].map(worker);
        let models = workers.each_ref().map(|(_, model)| model.clone());
        let [a, b, c, d] = workers.map(|(agent, _)| agent);
        let all = parallel("all", [sequence("line", [a, b]), c]);
        let plan = sequence("plan", [all, rounds("loop", 2, [d])]);
        let store = Arc::new(adk::InMemorySessionService::new());
        let stage = Stage::of(plan, |runner| {
            runner.session_service(store::slow(Arc::clone(&store)))
        });
        let mut run = stage.run("Go");
        for _ in 0..polls {
            match run.next().now_or_never() {
                Some(None) => {
                    ended = true;
                    break;
                }
                Some(Some(event)) => drop(event.unwrap()),
                None => yield_now().await,
            }
        }
        drop(run);
        let told = told(stage.run("And now?")).await;
        assert!(told.ends_with("- d: d\n"), "{polls}: {told}");
        for request in models.iter().flat_map(ScriptedModel::requests) {
            assert_valid_history(request.contents());
        }
        if ended {
            assert!(polls > 50, "{polls}");
            return;
        }
    }
    assert!(ended);
}
