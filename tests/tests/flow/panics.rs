//! Panics in what an application hooks into a run: its reader has an error that names whose it was,
//! and the next run on the session goes on.

use adk::auth::AuthHandler;
use adk::code::CodeExecutor;
use adk::model::{LlmRequest, LlmResponse, ResponseStream};
use adk::planner::Planner;
use adk::plugin::{BeforeModel, BeforeTool};
use adk::testing::ScriptedModel;
use adk::{
    CallbackContext, CustomAgent, Error, ErrorKind, Instruction, InvocationContext, Llm, LlmAgent,
    ReadonlyContext, RequestProcessor, ResponseProcessor, Result, ToolError,
};
use futures::future::BoxFuture;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, built, helper};
use tests::tool::{echo, tool};

use crate::recorder::{Log, Recorder};

/// The error of a run, and that the session can be used once more.
async fn told(stage: &Stage) -> String {
    let error = stage.run("Hi").text().await.err();
    assert_eq!(error.as_ref().map(Error::kind), Some(ErrorKind::Panicked));
    let next = helper(&ScriptedModel::new().text("Well."));
    let again = stage.again(built(next), |runner| runner);
    let answer = again.run("And now?").text().await;
    assert_eq!(answer.ok().as_deref(), Some("Well."));
    error.map(|error| error.to_string()).unwrap_or_default()
}

#[tokio::test]
async fn every_hook_of_a_plugin_is_named() {
    let hooks = [
        "on_user_message",
        "before_run",
        "before_agent",
        "before_model",
        "after_model",
        "on_event",
        "before_tool",
        "after_tool",
        "on_tool_error",
        "on_model_error",
        "after_agent",
        "after_run",
    ];
    let mut said = Vec::new();
    for hook in hooks {
        let log = Log::default();
        let call = ScriptedModel::new().call("echo", json!({}));
        let model = match hook {
            "on_model_error" => call,
            "on_tool_error" => ScriptedModel::new().call("broken", json!({})).text("Done."),
            _ => call.text("Done."),
        };
        let broken = tool("broken", |_, _| async {
            Err(ToolError::model("It broke."))
        });
        let agent = built(helper(&model).tool(echo()).tool(broken));
        let stage = Stage::of(agent, |runner| {
            runner.plugin(Recorder::panicking("diary", &log, hook))
        });
        said.push(told(&stage).await);
        assert!(log.take().contains(hook), "{hook}");
    }
    assert_snapshot!(said.join("\n"), @r#"
    hook `on_user_message` of `diary`, at agent `helper`, panicked: no ink
    hook `before_run` of `diary`, at agent `helper`, panicked: no ink
    hook `before_agent` of `diary`, at agent `helper`, panicked: no ink
    hook `before_model` of `diary`, at agent `helper`, panicked: no ink
    hook `after_model` of `diary`, at agent `helper`, panicked: no ink
    hook `on_event` of `diary`, at agent `helper`, panicked: no ink
    hook `before_tool` of `diary`, at agent `helper`, panicked: no ink
    hook `after_tool` of `diary`, at agent `helper`, panicked: no ink
    hook `on_tool_error` of `diary`, at agent `helper`, panicked: no ink
    hook `on_model_error` of `diary`, at agent `helper`, panicked: no ink
    hook `after_agent` of `diary`, at agent `helper`, panicked: no ink
    hook `after_run` of `diary`, at agent `helper`, panicked: no ink
    "#);
}

#[tokio::test]
async fn a_callback_is_named_before_and_after_its_first_await() {
    let model = ScriptedModel::new().text("Done.");
    let at_once = helper(&model).before_model(|_, request| {
        assert!(request.contents().is_empty(), "at once");
        async { Ok(BeforeModel::Proceed(request)) }
    });
    let model = ScriptedModel::new().call("echo", json!({})).text("Done.");
    let later = helper(&model).tool(echo()).before_tool(|_, _, args| async {
        tokio::task::yield_now().await;
        assert!(args.as_str().is_empty(), "later");
        Ok(BeforeTool::Proceed(args))
    });
    let mut said = Vec::new();
    for agent in [at_once, later] {
        said.push(told(&Stage::new(agent)).await);
    }
    assert_snapshot!(said.join("\n"), @r#"
    hook `before_model` of `callbacks`, at agent `helper`, panicked: at once
    hook `before_tool` of `callbacks`, at agent `helper`, panicked: later
    "#);
}

/// Is all that shapes requests and responses, and panics in the one place.
#[derive(Debug, Clone, Copy)]
struct Rotten(&'static str);

impl Rotten {
    fn rot(self, place: &str) {
        assert!(self.0 != place, "it is rotten");
    }
}

impl AuthHandler for Rotten {
    fn process_request<'a>(
        &'a self,
        _: &'a CallbackContext,
        _: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        self.rot("request");
        Box::pin(async { Ok(()) })
    }
}

impl Planner for Rotten {
    fn planning_instruction<'a>(
        &'a self,
        _: &'a ReadonlyContext,
        _: &'a LlmRequest,
    ) -> BoxFuture<'a, Result<Option<String>>> {
        self.rot("request");
        Box::pin(async { Ok(None) })
    }

    fn process_response<'a>(
        &'a self,
        _: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<LlmResponse>> {
        self.rot("response");
        Box::pin(async { Ok(response) })
    }
}

