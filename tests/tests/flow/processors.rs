//! What an agent is given to shape its requests and responses: what ADK's processors ask,
//! processors of the user's own after them, and tools.

use std::sync::Arc;

use adk::auth::AuthHandler;
use adk::code::CodeExecutor;
use adk::content::{FunctionCall, FunctionDeclaration, Schema};
use adk::model::{LlmRequest, LlmResponse};
use adk::planner::Planner;
use adk::testing::ScriptedModel;
use adk::{
    CallbackContext, Content, ErrorKind, InvocationContext, Json, Part, ReadonlyContext,
    RequestProcessor, ResponseProcessor, Result, Role, Tool, ToolContext, ToolError,
};
use futures::future::{BoxFuture, FutureExt as _, ready};
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, helper, streaming};
use tests::tool::echo;

/// Signs all that it shapes with its name.
#[derive(Debug)]
struct Signs(&'static str);

impl Signs {
    fn request<'a>(&self, request: &mut LlmRequest) -> BoxFuture<'a, Result<()>> {
        request.append_instructions(self.0);
        ready(Ok(())).boxed()
    }

    fn response<'a>(&self, response: LlmResponse) -> BoxFuture<'a, Result<LlmResponse>> {
        let said = response.content().map(Content::text).unwrap_or_default();
        let signed = response.with_content(Content::model(format!("{said} {}", self.0)));
        ready(Ok(signed)).boxed()
    }
}

impl AuthHandler for Signs {
    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        assert!(request.contents().is_empty(), "auth comes before contents");
        ctx.state().set("auth", self.0);
        ready(Ok(())).boxed()
    }
}

impl Planner for Signs {
    fn planning_instruction<'a>(
        &'a self,
        _: &'a ReadonlyContext,
        request: &'a LlmRequest,
    ) -> BoxFuture<'a, Result<Option<String>>> {
        assert!(!request.contents().is_empty(), "contents come before plans");
        ready(Ok(Some(self.0.to_owned()))).boxed()
    }

    fn process_response<'a>(
        &'a self,
        _: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<LlmResponse>> {
        self.response(response)
    }
}

impl CodeExecutor for Signs {
    fn process_request<'a>(
        &'a self,
        _: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        let code = Content::user(self.0);
        request.contents_mut().push(code);
        ready(Ok(())).boxed()
    }

    fn process_response<'a>(
        &'a self,
        _: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<LlmResponse>> {
        self.response(response)
    }
}

impl RequestProcessor for Signs {
    fn process<'a>(
        &'a self,
        _: &'a InvocationContext,
        request: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        self.request(request)
    }
}

impl ResponseProcessor for Signs {
    fn process<'a>(
        &'a self,
        _: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<LlmResponse>> {
        self.response(response)
    }
}

/// A tool that shapes requests.
#[derive(Debug)]
struct Shaping(Arc<FunctionDeclaration>);

impl Tool for Shaping {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.0
    }

    fn run<'a>(
        &'a self,
        _: &'a ToolContext,
        _: &'a Json,
    ) -> BoxFuture<'a, std::result::Result<Json, ToolError>> {
        ready(Ok(Json::empty_object())).boxed()
    }

    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        ctx.state().set("shaped", true);
        request.append_instructions("tool");
        Some(ready(Ok(())).boxed())
    }
}

fn shaping() -> Shaping {
    let schema = Schema::empty_object();
    Shaping(Arc::new(FunctionDeclaration::new(
        "shaping", "Shapes.", schema,
    )))
}

#[tokio::test]
async fn all_that_shapes_a_request_does_so_in_order() {
    let model = ScriptedModel::new().text("Yes.").text("Yes.");
    let agent = helper(&model)
        .description("Helps.")
        .global_instruction("global")
        .instruction("own")
        .tool(shaping())
        .auth_handler(Signs("auth"))
        .planner(Signs("planner"))
        .code_executor(Signs("code"))
        .request_processor(Signs("first"))
        .request_processor(Signs("second"));
    let stage = Stage::new(agent);
    for _ in 0..2 {
        stage.run("Hi").text().await.unwrap();
    }
    let requests = model.requests();
    let [first, second] = &*requests else {
        panic!("{} requests", requests.len());
    };
    assert_eq!(first.system_instruction(), second.system_instruction());
    assert_eq!(second.contents().last().unwrap().text(), "code");
    assert_snapshot!(first.system_instruction().unwrap(), @r#"
    global

    own

    You are an agent. Your internal name is "helper". The description about you is "Helps.".

    planner

    first

    second

    tool
    "#);
    let session = stage.session().await;
    assert_eq!(session.state("auth").unwrap(), "auth");
    assert_eq!(session.state("shaped").unwrap(), true);
}

#[tokio::test]
async fn all_that_shapes_a_response_does_so_in_order() {
    let model = ScriptedModel::new().text("Yes, yes.");
    let agent = helper(&model)
        .planner(Signs("planner"))
        .code_executor(Signs("code"))
        .response_processor(Signs("first"))
        .response_processor(Signs("second"));
    let stage = Stage::new(agent);
    let mut run = stage.run("Hi").config(streaming());
    let mut said = Vec::new();
    while let Some(event) = run.next().await {
        let event = event.unwrap();
        said.push((event.is_partial(), event.text()));
    }
    assert_snapshot!(format!("{said:?}"), @r#"
    [(true, "Yes,  planner code first second"), (true, "yes. planner code first second"), (false, "Yes, yes. planner code first second")]
    "#);
}

/// Has the model call a tool that it did not call.
#[derive(Debug)]
struct Calls;

impl ResponseProcessor for Calls {
    fn process<'a>(
        &'a self,
        _: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<LlmResponse>> {
        let said = response.content().map(Content::text).unwrap_or_default();
        let response = if said == "Call." {
            let calls = [json!({"n": 1}), json!({"n": 2})];
            let calls = calls.map(|args| Part::from_function_call(FunctionCall::new("echo", args)));
            response.with_content(Content::new(Role::Model, calls))
        } else {
            response
        };
        ready(Ok(response)).boxed()
    }
}

#[tokio::test]
async fn calls_that_a_processor_makes_are_made_each_with_an_id_of_its_own() {
    let model = ScriptedModel::new().text("Call.").text("Done.");
    let agent = helper(&model).tool(echo()).response_processor(Calls);
    let stage = Stage::new(agent);
    assert_snapshot!(stage.play("Hi").await, @r#"
    helper: call echo(adk-id-3) {"n":1}, call echo(adk-id-4) {"n":2}
    helper: answer echo(adk-id-3) {"n":1}, answer echo(adk-id-4) {"n":2}
    helper: "Done."
    "#);
    assert_goes_on(&stage, &model).await;
}

#[derive(Debug)]
struct Fails;

impl RequestProcessor for Fails {
    fn process<'a>(
        &'a self,
        _: &'a InvocationContext,
        _: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        ready(Err(adk::Error::new(ErrorKind::Config, "no vault"))).boxed()
    }
}

#[tokio::test]
async fn an_error_of_a_processor_ends_the_run_before_its_model_is_asked() {
    let model = ScriptedModel::new();
    let stage = Stage::new(helper(&model).request_processor(Fails));
    let error = stage.run("Hi").text().await.unwrap_err();
    assert_eq!(error.to_string(), "no vault");
    assert!(model.requests().is_empty());
}
