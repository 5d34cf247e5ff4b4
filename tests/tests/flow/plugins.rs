//! Who is asked at which hook, and what an answer stops.

use std::fmt::Write;

use adk::testing::ScriptedModel;
use adk::{Error, ErrorKind, ToolError};
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, built, helper};
use tests::tool::{echo, tool};

use crate::recorder::{Log, Recorder, recorded};

/// Two plugins and the agent's own callbacks; the first plugin may answer at one hook.
fn staged(model: &ScriptedModel, log: &Log, answers: &'static str) -> Stage {
    let broken = tool("broken", |_, _| async {
        Err(ToolError::model("It broke."))
    });
    let agent = recorded(helper(model).tool(echo()).tool(broken), log);
    Stage::of(built(agent), |runner| {
        runner
            .plugin(Recorder::answering("one", log, answers))
            .plugin(Recorder::new("two", log))
    })
}

#[tokio::test]
async fn plugins_are_asked_first_at_every_hook() {
    let log = Log::default();
    let model = ScriptedModel::new().call("echo", json!({})).text("Done.");
    staged(&model, &log, "").play("Hi").await;
    assert_snapshot!(log.take(), @r"
    one on_user_message
    two on_user_message
    one before_run
    two before_run
    one before_agent
    two before_agent
    own before_agent
    one before_model
    two before_model
    own before_model
    one after_model
    two after_model
    own after_model
    one on_event
    two on_event
    one before_tool
    two before_tool
    own before_tool
    one after_tool
    two after_tool
    own after_tool
    one on_event
    two on_event
    one before_model
    two before_model
    own before_model
    one after_model
    two after_model
    own after_model
    one on_event
    two on_event
    one after_agent
    two after_agent
    own after_agent
    one after_run
    two after_run
    ");
}

#[tokio::test]
async fn a_failed_tool_is_told_before_its_answer() {
    let log = Log::default();
    let model = ScriptedModel::new()
        .call("broken", json!({}))
        .text("Sorry.");
    staged(&model, &log, "").play("Hi").await;
    assert_snapshot!(of_kind(&log, "tool"), @r"
    one before_tool
    two before_tool
    own before_tool
    one on_tool_error
    two on_tool_error
    own on_tool_error
    one after_tool
    two after_tool
    own after_tool
    ");
}

#[tokio::test]
async fn a_failed_model_ends_the_run_and_all_hooks_are_told() {
    let log = Log::default();
    let model = ScriptedModel::new().error(Error::new(ErrorKind::ModelProtocol, "It broke."));
    assert_snapshot!(staged(&model, &log, "").play("Hi").await, @"error ModelProtocol: It broke.");
    assert_snapshot!(log.take(), @r"
    one on_user_message
    two on_user_message
    one before_run
    two before_run
    one before_agent
    two before_agent
    own before_agent
    one before_model
    two before_model
    own before_model
    one on_model_error
    two on_model_error
    own on_model_error
    one after_run
    two after_run
    ");
}

/// The hooks in the log whose name holds `kind`.
fn of_kind(log: &Log, kind: &str) -> String {
    let log = log.take();
    let lines: Vec<_> = log.lines().filter(|line| line.contains(kind)).collect();
    lines.join("\n")
}

/// Plays a run in which the first plugin answers at `hook`, and nobody else is asked
/// there; what is stored, which is what came.
async fn answered(model: ScriptedModel, hook: &'static str) -> String {
    let log = Log::default();
    let stage = staged(&model, &log, hook);
    let came = stage.play("Hi").await;
    let asked = of_kind(&log, hook);
    assert!(
        asked.lines().all(|line| line.starts_with("one ")),
        "{asked}"
    );
    assert!(!asked.is_empty(), "nobody was asked at {hook}");
    for event in stage.session().await.events() {
        assert!(
            !event.id().is_empty() && event.invocation_id() == "e-id-1",
            "{event:?}"
        );
    }
    let stored = stage.stored().await;
    assert!(
        stored.ends_with(&came),
        "stored {stored} but passed on {came}"
    );
    stored
}

fn calls_then_says(tool: &str) -> ScriptedModel {
    ScriptedModel::new().call(tool, json!({})).text("Done.")
}

#[tokio::test]
async fn an_answer_to_the_users_message_replaces_it() {
    assert_snapshot!(answered(calls_then_says("echo"), "on_user_message").await, @r#"
    user: "on_user_message of one"
    helper: call echo(adk-id-3) {}
    helper: answer echo(adk-id-3) {}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn fault_4_an_answer_before_the_run_is_all_that_is_said() {
    assert_snapshot!(answered(ScriptedModel::new(), "before_run").await, @r#"
    user: "Hi"
    helper: "before_run of one"
    "#);
}

#[tokio::test]
async fn an_answer_to_an_event_replaces_it() {
    let model = ScriptedModel::new().text("Hello!");
    assert_snapshot!(answered(model, "on_event").await, @r#"
    user: "Hi"
    helper: "on_event of one", [replaced=true]
    "#);
}

#[tokio::test]
async fn an_answer_before_the_agent_stands_for_the_agents() {
    assert_snapshot!(answered(ScriptedModel::new(), "before_agent").await, @r#"
    user: "Hi"
    helper: "before_agent of one"
    "#);
}

#[tokio::test]
async fn an_answer_after_the_agent_is_added() {
    assert_snapshot!(answered(calls_then_says("echo"), "after_agent").await, @r#"
    user: "Hi"
    helper: call echo(adk-id-3) {}
    helper: answer echo(adk-id-3) {}
    helper: "Done."
    helper: "after_agent of one"
    "#);
}

#[tokio::test]
async fn an_answer_before_the_model_stands_for_the_models() {
    assert_snapshot!(answered(ScriptedModel::new(), "before_model").await, @r#"
    user: "Hi"
    helper: "before_model of one"
    "#);
}

#[tokio::test]
async fn an_answer_after_the_model_replaces_the_models() {
    assert_snapshot!(answered(calls_then_says("echo"), "after_model").await, @r#"
    user: "Hi"
    helper: "after_model of one"
    "#);
}

#[tokio::test]
async fn an_answer_to_the_models_failure_stands_for_the_models() {
    let model = ScriptedModel::new().error(Error::new(ErrorKind::ModelProtocol, "It broke."));
    assert_snapshot!(answered(model, "on_model_error").await, @r#"
    user: "Hi"
    helper: "on_model_error of one"
    "#);
}

#[tokio::test]
async fn an_answer_before_a_tool_stands_for_the_tools() {
    assert_snapshot!(answered(calls_then_says("broken"), "before_tool").await, @r#"
    user: "Hi"
    helper: call broken(adk-id-3) {}
    helper: answer broken(adk-id-3) {"instead":"before_tool of one"}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn an_answer_after_a_tool_replaces_the_tools() {
    assert_snapshot!(answered(calls_then_says("echo"), "after_tool").await, @r#"
    user: "Hi"
    helper: call echo(adk-id-3) {}
    helper: answer echo(adk-id-3) {"instead":"after_tool of one"}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn an_answer_to_a_tools_failure_stands_for_the_tools() {
    assert_snapshot!(answered(calls_then_says("broken"), "on_tool_error").await, @r#"
    user: "Hi"
    helper: call broken(adk-id-3) {}
    helper: answer broken(adk-id-3) {"instead":"on_tool_error of one"}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn an_unknown_tool_is_a_failure_that_can_be_answered() {
    assert_snapshot!(answered(calls_then_says("nothing"), "on_tool_error").await, @r#"
    user: "Hi"
    helper: call nothing(adk-id-3) {}
    helper: answer nothing(adk-id-3) {"instead":"on_tool_error of one"}
    helper: "Done."
    "#);
}

/// Who was asked at which hook, in order: `hook(who who)`.
fn course(log: &Log) -> String {
    let log = log.take();
    let mut course: Vec<(&str, Vec<&str>)> = Vec::new();
    for (who, hook) in log.lines().filter_map(|line| line.split_once(' ')) {
        match course.last_mut() {
            Some((last, asked)) if *last == hook && !asked.contains(&who) => asked.push(who),
            _ => course.push((hook, vec![who])),
        }
    }
    let course = course.into_iter();
    let course = course.map(|(hook, asked)| format!("{hook}({})", asked.join(" ")));
    course.collect::<Vec<_>>().join(" ")
}

/// One line for each hook at which the first plugin answers: who was asked in that run. All
/// were where nothing stands behind a hook; `*` is both plugins, at a hook that agents have not.
#[tokio::test]
async fn an_answer_ends_its_hook_and_leaves_the_others() {
    let failing = ScriptedModel::new().error(Error::new(ErrorKind::ModelProtocol, "It broke."));
    let mut table = String::new();
    for (hook, model) in [
        ("on_user_message", ScriptedModel::new().text("Hello.")),
        ("before_run", ScriptedModel::new()),
        ("before_agent", ScriptedModel::new()),
        ("before_model", ScriptedModel::new()),
        ("after_model", ScriptedModel::new().text("Hello.")),
        ("on_model_error", failing),
        ("on_event", ScriptedModel::new().text("Hello.")),
        ("before_tool", calls_then_says("broken")),
        ("on_tool_error", calls_then_says("broken")),
        ("after_tool", calls_then_says("echo")),
        ("after_agent", ScriptedModel::new().text("Hello.")),
    ] {
        let log = Log::default();
        staged(&model, &log, hook).play("Hi").await;
        let course = course(&log);
        let short = course
            .replace("(one two own)", "")
            .replace("(one two)", "*");
        writeln!(table, "{hook}: {short}").unwrap();
    }
    assert_snapshot!(table, @r"
    on_user_message: on_user_message(one) before_run* before_agent before_model after_model on_event* after_agent after_run*
    before_run: on_user_message* before_run(one) after_run*
    before_agent: on_user_message* before_run* before_agent(one) on_event* after_run*
    before_model: on_user_message* before_run* before_agent before_model(one) on_event* after_agent after_run*
    after_model: on_user_message* before_run* before_agent before_model after_model(one) on_event* after_agent after_run*
    on_model_error: on_user_message* before_run* before_agent before_model on_model_error(one) after_model on_event* after_agent after_run*
    on_event: on_user_message* before_run* before_agent before_model after_model on_event(one) after_agent after_run*
    before_tool: on_user_message* before_run* before_agent before_model after_model on_event* before_tool(one) after_tool on_event* before_model after_model on_event* after_agent after_run*
    on_tool_error: on_user_message* before_run* before_agent before_model after_model on_event* before_tool on_tool_error(one) after_tool on_event* before_model after_model on_event* after_agent after_run*
    after_tool: on_user_message* before_run* before_agent before_model after_model on_event* before_tool after_tool(one) on_event* before_model after_model on_event* after_agent after_run*
    after_agent: on_user_message* before_run* before_agent before_model after_model on_event* after_agent(one) on_event* after_run*
    ");
}
