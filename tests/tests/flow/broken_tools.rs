//! Tools that panic, hang, block, or return what no model can read: each call has its
//! answer, and the other calls of the turn keep theirs.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use adk::content::{FunctionCall, FunctionDeclaration, Schema};
use adk::model::LlmRequest;
use adk::testing::ScriptedModel;
use adk::tool::{StaticToolset, Toolset, ToolsetExt as _};
use adk::{
    CallbackContext, FunctionTool, Json, ReadonlyContext, RunConfig, Tool, ToolContext, ToolError,
    tools,
};
use futures::future::{BoxFuture, Ready};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::stage::{Stage, assert_goes_on, helper};
use tests::tool::{TestTool, echo, tool};
use tests::transcript;
use tokio::time::Instant;

/// Plays a turn that calls `broken` between two calls of `echo`, which keep their answers;
/// the answer of `broken`.
async fn answer(broken: TestTool, config: RunConfig) -> String {
    let call = |name: &str, n: u32| FunctionCall::new(name, json!({"n": n}));
    let model = ScriptedModel::new()
        .calls([call("echo", 1), call("broken", 2), call("echo", 3)])
        .text("Done.");
    let stage = Stage::new(helper(&model).tool(echo()).tool(broken));
    let came = transcript::of_run(stage.run("Hi").config(config)).await;
    assert!(came.ends_with("helper: \"Done.\"\n"), "{came}");
    let request = assert_goes_on(&stage, &model).await;
    let answers: Vec<_> = request.contents()[2].function_responses().collect();
    assert_eq!(answers[0].response().to_value(), json!({"n": 1}));
    assert_eq!(answers[2].response().to_value(), json!({"n": 3}));
    answers[1].response().to_string()
}

fn returning(result: impl Fn() -> Value + Send + Sync + 'static) -> TestTool {
    tool("broken", move |_, _| {
        let result = result();
        async move { Ok(result) }
    })
}

#[tokio::test]
async fn a_panic_is_an_answer() {
    let broken = tool("broken", |_, _| async { panic!("no more {}", "paper") });
    assert_snapshot!(answer(broken, RunConfig::new()).await, @r#"{"error":"tool `broken` panicked: no more paper"}"#);
}

#[tokio::test]
async fn a_panic_before_the_first_await_is_an_answer_too() {
    let broken = tool("broken", |_, _| -> Ready<Result<Value, ToolError>> {
        std::panic::panic_any(7)
    });
    assert_snapshot!(answer(broken, RunConfig::new()).await, @r#"{"error":"tool `broken` panicked: no text"}"#);
}

/// Panics again when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("again");
    }
}

