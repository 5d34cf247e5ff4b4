//! What the operator reads in the log of a call without a result, and the model does not.

use std::time::Duration;

use adk::plugin::LoggingPlugin;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use insta::assert_snapshot;
use serde_json::json;
use tests::logged::Logged;
use tests::stage::{Stage, built, helper};

/// Fails for a reason that has a reason.
#[tool]
async fn order() -> Result<(), ToolError> {
    let refused = std::io::Error::other("connection refused");
    let cause = Error::new(ErrorKind::Store, "the orders cannot be read").with_source(refused);
    Err(ToolError::model("closed for today").with_cause(cause))
}

/// Fails, and says why to the model alone.
#[tool]
async fn find(
    /// What for.
    text: &str,
) -> Result<(), ToolError> {
    Err(ToolError::model(format!("there is no `{text}`")))
}

/// Fails by `?`.
#[tool(idempotent, retries = 1)]
async fn read() -> std::io::Result<()> {
    Err(std::io::Error::other("no such file\nWARN forged"))
}

/// Panics.
#[tool]
async fn break_down() {
    panic!("no such index");
}

/// Takes too long.
#[tool(timeout = "1s")]
async fn dawdle() {
    tokio::time::sleep(Duration::from_secs(5)).await;
}

/// Pays.
#[tool(confirm = "Really?")]
async fn pay() {}

fn stage(model: &ScriptedModel) -> Stage {
    let tools = tools![order, find, read, break_down, dawdle, pay];
    Stage::of(built(helper(model).tools(tools)), |runner| {
        runner.plugin(LoggingPlugin::new())
    })
}

/// The lines about calls without a result, and those at a try.
fn told(logged: &Logged) -> String {
    let text = logged.text();
    let about = [
        "tool failed",
        "call waits",
        "call was refused",
        "tried again",
    ];
    let lines = text
        .lines()
        .filter(|line| about.iter().any(|about| line.contains(about)));
    lines.collect::<Vec<_>>().join("\n")
}

#[tokio::test(start_paused = true)]
async fn the_log_has_the_causes_and_nothing_that_was_said() {
    let model = ScriptedModel::new()
        .call("order", json!({}))
        .call("find", json!({"text": "canary"}))
        .call("read", json!({}))
        .call("break_down", json!({}))
        .call("dawdle", json!({}))
        .text("Nothing works.");
    let (logged, _guard) = Logged::listen();
    let played = stage(&model).play("Go").await;
    assert!(
        played.contains("closed for today") && !played.contains("refused"),
        "{played}"
    );
    let told = told(&logged);
    let own: Vec<_> = told
        .lines()
        .filter(|line| !line.contains("invocation_id"))
        .collect();
    assert_snapshot!(own.join("\n"), @r#"
    WARN message=a tool failed tool="order" cause="the orders cannot be read: connection refused"
    WARN message=a tool failed tool="find"
    DEBUG message=a tool is tried again tool="read" cause="no such file\nWARN forged"
    WARN message=a tool failed tool="read" cause="no such file\nWARN forged"
    WARN message=a tool failed tool="break_down" cause="tool `break_down` panicked: no such index"
    WARN message=a tool failed tool="dawdle" cause="tool `dawdle` was stopped: it took longer than 1s, the tool's own limit"
    "#);
    assert_eq!(told.lines().count(), own.len() + 5, "{told}");
    assert!(!told.contains("canary"), "{told}");
}

#[tokio::test]
async fn a_call_that_waits_or_is_refused_is_no_failure() {
    let model = ScriptedModel::new()
        .call("pay", json!({}))
        .text("Not paid.");
    let stage = stage(&model);
    let (logged, _guard) = Logged::listen();
    stage.play("Pay!").await;
    let session = stage.session().await;
    let asked = session
        .events()
        .flat_map(Event::confirmation_requests)
        .next()
        .unwrap();
    assert_eq!(stage.run(asked.deny()).text().await.unwrap(), "Not paid.");
    assert_snapshot!(told(&logged), @r#"
    INFO message=a call waits for a person tool="pay"
    INFO message=a call waits for a person invocation_id="e-id-1" agent="helper" tool="pay" call="adk-id-3"
    INFO message=a call was refused by a person tool="pay"
    INFO message=a call was refused by a person invocation_id="e-id-1" agent="helper" tool="pay" call="adk-id-3"
    "#);
}
