//! The plugin that logs: what is in a line, and what is not.

use adk::plugin::LoggingPlugin;
use adk::testing::ScriptedModel;
use adk::{Error, ErrorKind, ToolError};
use insta::assert_snapshot;
use serde_json::json;
use tests::logged::Logged;
use tests::stage::{Stage, built, helper, streaming};
use tests::tool::{echo, tool};
use tests::transcript;

/// What nobody but the user, the model and the tools may read.
const SECRET: &str = "canary-4711";

/// Plays a turn that is full of the secret, and one in which the model fails; the log.
async fn logged(plugin: LoggingPlugin) -> String {
    let (logged, _guard) = Logged::listen();
    let broken = tool("broken", |ctx, _| async move {
        ctx.state().set("temp:key", "canary-of-temp");
        let cause = std::io::Error::other("the disk is gone");
        Err(ToolError::model(SECRET).with_cause(cause))
    });
    let model = ScriptedModel::new()
        .call("echo", json!({ "text": SECRET }))
        .call("broken", json!({}))
        .text(SECRET)
        .error(Error::new(ErrorKind::ModelProtocol, SECRET));
    let agent = helper(&model).tool(echo()).tool(broken).instruction(SECRET);
    let stage = Stage::of(built(agent), |runner| runner.plugin(plugin));
    for _ in 0..2 {
        transcript::of_run(stage.run(SECRET).config(streaming())).await;
    }
    logged.text()
}

fn without_spans(log: &str) -> String {
    let lines = log.lines().filter(|line| !line.starts_with("span"));
    lines.collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_log_holds_names_and_ids_and_nothing_that_was_said() {
    let log = logged(LoggingPlugin::new()).await;
    assert!(!log.contains("canary"), "{log}");
    assert_snapshot!(without_spans(&log), @r#"
    INFO message=a message of the user invocation_id="e-id-1" agent="helper" app="app" user="anna" session="one" parts=1
    INFO message=a run starts invocation_id="e-id-1" agent="helper"
    INFO message=an agent starts invocation_id="e-id-1" agent="helper"
    INFO message=a model is asked invocation_id="e-id-1" agent="helper" contents=1 tools=2
    INFO message=a model answered invocation_id="e-id-1" agent="helper" finish_reason="STOP"
    INFO message=an event invocation_id="e-id-1" agent="helper" id="id-4" author="helper" is_final=false
    INFO message=a tool is called invocation_id="e-id-1" agent="helper" tool="echo" call="adk-id-3"
    INFO message=a tool answered invocation_id="e-id-1" agent="helper" tool="echo" call="adk-id-3" bytes=22
    INFO message=an event invocation_id="e-id-1" agent="helper" id="id-5" author="helper" is_final=false
    INFO message=a model is asked invocation_id="e-id-1" agent="helper" contents=3 tools=2
    INFO message=a model answered invocation_id="e-id-1" agent="helper" finish_reason="STOP"
    INFO message=an event invocation_id="e-id-1" agent="helper" id="id-7" author="helper" is_final=false
    INFO message=a tool is called invocation_id="e-id-1" agent="helper" tool="broken" call="adk-id-6"
    WARN message=a tool failed tool="broken" cause="the disk is gone"
    WARN message=a tool failed invocation_id="e-id-1" agent="helper" tool="broken" call="adk-id-6"
    INFO message=a tool answered invocation_id="e-id-1" agent="helper" tool="broken" call="adk-id-6" bytes=23
    INFO message=an event invocation_id="e-id-1" agent="helper" id="id-8" author="helper" is_final=false
    INFO message=a model is asked invocation_id="e-id-1" agent="helper" contents=5 tools=2
    DEBUG message=a piece of an event invocation_id="e-id-1" agent="helper" id="id-9" author="helper"
    INFO message=a model answered invocation_id="e-id-1" agent="helper" finish_reason="STOP"
    INFO message=an event invocation_id="e-id-1" agent="helper" id="id-10" author="helper" is_final=true
    INFO message=an agent is done invocation_id="e-id-1" agent="helper"
    INFO message=a run is over invocation_id="e-id-1" agent="helper"
    INFO message=a message of the user invocation_id="e-id-11" agent="helper" app="app" user="anna" session="one" parts=1
    INFO message=a run starts invocation_id="e-id-11" agent="helper"
    INFO message=an agent starts invocation_id="e-id-11" agent="helper"
    INFO message=a model is asked invocation_id="e-id-11" agent="helper" contents=7 tools=2
    WARN message=a model failed invocation_id="e-id-11" agent="helper" kind=ModelProtocol
    INFO message=a run is over invocation_id="e-id-11" agent="helper"
    "#);
}

#[tokio::test]
async fn what_was_said_is_logged_where_that_is_asked_for() {
    let log = without_spans(&logged(LoggingPlugin::new().with_payloads()).await);
    assert!(!log.contains("canary-of-temp"), "{log}");
    let said = log.lines().filter(|line| line.contains(SECRET));
    let said = said.filter_map(|line| line.split(" invocation_id").next());
    assert_snapshot!(said.collect::<Vec<_>>().join("\n"), @r"
    INFO message=a message of the user
    INFO message=a model is asked
    INFO message=an event
    INFO message=a tool is called
    INFO message=a tool answered
    INFO message=an event
    INFO message=a model is asked
    WARN message=a tool failed
    INFO message=a tool answered
    INFO message=an event
    INFO message=a model is asked
    INFO message=an event
    INFO message=a message of the user
    INFO message=a model is asked
    WARN message=a model failed
    ");
}

#[tokio::test]
async fn a_long_payload_is_cut() {
    let (logged, _guard) = Logged::listen();
    let model = ScriptedModel::new().text("Long.");
    let plugin = LoggingPlugin::new().with_payloads();
    let stage = Stage::of(built(helper(&model)), |runner| runner.plugin(plugin));
    stage.run("ä".repeat(10_000)).text().await.unwrap();
    let log = logged.text();
    assert!(log.contains("ä… (200"), "{log}");
    assert!(log.len() < 8000, "{}", log.len());
}

#[tokio::test]
async fn it_changes_nothing() {
    let play = async |plugin: Option<LoggingPlugin>| {
        let model = ScriptedModel::new().call("echo", json!({})).text("Done.");
        let stage = Stage::of(built(helper(&model).tool(echo())), |runner| match plugin {
            Some(plugin) => runner.plugin(plugin),
            None => runner,
        });
        (stage.play("Hi").await, stage.stored().await)
    };
    assert_eq!(play(Some(LoggingPlugin::new())).await, play(None).await);
}
