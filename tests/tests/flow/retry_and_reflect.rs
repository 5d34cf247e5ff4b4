//! The plugin that has a model think about a tool's failure and try again.

use std::sync::atomic::{AtomicU32, Ordering};

use adk::content::FunctionCall;
use adk::plugin::{RetryAndReflectPlugin, WhenExhausted};
use adk::testing::ScriptedModel;
use adk::{Content, ErrorKind, FunctionTool, ToolContext, ToolError};
use futures::FutureExt;
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::stage::{Stage, assert_goes_on, built, helper};
use tests::tool::{TestTool, tool};
use tests::transcript;

/// A tool that fails on every call but those of these numbers, from 1.
fn fails_but_at(good: &'static [u32]) -> TestTool {
    let calls = AtomicU32::new(0);
    tool("fails", move |_, _| {
        let call = calls.fetch_add(1, Ordering::SeqCst) + 1;
        async move {
            if good.contains(&call) {
                return Ok(json!({ "call": call }));
            }
            let cause = std::io::Error::other("password of db-7 is wrong");
            Err(ToolError::model(format!("call {call} failed")).with_cause(cause))
        }
    })
}

fn staged(model: &ScriptedModel, tool: TestTool, plugin: RetryAndReflectPlugin) -> Stage {
    Stage::of(built(helper(model).tool(tool)), |runner| {
        runner.plugin(plugin)
    })
}

fn calls(times: u32) -> ScriptedModel {
    (0..times).fold(ScriptedModel::new(), |model, _| {
        model.call("fails", json!({}))
    })
}

/// What the model read of the tool, one line an answer.
fn answers(model: &ScriptedModel) -> Vec<Value> {
    let requests = model.requests();
    let contents = requests.last().map(|last| last.contents().to_vec());
    let contents: Vec<Content> = contents.unwrap_or_default();
    let responses = contents.iter().flat_map(Content::function_responses);
    responses
        .map(|answer| answer.response().to_value())
        .collect()
}