impl CodeExecutor for Rotten {
    fn process_request<'a>(
        &'a self,
        _: &'a CallbackContext,
        _: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        self.rot("request");
        Box::pin(async { Ok(()) })
    }

    fn process_response<'a>(
        &'a self,
        _: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<LlmResponse>> {
        self.rot("response");
        Box::pin(async { Ok(response) })
    }
}

impl RequestProcessor for Rotten {
    fn process<'a>(
        &'a self,
        _: &'a InvocationContext,
        _: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        self.rot("request");
        Box::pin(async { Ok(()) })
    }
}

impl ResponseProcessor for Rotten {
    fn process<'a>(
        &'a self,
        _: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<LlmResponse>> {
        self.rot("response");
        Box::pin(async { Ok(response) })
    }
}

#[tokio::test]
async fn what_shapes_requests_and_responses_is_named() {
    let agent = || helper(&ScriptedModel::new().text("Done."));
    let rotten = Instruction::provider(|ctx| async move {
        assert!(ctx.user_id().is_empty(), "no words");
        Ok(String::new())
    });
    let agents = [
        agent().instruction(rotten),
        agent().auth_handler(Rotten("request")),
        agent().planner(Rotten("request")),
        agent().planner(Rotten("response")),
        agent().code_executor(Rotten("request")),
        agent().code_executor(Rotten("response")),
        agent().request_processor(Rotten("request")),
        agent().response_processor(Rotten("response")),
    ];
    let mut said = Vec::new();
    for agent in agents {
        said.push(told(&Stage::new(agent)).await);
    }
    assert_snapshot!(said.join("\n"), @r#"
    an instruction of agent `helper` panicked: no words
    the auth handler of agent `helper` panicked: it is rotten
    the planner of agent `helper` panicked: it is rotten
    the planner of agent `helper` panicked: it is rotten
    the code executor of agent `helper` panicked: it is rotten
    the code executor of agent `helper` panicked: it is rotten
    a request processor of agent `helper` panicked: it is rotten
    a response processor of agent `helper` panicked: it is rotten
    "#);
}

impl Llm for Rotten {
    fn name(&self) -> &str {
        self.0
    }

    fn generate(&self, _: LlmRequest) -> ResponseStream {
        panic!("no key")
    }
}

#[tokio::test]
async fn a_model_and_an_agent_of_ones_own_end_the_run_as_an_error_too() {
    let model = LlmAgent::builder("helper").model(Rotten("model"));
    let custom = CustomAgent::builder("helper", |_, _| async { panic!("no plan") });
    let mut said = vec![told(&Stage::new(model)).await];
    let custom = Stage::of(custom.build().unwrap(), |runner| runner);
    said.push(told(&custom).await);
    assert_snapshot!(said.join("\n"), @r#"
    the run panicked: no key
    the run panicked: no plan
    "#);
}
