//! A server that is a program.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use adk::ErrorKind;
use adk::testing::ScriptedModel;
use adk::tool::mcp::{McpCommand, McpToolset};
use serde_json::json;
use tokio::time::Instant;

use super::{answer, error, read, stage};

fn program() -> McpCommand {
    McpCommand::new(env!("CARGO_BIN_EXE_odd_server"))
}

fn proc(pid: &str) -> PathBuf {
    Path::new("/proc").join(pid)
}

/// The id of the process that answered last.
fn pid(model: &ScriptedModel) -> String {
    let answer = read(model).unwrap();
    let pid = answer["output"].as_str().unwrap().to_owned();
    assert!(proc(&pid).exists(), "{answer}");
    pid
}

/// Waits until there is no such process, not even a dead one that nobody has waited for.
async fn gone(pid: &str) -> Duration {
    let began = Instant::now();
    while proc(pid).exists() {
        let status = fs::read_to_string(proc(pid).join("status")).unwrap_or_default();
        assert!(
            began.elapsed().as_secs() < 20,
            "it is still there:\n{status}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    began.elapsed()
}

#[tokio::test]
async fn it_sees_an_allow_list_of_the_environment() {
    // What cargo sets for this test stands for keys.
    assert!(env::var_os("CARGO_MANIFEST_DIR").is_some() && env::var_os("PATH").is_some());
    let command = program()
        .env("MODE", "test")
        .inherit("CARGO_PKG_NAME")
        .inherit("NOT_SET");
    let told = answer(McpToolset::stdio("odd", command), "env", json!({})).await;
    let names: Vec<_> = told["output"].as_str().unwrap().split(' ').collect();
    for name in ["PATH", "MODE", "CARGO_PKG_NAME"] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
    let allowed = [
        "HOME", "LANG", "LC_ALL", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
    ];
    let known =
        |name: &str| allowed.contains(&name) || ["PATH", "MODE", "CARGO_PKG_NAME"].contains(&name);
    // The loader adds its own.
    let more: Vec<_> = names.iter().filter(|name| !known(name)).collect();
    assert!(more.is_empty(), "{more:?}");
}

#[tokio::test]
async fn it_ends_with_its_toolset() {
    let model = ScriptedModel::new().call("pid", json!({})).text("Done.");
    let stage = stage(&model, McpToolset::stdio("odd", program()));
    stage.play("Go.").await;
    let pid = pid(&model);
    drop(stage);
    assert!(gone(&pid).await.as_secs() < 2);
}

#[tokio::test]
async fn one_that_will_not_end_is_killed_and_waited_for() {
    let model = ScriptedModel::new().call("pid", json!({})).text("Done.");
    let toolset = McpToolset::stdio("odd", program().arg("stubborn").quiet());
    let stage = stage(&model, toolset);
    stage.play("Go.").await;
    let pid = pid(&model);
    drop(stage);
    // It was asked and told before.
    assert!(gone(&pid).await.as_secs() >= 3);
}

#[test]
fn one_whose_runtime_is_gone_is_killed() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let model = ScriptedModel::new().call("pid", json!({})).text("Done.");
    let toolset = McpToolset::stdio("odd", program().arg("stubborn").quiet());
    let stage = stage(&model, toolset);
    runtime.block_on(stage.play("Go."));
    let pid = pid(&model);
    runtime.shutdown_timeout(Duration::from_secs(1));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    assert!(runtime.block_on(gone_or_dead(&pid)).as_secs() < 2);
}

/// Waits until the process runs no more; without a runtime nobody waits for it at once.
async fn gone_or_dead(pid: &str) -> Duration {
    let began = Instant::now();
    loop {
        let status = fs::read_to_string(proc(pid).join("status")).unwrap_or_default();
        if status.is_empty() || status.contains("State:\tZ") {
            return began.elapsed();
        }
        assert!(
            began.elapsed().as_secs() < 20,
            "it is still there:\n{status}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn what_it_started_goes_with_one_that_ends_by_itself() {
    let model = ScriptedModel::new()
        .call("start_sleep", json!({}))
        .call("die", json!({}))
        .text("Done.");
    let stage = stage(&model, McpToolset::stdio("odd", program()));
    let began = Instant::now();
    let played = stage.play("Go.").await;
    // That another keeps its output open makes nobody wait.
    assert!(began.elapsed().as_secs() < 10, "{played}");
    assert!(
        played.contains("broke during the call of `die`"),
        "{played}"
    );
    let started = model.requests()[1].clone();
    let started = started.contents().last().unwrap().function_responses();
    let started = started.last().unwrap().response().to_value();
    let pid = started["output"].as_str().unwrap();
    assert!(pid.parse::<u32>().is_ok(), "{pid}");
    assert!(gone_or_dead(pid).await.as_secs() < 2);
}

#[tokio::test]
async fn one_that_dies_in_a_call_is_started_again() {
    let model = ScriptedModel::new()
        .call("die", json!({}))
        .call("pid", json!({}))
        .text("Done.");
    let stage = stage(&model, McpToolset::stdio("odd", program()));
    stage.play("Go.").await;
    pid(&model);
    let requests = model.requests();
    let response = requests[1]
        .contents()
        .last()
        .unwrap()
        .function_responses()
        .next();
    let told = response.unwrap().response().to_value();
    assert!(
        error(&told).contains("broke during the call of `die`"),
        "{told}"
    );
}

/// What ends a run that cannot do without the program.
async fn required(command: McpCommand) -> String {
    let toolset = McpToolset::stdio("bad", command).required();
    let run = stage(&ScriptedModel::new(), toolset).run("Go.").text();
    let error = run.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mcp);
    format!("{error:?}")
}

fn shell(script: &str) -> McpCommand {
    McpCommand::new("sh").args(["-c", script])
}

#[tokio::test]
async fn one_that_ends_is_told_with_how_it_ended() {
    let usage = "exec 0<&-; echo 'usage: canary' >&2; sleep 0.1; exit 2";
    for script in [usage, "read line; exit 2"] {
        let told = required(shell(script).quiet()).await;
        assert!(!told.contains("canary"), "{told}");
        let told = told.lines().nth(1).unwrap();
        assert_eq!(
            told,
            "  caused by: `sh`, the MCP server `bad`, has ended (exit status: 2); leave \
             `McpCommand::quiet` out to read what it says of it",
            "{script}"
        );
    }
    let begun = json!({ "protocolVersion": "2025-06-18", "capabilities": { "tools": {} },
        "serverInfo": { "name": "bad", "version": "1" } });
    let begun = json!({ "jsonrpc": "2.0", "id": 0, "result": begun });
    let script = format!("read line; echo '{begun}'; read line; read line; kill -9 $$");
    insta::assert_snapshot!(required(shell(&script)).await, @r#"
    toolset `bad` of agent `helper` could not list its tools (Mcp)
      caused by: MCP server `bad` did not list its tools
      caused by: `sh`, the MCP server `bad`, has ended (signal: 9 (SIGKILL)); what it says of it is on the standard error of this process
    "#);
}

#[tokio::test]
async fn one_that_says_nothing_is_given_up_and_ended() {
    let toolset = McpToolset::stdio("odd", program().arg("mute"));
    let toolset = toolset
        .required()
        .connect_timeout(Duration::from_millis(300));
    let stage = stage(&ScriptedModel::new(), toolset);
    let error = stage.run("Go.").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[tokio::test]
async fn one_that_is_not_there_is_an_error_that_names_it() {
    let toolset = McpToolset::stdio("files", "no-such-program").required();
    let stage = stage(&ScriptedModel::new(), toolset);
    let error = stage.run("Go.").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mcp);
    insta::assert_snapshot!(format!("{error:?}"), @r#"
    toolset `files` of agent `helper` could not list its tools (Mcp)
      caused by: `no-such-program`, the MCP server `files`, cannot be started
      caused by: No such file or directory (os error 2)
    "#);
}
