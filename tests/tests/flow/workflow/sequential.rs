//! Agents one after the other.

use adk::testing::ScriptedModel;
use adk::{Error, ErrorKind, LlmAgent, SequentialAgent};
use insta::assert_snapshot;
use tests::history::assert_valid_history;
use tests::office::sequence;
use tests::stage::{Stage, built};
use tests::transcript;

use super::{agent, says, speaker, told};

#[tokio::test]
async fn each_sees_what_those_before_it_said() {
    let (a, b, c) = (says("One."), says("Two."), says("Three."));
    let plan = sequence("plan", [agent("a", &a), agent("b", &b), agent("c", &c)]);
    let stage = Stage::of(plan, |runner| runner);
    assert_snapshot!(told(stage.run("Count!")).await, @r"
    - a: One.
    - b: Two.
    - c: Three.
    ");
    let request = c.requests().pop().unwrap();
    assert_valid_history(request.contents());
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Count!"
    user: "For context:", "[a] said: One."
    user: "For context:", "[b] said: Two."
    "#);
}

#[tokio::test]
async fn an_output_key_is_there_for_the_next() {
    let (a, b) = (says("A cat sat."), says("Polished."));
    let first = LlmAgent::builder("a").model(a).output_key("draft");
    let second = LlmAgent::builder("b")
        .model(b.clone())
        .instruction("Polish: {draft}");
    let plan = SequentialAgent::builder("plan")
        .sub_agent(built(first))
        .sub_agent(built(second));
    let stage = Stage::of(plan.build().unwrap(), |runner| runner);
    stage.play("Go").await;
    let request = b.requests().pop().unwrap();
    assert!(
        request
            .system_instruction()
            .unwrap()
            .starts_with("Polish: A cat sat.")
    );
}

#[tokio::test]
async fn an_error_ends_the_plan_and_the_session_goes_on() {
    let (a, b) = (says("One."), ScriptedModel::new());
    let b = b.error(Error::new(ErrorKind::ModelProtocol, "broken"));
    let c = says("Never.");
    let plan = sequence("plan", [agent("a", &a), agent("b", &b), agent("c", &c)]);
    let stage = Stage::of(plan, |runner| runner);
    assert_snapshot!(told(stage.run("Go")).await, @r"
    - a: One.
    error ModelProtocol
    ");
    assert_eq!(c.requests().len(), 0);
    let _script = (a.text("One again."), b.text("Two."));
    assert_snapshot!(told(stage.run("Go on")).await, @r"
    - a: One again.
    - b: Two.
    - c: Never.
    ");
    assert_valid_history(c.requests()[0].contents());
}

#[tokio::test]
async fn a_run_that_is_ended_runs_nobody_more() {
    let model = says("One.");
    let _script = model.clone().text("One again.");
    let ender = adk::CustomAgent::builder("ender", |ctx, mut out| async move {
        out.emit(ctx.event().content(adk::Content::model("Enough.")).build())
            .await;
        ctx.end_invocation();
        Ok(())
    });
    let c = says("Never.");
    let plan = SequentialAgent::builder("plan")
        .sub_agent(agent("a", &model))
        .sub_agent(ender.build().unwrap())
        .sub_agent(agent("c", &c));
    let outer = sequence(
        "outer",
        [
            std::sync::Arc::new(plan.build().unwrap()) as _,
            speaker("d"),
        ],
    );
    let stage = Stage::of(outer, |runner| runner);
    assert_snapshot!(told(stage.run("Go")).await, @r"
    - a: One.
    - ender: Enough.
    ");
    assert_eq!(c.requests().len(), 0);
    assert_snapshot!(told(stage.run("Again")).await, @r"
    - a: One again.
    - ender: Enough.
    ");
}

#[tokio::test]
async fn what_cannot_be_is_refused() {
    let kind = |built: adk::Result<SequentialAgent>| built.unwrap_err().kind();
    assert_eq!(
        kind(SequentialAgent::builder("plan").build()),
        ErrorKind::Config
    );
    let named = |name: &str| {
        SequentialAgent::builder(name)
            .sub_agent(speaker("a"))
            .build()
    };
    assert_eq!(kind(named("a plan")), ErrorKind::InvalidName);
    assert_eq!(kind(named("user")), ErrorKind::InvalidName);
    let twice = sequence("plan", [speaker("a"), sequence("inner", [speaker("a")])]);
    let refused = adk::Runner::builder("app", twice).build().unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::DuplicateName);
    assert_snapshot!(refused, @"two agents are called `a`: each agent of a tree needs its own name");
    let itself = adk::Runner::builder("app", sequence("a", [speaker("a")])).build();
    assert_eq!(itself.unwrap_err().kind(), ErrorKind::DuplicateName);
    let deep = |depth| {
        (0..depth).fold(speaker("a"), |inner, at| {
            sequence(&format!("s{at}"), [inner])
        })
    };
    assert!(adk::Runner::builder("app", deep(63)).build().is_ok());
    let refused = adk::Runner::builder("app", deep(64)).build().unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Config);
    let stage = Stage::of(deep(63), |runner| runner);
    assert_eq!(stage.run("Hi").text().await.unwrap(), "a");
}