#[tokio::test]
async fn a_panic_with_a_payload_that_panics_is_an_answer_too() {
    let broken = tool("broken", |_, _| -> Ready<Result<Value, ToolError>> {
        std::panic::panic_any(Bomb)
    });
    assert_snapshot!(answer(broken, RunConfig::new()).await, @r#"{"error":"tool `broken` panicked: no text"}"#);
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_never_returns_is_ended_at_its_time_limit() {
    let started = Instant::now();
    let broken = tool("broken", |_, _| std::future::pending());
    assert_snapshot!(answer(broken, RunConfig::new()).await, @r#"{"error":"tool `broken` was stopped: it took longer than 600s, the run's limit"}"#);
    assert_eq!(started.elapsed().as_secs(), 600);
}

#[tokio::test(start_paused = true)]
async fn the_time_limit_can_be_set_and_the_call_is_told() {
    let token = Arc::new(Mutex::new(None));
    let (keep, look) = (Arc::clone(&token), token);
    let broken = tool("broken", move |ctx, _| {
        *keep.lock().unwrap() = Some(ctx.cancellation().clone());
        std::future::pending()
    });
    let other = tool("other", move |ctx, _| {
        let brokens = look.lock().unwrap().take().unwrap().is_cancelled();
        async move { Ok(json!({"own": ctx.cancellation().is_cancelled(), "brokens": brokens})) }
    });
    let model = ScriptedModel::new()
        .call("broken", json!({}))
        .call("other", json!({}))
        .text("Done.");
    let stage = Stage::new(helper(&model).tool(broken).tool(other));
    let started = Instant::now();
    let config = RunConfig::new().tool_timeout(Duration::from_millis(2500));
    assert_snapshot!(transcript::of_run(stage.run("Hi").config(config)).await, @r#"
    helper: call broken(adk-id-3) {}
    helper: answer broken(adk-id-3) {"error":"tool `broken` was stopped: it took longer than 2.5s, the run's limit"}
    helper: call other(adk-id-6) {}
    helper: answer other(adk-id-6) {"own":false,"brokens":true}
    helper: "Done."
    "#);
    assert_eq!(started.elapsed().as_millis(), 2500);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tool_that_blocks_its_thread_stops_no_one_else() {
    let (release, held) = mpsc::channel::<()>();
    let held = Mutex::new(held);
    let broken = tool("broken", move |_, _| {
        let _ = held.lock().unwrap().recv();
        async { Ok(json!({})) }
    });
    let config = RunConfig::new().tool_timeout(Duration::from_millis(50));
    let run = tokio::spawn(answer(broken, config));
    assert_snapshot!(run.await.unwrap(), @r#"{"error":"tool `broken` was stopped: it took longer than 50ms, the run's limit"}"#);
    drop(release);
}

#[tokio::test]
async fn fifty_megabytes_are_too_many() {
    let broken = returning(|| json!("x".repeat(50_000_000)));
    assert_snapshot!(answer(broken, RunConfig::new()).await, @r#"{"error":"tool `broken` returned 50000002 bytes; the limit is 1048576. Ask it for less, for example a part or a summary"}"#);
}

#[tokio::test]
async fn an_error_as_long_as_a_book_is_too_long() {
    let broken = tool("broken", |_, _| async {
        Err(ToolError::model("no ".repeat(1_000_000)))
    });
    assert_snapshot!(answer(broken, RunConfig::new()).await, @r#"{"error":"tool `broken` returned 3000012 bytes; the limit is 1048576. Ask it for less, for example a part or a summary"}"#);
}

#[tokio::test]
async fn the_largest_result_can_be_set() {
    let config = || RunConfig::new().max_tool_result_bytes(21);
    let fits = returning(|| json!({"x": "0123456789abc"}));
    assert_snapshot!(answer(fits, config()).await, @r#"{"x":"0123456789abc"}"#);
    let exceeds = returning(|| json!({"x": "0123456789abcd"}));
    assert_snapshot!(answer(exceeds, config()).await, @r#"{"error":"tool `broken` returned 22 bytes; the limit is 21. Ask it for less, for example a part or a summary"}"#);
}

#[tokio::test]
async fn what_is_no_object_is_put_into_one() {
    let config = RunConfig::new;
    assert_snapshot!(answer(returning(|| json!(f64::NAN)), config()).await, @r#"{"result":null}"#);
    assert_snapshot!(answer(returning(|| json!([1, 2])), config()).await, @r#"{"result":[1,2]}"#);
    assert_snapshot!(answer(returning(|| json!("so")), config()).await, @r#"{"result":"so"}"#);
}

#[tokio::test]
async fn a_failure_is_read_by_the_model_and_its_cause_is_not() {
    let broken = tool("broken", |_, _| async {
        let cause = std::io::Error::other("password of db-7 is wrong");
        Err(ToolError::model("The store is closed.").with_cause(cause))
    });
    assert_snapshot!(answer(broken, RunConfig::new()).await, @r#"{"error":"The store is closed."}"#);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_of_them_at_once_leave_each_its_answer() {
    let (release, held) = mpsc::channel::<()>();
    let held = Mutex::new(held);
    let call = |name: &str| FunctionCall::new(name, json!({}));
    let names = [
        "panics", "echo", "hangs", "blocks", "huge", "nan", "fails", "none", "echo",
    ];
    let model = ScriptedModel::new().calls(names.map(call)).text("Done.");
    let agent = helper(&model)
        .tool(tool("panics", |_, _| async { panic!("no paper") }))
        .tool(tool("hangs", |_, _| std::future::pending()))
        .tool(tool("blocks", move |_, _| {
            let _ = held.lock().unwrap().recv();
            async { Ok(json!({})) }
        }))
        .tool(tool("huge", |_, _| async {
            Ok(json!("x".repeat(50_000_000)))
        }))
        .tool(tool("nan", |_, _| async {
            Ok(json!({"degrees": f64::NAN}))
        }))
        .tool(tool("fails", |_, _| async {
            Err(ToolError::model("It broke."))
        }))
        .tool(echo());
    let stage = Stage::new(agent);
    let config = RunConfig::new().tool_timeout(Duration::from_secs(1));
    let run = tokio::spawn(stage.run("Hi").config(config).text());
    assert_eq!(run.await.unwrap().unwrap(), "Done.");
    drop(release);
    let request = assert_goes_on(&stage, &model).await;
    let answers = request.contents()[2].function_responses();
    let answers = answers.map(|answer| format!("{} {}", answer.name(), answer.response()));
    assert_snapshot!(answers.collect::<Vec<_>>().join("\n"), @r#"
    panics {"error":"tool `panics` panicked: no paper"}
    echo {}
    hangs {"error":"tool `hangs` was stopped: it took longer than 1s, the run's limit"}
    blocks {"error":"tool `blocks` was stopped: it took longer than 1s, the run's limit"}
    huge {"error":"tool `huge` returned 50000002 bytes; the limit is 1048576. Ask it for less, for example a part or a summary"}
    nan {"degrees":null}
    fails {"error":"It broke."}
    none {"error":"tool 'none' not found.\nAvailable tools: panics, hangs, blocks, huge, nan, fails, echo"}
    echo {}
    "#);
}

/// Goes wrong where it would change a request.
#[derive(Debug)]
struct Rotten {
    declaration: Arc<FunctionDeclaration>,
    how: How,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum How {
    PanicsAtOnce,
    PanicsLater,
    NeverReturns,
}

impl Rotten {
    fn new(how: How) -> Self {
        let schema = Schema::empty_object();
        let declaration = FunctionDeclaration::new("rotten", "Rots.", schema);
        Self {
            declaration: Arc::new(declaration),
            how,
        }
    }

    fn shaping<'a>(&self) -> BoxFuture<'a, adk::Result<()>> {
        assert!(self.how != How::PanicsAtOnce, "at once");
        if self.how == How::NeverReturns {
            return Box::pin(std::future::pending());
        }
        Box::pin(async { panic!("later") })
    }
}

impl Tool for Rotten {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn run<'a>(
        &'a self,
        _: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        Box::pin(async { Ok(args.clone()) })
    }

    fn process_request<'a>(
        &'a self,
        _: &'a CallbackContext,
        _: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, adk::Result<()>>> {
        Some(self.shaping())
    }
}

impl Toolset for Rotten {
    fn name(&self) -> &'static str {
        "rotten"
    }

    fn tools<'a>(
        &'a self,
        _: &'a ReadonlyContext,
    ) -> BoxFuture<'a, adk::Result<Vec<Arc<dyn Tool>>>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn process_request<'a>(
        &'a self,
        _: &'a CallbackContext,
        _: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, adk::Result<()>>> {
        Some(self.shaping())
    }
}

#[tokio::test]
async fn a_panic_while_a_request_is_changed_ends_the_run_as_an_error() {
    let model = ScriptedModel::new();
    let mut told = Vec::new();
    for how in [How::PanicsAtOnce, How::PanicsLater] {
        let tool = helper(&model).tool(Rotten::new(how));
        let toolset = helper(&model).toolset(Arc::new(Rotten::new(how)) as Arc<dyn Toolset>);
        for agent in [tool, toolset] {
            let error = Stage::new(agent).run("Hi").text().await.unwrap_err();
            told.push(format!("{error:?}"));
        }
    }
    assert_snapshot!(told.join("\n"), @r#"
    tool `rotten` of agent `helper` panicked while it changed a request: at once (Panicked)
    toolset `rotten` of agent `helper` panicked while it changed a request: at once (Panicked)
    tool `rotten` of agent `helper` panicked while it changed a request: later (Panicked)
    toolset `rotten` of agent `helper` panicked while it changed a request: later (Panicked)
    "#);
    assert!(model.requests().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_change_of_a_request_that_takes_too_long_ends_the_run_as_an_error() {
    let model = ScriptedModel::new();
    let tool = helper(&model).tool(Rotten::new(How::NeverReturns));
    let rotten: Arc<dyn Toolset> = Arc::new(Rotten::new(How::NeverReturns));
    let toolset = helper(&model).toolset(rotten);
    let mut told = Vec::new();
    for agent in [tool, toolset] {
        let config = RunConfig::default().tool_timeout(Duration::from_secs(5));
        let stage = Stage::new(agent);
        let run = stage.run("Hi").config(config);
        let run = tokio::time::timeout(Duration::from_mins(1), run.text());
        let error = run.await.unwrap().unwrap_err();
        told.push(format!("{error:?}"));
    }
    assert_snapshot!(told.join("\n"), @"
    tool `rotten` of agent `helper` took longer than 5s to change a request; raise the limit with `RunConfig::tool_timeout` (Limit)
    toolset `rotten` of agent `helper` took longer than 5s to change a request; raise the limit with `RunConfig::tool_timeout` (Limit)
    ");
    assert!(model.requests().is_empty());
}

#[tokio::test]
async fn a_panic_of_who_decides_whether_to_ask_is_an_answer() {
    let asking = FunctionTool::new("broken", "Asks.", |_: Empty, _: ToolContext| async {
        Ok::<_, ToolError>(())
    });
    let asking = asking.confirm_when(|_: Empty, _: ToolContext| async { no_rights() });
    let gated = StaticToolset::new(
        "gated",
        tools![..tool("broken", |_, _| async { Ok(json!({})) })],
    )
    .confirmed_when("", |_, _, _| async { no_rights() });
    for tools in [tools![..asking], tools![..gated]] {
        let model = ScriptedModel::new().call("broken", json!({})).text("Done.");
        let stage = Stage::new(helper(&model).tools(tools));
        let played = stage.play("Hi").await;
        assert!(
            played.contains(r#"{"error":"tool `broken` panicked: no rights"}"#),
            "{played}"
        );
    }
}

fn no_rights() -> bool {
    panic!("no rights")
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Empty {}
