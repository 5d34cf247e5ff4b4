//! Agents that no model drives: what they leave out of an event, and what they say that
//! no provider takes.

use std::fmt;

use adk::content::{FunctionCall, FunctionResponse};
use adk::testing::ScriptedModel;
use adk::{
    Agent, Content, CustomAgent, Error, ErrorKind, Event, EventStream, InvocationContext, LlmAgent,
    Part, Role,
};
use futures::{StreamExt, stream};
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, built, helper};
use tests::tool::echo;

/// Says these events.
struct Says(Vec<Event>);

impl fmt::Debug for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Says")
    }
}

impl Agent for Says {
    fn name(&self) -> &'static str {
        "says"
    }

    fn description(&self) -> &'static str {
        "Says what it was given."
    }

    fn run(&self, _: InvocationContext) -> EventStream {
        stream::iter(self.0.clone()).map(Ok).boxed()
    }
}

#[tokio::test]
async fn what_an_event_leaves_out_is_added_and_the_rest_stays() {
    let event = || Event::builder("says").content(Content::model("Hi."));
    let long_ago = "2020-01-01T00:00:00Z".parse().unwrap();
    let says = Says(vec![
        event().build(),
        event().id("mine").build(),
        event().timestamp(long_ago).build(),
        event().invocation_id("e-mine").build(),
    ]);
    let stage = Stage::of(says, |runner| runner);
    stage.play("Hi").await;
    let session = stage.session().await;
    let events = session.events().skip(1).map(|event| {
        let (id, run, time) = (event.id(), event.invocation_id(), event.timestamp());
        format!("{id} {run} {time}\n")
    });
    assert_snapshot!(events.collect::<String>(), @r"
    id-3 e-id-1 2026-01-01T00:00:01Z
    mine e-id-1 2026-01-01T00:00:02Z
    id-4 e-id-1 2020-01-01T00:00:00Z
    id-5 e-mine 2026-01-01T00:00:03Z
    ");
}

#[tokio::test]
async fn a_task_of_an_agent_emits_and_goes_on_when_its_event_is_stored() {
    let counts = CustomAgent::builder("counts", |ctx, mut out| async move {
        let task = tokio::spawn(async move {
            for number in 1..=3 {
                let stored = ctx.session().events().len() - 1;
                let text = format!("{number}: {stored} are stored");
                out.emit(ctx.event().content(Content::model(text)).build())
                    .await;
            }
        });
        task.await
            .map_err(|_| Error::new(ErrorKind::Panicked, "the task"))
    });
    let stage = Stage::of(counts.build().unwrap(), |runner| runner);
    assert_snapshot!(stage.play("Count!").await, @r#"
    counts: "1: 0 are stored"
    counts: "2: 1 are stored"
    counts: "3: 2 are stored"
    "#);
}

#[tokio::test]
async fn other_speakers_than_model_and_user_are_users_to_a_model() {
    let said = |role: &str, part| {
        let content = Content::new(Role::from(role), [part]);
        Event::builder("says").content(content).build()
    };
    let call = || Part::from_function_call(FunctionCall::new("f", json!({})).with_id("1"));
    let answer =
        || Part::from_function_response(FunctionResponse::new("f", json!({})).with_id("1"));
    for role in ["tool", "function", "model"] {
        let says = Says(vec![
            said("model", call()),
            said(role, answer()),
            said("system", Part::from_text("Be brief.")),
        ]);
        let stage = Stage::of(says, |runner| runner);
        stage.play("Hi").await;
        let model = ScriptedModel::new();
        let same = LlmAgent::builder("says").model(model.clone());
        let after = Stage::of(built(same), |runner| {
            runner.session_service(std::sync::Arc::clone(&stage.sessions))
        });
        let request = assert_goes_on(&after, &model).await;
        let roles = request.contents().iter().map(Content::role);
        let roles: Vec<_> = roles.flatten().map(Role::as_str).collect();
        assert_eq!(roles, ["user", "model", "user", "user", "user"], "{role}");
    }
}

#[tokio::test]
async fn fault_3_an_event_of_nothing_harms_nothing() {
    let nothing = || Event::builder("").build();
    let said = Event::builder("says")
        .content(Content::model("Hi."))
        .build();
    let stage = Stage::of(Says(vec![nothing(), said, nothing()]), |runner| runner);
    assert_snapshot!(stage.play("Hi").await, @r#"
    : 
    says: "Hi."
    : 
    "#);
    assert_eq!(stage.run("Again").text().await.unwrap(), "Hi.");
    let session = stage.session().await;
    assert!(session.events().all(|event| !event.id().is_empty()));
}

/// Runs its agent and says only how it ended.
fn keeps_to_itself(model: &ScriptedModel) -> CustomAgent {
    let agent = CustomAgent::builder("keeper", |ctx, mut out| async move {
        let inner = ctx.agent().sub_agents()[0].clone();
        let mut heard = ctx.run_agent(&inner);
        let mut last = String::new();
        while let Some(event) = heard.next().await {
            last = event?.text();
        }
        out.emit(ctx.event().content(Content::model(last)).build())
            .await;
        Ok(())
    });
    let agent = agent.sub_agent(built(helper(model).tool(echo())));
    agent.build().unwrap_or_else(|error| panic!("{error:?}"))
}

#[tokio::test]
async fn an_agent_whose_calls_are_kept_from_the_session_is_stopped_at_once() {
    let model = ScriptedModel::new().call("echo", json!({})).text("Done.");
    let stage = Stage::of(keeps_to_itself(&model), |runner| runner);
    let error = stage.run("Hi").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_snapshot!(error.to_string(), @r#"
    agent `helper` cannot go on: whoever runs it keeps its events, so that its model would not see its own calls; emit them on, as `out.forward(ctx.run_agent(…))` does
    "#);
    assert_eq!(model.requests().len(), 1);
}

#[tokio::test]
async fn a_single_answer_may_be_kept_from_the_session() {
    let model = ScriptedModel::new().text("Done.");
    let stage = Stage::of(keeps_to_itself(&model), |runner| runner);
    assert_eq!(stage.run("Hi").text().await.unwrap(), "Done.");
    assert_eq!(stage.session().await.events().len(), 2);
}
