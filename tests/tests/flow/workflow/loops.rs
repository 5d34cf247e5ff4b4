//! Agents in rounds.

#![expect(clippy::unwrap_used, reason = "what a test is made of is right")]

use std::sync::Arc;

use adk::testing::ScriptedModel;
use adk::{ErrorKind, LlmAgent, LoopAgent, RunConfig};
use insta::assert_snapshot;
use serde_json::json;
use tests::history::assert_valid_history;
use tests::office::{Member, parallel, rounds, sequence};
use tests::stage::{Stage, built};
use tests::transcript;

use super::{agent, told};

/// Says so many things, and then leaves the loop.
fn leaves(name: &str, model: ScriptedModel) -> Member {
    let model = model.call("exit_loop", json!({}));
    let builder = LlmAgent::builder(name)
        .model(model)
        .tool(adk::tool::builtin::exit_loop::tool());
    Arc::new(built(builder))
}

fn many(name: &str) -> ScriptedModel {
    (1..=9).fold(ScriptedModel::new(), |model, n| {
        model.text(format!("{name}{n}"))
    })
}

fn endless(members: impl IntoIterator<Item = Member>) -> LoopAgent {
    let builder = LoopAgent::builder("loop");
    let builder = members
        .into_iter()
        .fold(builder, LoopAgentBuilder::sub_agent);
    builder.build().unwrap()
}

type LoopAgentBuilder = adk::agent::WorkflowBuilder<LoopAgent>;

#[tokio::test]
async fn the_rounds_are_counted() {
    let (a, b) = (many("a"), many("b"));
    let stage = Stage::of(
        rounds("loop", 2, [agent("a", &a), agent("b", &b)]),
        |runner| runner,
    );
    assert_snapshot!(told(stage.run("Go")).await, @r"
    - a: a1
    - b: b1
    - a: a2
    - b: b2
    ");
    let request = a.requests().pop().unwrap();
    assert_valid_history(request.contents());
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Go"
    model: "a1"
    user: "For context:", "[b] said: b1"
    "#);
}

#[tokio::test]
async fn it_ends_behind_the_agent_that_escalates() {
    let a = leaves("a", ScriptedModel::new().text("a1"));
    let stage = Stage::of(
        endless([agent("b", &many("b")), a, agent("c", &many("c"))]),
        |runner| runner,
    );
    assert_snapshot!(told(stage.run("Go")).await, @r"
    - b: b1
    - a: a1
    - c: c1
    - b: b2
    - a: 
    - a:
    ");
}

#[tokio::test]
async fn an_agent_in_it_is_run_to_its_end_also_where_one_below_escalates() {
    let line = sequence(
        "line",
        [leaves("a", ScriptedModel::new()), agent("b", &many("b"))],
    );
    let stage = Stage::of(endless([line, agent("c", &many("c"))]), |runner| runner);
    assert_snapshot!(told(stage.run("Go")).await, @r"
    - a: 
    - a: 
    - b: b1
    ");
    let all = parallel(
        "all",
        [leaves("a", ScriptedModel::new()), agent("b", &many("b"))],
    );
    let stage = Stage::of(endless([all, agent("c", &many("c"))]), |runner| runner);
    let told = told(stage.run("Go")).await;
    assert!(told.contains("b1") && !told.contains("c1"), "{told}");
}

#[tokio::test]
async fn the_innermost_loop_ends() {
    let a = ScriptedModel::new().text("a1").call("exit_loop", json!({}));
    let inner = LoopAgent::builder("inner").sub_agent(leaves("a", a.text("a2")));
    let inner = Arc::new(inner.build().unwrap()) as Member;
    let line = sequence("line", [inner, agent("b", &many("b"))]);
    let stage = Stage::of(rounds("outer", 2, [line]), |runner| runner);
    assert_snapshot!(told(stage.run("Go")).await, @r"
    - a: a1
    - a: 
    - a: 
    - b: b1
    - a: a2
    - a: 
    - a: 
    - b: b2
    ");
    // What stands in the session of it: which loop ended, and in which round.
    let session = stage.session().await;
    let ended = session.events().filter(|event| event.actions().escalate());
    let ended: Vec<_> = ended
        .map(|event| serde_json::to_value(event).unwrap()["actions"]["agentStates"].to_string())
        .collect();
    assert_snapshot!(ended.join("\n"), @r#"
    {"inner":{"timesLooped":1,"escalated":true},"outer":{"timesLooped":0,"escalated":false}}
    {"inner":{"timesLooped":1,"escalated":true},"outer":{"timesLooped":1,"escalated":false}}
    "#);
}

#[tokio::test]
async fn a_loop_without_a_bound_has_that_of_the_run() {
    let stage = Stage::of(endless([agent("a", &many("a"))]), |runner| runner);
    let config = RunConfig::new().max_loop_rounds(3);
    assert_snapshot!(transcript::of_run(stage.run("Go").config(config)).await, @r#"
    a: "a1"
    a: "a2"
    a: "a3"
    error Limit: loop agent `loop` reached the limit of 3 rounds: give it `max_iterations`, have an agent of it call `exit_loop`, or raise `RunConfig::max_loop_rounds`
    "#);
    // One of its own may be above it.
    let stage = Stage::of(rounds("loop", 5, [agent("a", &many("a"))]), |runner| runner);
    let config = RunConfig::new().max_loop_rounds(3);
    assert_eq!(stage.run("Go").config(config).text().await.unwrap(), "a5");
    let none = LoopAgent::builder("loop")
        .sub_agent(agent("a", &many("a")))
        .max_iterations(0);
    assert_eq!(none.build().unwrap_err().kind(), ErrorKind::Config);
}