/// The count of each answer, or the answer itself where it is a success.
fn counts(model: &ScriptedModel) -> String {
    let counts = answers(model).into_iter().map(|answer| {
        let count = answer["retry_count"].as_u64();
        count.map_or_else(|| answer.to_string(), |count| count.to_string())
    });
    counts.collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_failure_becomes_guidance_until_the_tries_are_used_up() {
    let model = calls(3).text("I give up.");
    let plugin = RetryAndReflectPlugin::new().max_retries(2);
    let stage = staged(&model, fails_but_at(&[]), plugin);
    assert_eq!(stage.run("Hi").text().await.unwrap(), "I give up.");
    let told: Vec<_> = answers(&model).iter().map(Value::to_string).collect();
    assert_snapshot!(told.join("\n"), @r#"
    {"response_type":"ERROR_HANDLED_BY_REFLECT_AND_RETRY_PLUGIN","error_type":"ToolError","error_details":"call 1 failed","retry_count":1,"reflection_guidance":"`fails` failed. You may try again: this is retry 1 of 2. Do not send the same call once more. Check the arguments against the tool's parameters, whether another step has to come first, and whether another of your tools fits better or the task can be split; then make a corrected call or go another way."}
    {"response_type":"ERROR_HANDLED_BY_REFLECT_AND_RETRY_PLUGIN","error_type":"ToolError","error_details":"call 2 failed","retry_count":2,"reflection_guidance":"`fails` failed. You may try again: this is retry 2 of 2. Do not send the same call once more. Check the arguments against the tool's parameters, whether another step has to come first, and whether another of your tools fits better or the task can be split; then make a corrected call or go another way."}
    {"response_type":"ERROR_HANDLED_BY_REFLECT_AND_RETRY_PLUGIN","error_type":"ToolError","error_details":"call 3 failed","retry_count":2,"reflection_guidance":"`fails` has failed 3 times in a row. Do not call it again for this task: go another way, or say what could not be done."}
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn without_it_the_model_reads_the_bare_error() {
    let model = calls(1).text("Sorry.");
    let stage = Stage::new(helper(&model).tool(fails_but_at(&[])));
    stage.play("Hi").await;
    assert_eq!(answers(&model), [json!({"error": "call 1 failed"})]);
}

#[tokio::test]
async fn the_run_can_be_ended_instead() {
    let model = calls(3);
    let plugin = RetryAndReflectPlugin::new().max_retries(1);
    let plugin = plugin.when_exhausted(WhenExhausted::EndRun);
    let stage = staged(&model, fails_but_at(&[]), plugin);
    let error = stage.run("Hi").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert_snapshot!(format!("{error:?}"), @r"
    tool `fails` failed 2 times in a row; raise the limit with `RetryAndReflectPlugin::max_retries`, or find out why it fails (Limit)
      caused by: call 2 failed
    ");
    assert_eq!(model.requests().len(), 2);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn no_retries_are_none() {
    let model = calls(1).text("Sorry.");
    let plugin = RetryAndReflectPlugin::new().max_retries(0);
    staged(&model, fails_but_at(&[]), plugin).play("Hi").await;
    let told = answers(&model)[0]["reflection_guidance"].to_string();
    assert!(told.contains("Do not call it again"), "{told}");
}

#[tokio::test]
async fn a_success_begins_anew() {
    let model = calls(5).text("Done.");
    let plugin = RetryAndReflectPlugin::new();
    staged(&model, fails_but_at(&[3]), plugin).play("Hi").await;
    assert_eq!(counts(&model), r#"1 2 {"call":3} 1 2"#);
}

#[tokio::test]
async fn each_tool_has_a_count_of_its_own_and_an_unknown_one_too() {
    let call = |name: &str| FunctionCall::new(name, json!({}));
    let both = || [call("fails"), call("nothing")];
    let model = ScriptedModel::new()
        .calls(both())
        .calls(both())
        .text("Done.");
    let plugin = RetryAndReflectPlugin::new();
    staged(&model, fails_but_at(&[]), plugin).play("Hi").await;
    assert_eq!(counts(&model), "1 1 2 2");
}

#[tokio::test]
async fn fault_21_each_run_counts_for_itself_also_after_one_that_was_dropped() {
    let model = calls(2).text("Sorry.");
    let plugin = RetryAndReflectPlugin::new();
    let stage = staged(&model, fails_but_at(&[]), plugin);
    let mut run = stage.run("Hi");
    // Two turns of a call and an answer.
    for _ in 0..4 {
        run.next().await.unwrap().unwrap();
    }
    drop(run);
    let model_again = model.clone().call("fails", json!({})).text("Sorry.");
    // The line that the dropped run has left.
    assert_eq!(stage.run("Hi").text().await.unwrap(), "Sorry.");
    assert_eq!(stage.run("Hi").text().await.unwrap(), "Sorry.");
    assert_eq!(counts(&model_again), "1 2 1");
}

#[tokio::test]
async fn a_question_to_a_person_and_a_refusal_are_no_failures() {
    let pay = FunctionTool::new("pay", "Pays.", |(): (), _: ToolContext| async {
        Ok::<_, ToolError>("paid")
    });
    let model = ScriptedModel::new()
        .call("pay", json!({}))
        .text("Not paid.");
    let agent = built(helper(&model).tool(pay.confirm("Really pay?")));
    let stage = Stage::of(agent, |runner| runner.plugin(RetryAndReflectPlugin::new()));
    let mut run = stage.run("Pay!");
    let mut asked = None;
    while let Some(event) = run.next().await {
        asked = event.unwrap().confirmation_requests().next().or(asked);
    }
    let denied = asked.unwrap().deny();
    assert_eq!(stage.run(denied).text().await.unwrap(), "Not paid.");
    let told = stage.stored().await;
    assert!(
        told.contains("requires confirmation") && told.contains("is rejected"),
        "{told}"
    );
    assert!(!told.contains("retry_count"), "{told}");
}

#[tokio::test]
async fn a_hundred_runs_at_once_count_for_themselves() {
    let model = (0..100).fold(ScriptedModel::new(), |model, _| {
        model.call("fails", json!({}))
    });
    let model = (0..100).fold(model, |model, _| model.text("Sorry."));
    let plugin = RetryAndReflectPlugin::new().max_retries(1);
    let stage = staged(&model, fails_but_at(&[]), plugin);
    let runs = (0..100).map(|n| {
        let mut run = stage.runner.run("anna", format!("{n}"), "Hi");
        async move {
            run.next().await.unwrap().unwrap();
            // All have called before one is answered.
            tokio::task::yield_now().await;
            transcript::of_run(run).await
        }
    });
    for came in futures::future::join_all(runs).await {
        assert!(
            came.contains(r#""retry_count":1"#) && came.contains("retry 1 of 1"),
            "{came}"
        );
    }
    assert!(stage.run("Hi").next().now_or_never().is_some());
}
