//! Each key of `#[agent]` sets what the builder's method of that name sets.

use adk::agent::IncludeContents;
use adk::auth::AuthHandler;
use adk::code::CodeExecutor;
use adk::content::{GenerateContentConfig, Json, Schema, ThinkingConfig, ToolChoice};
use adk::context::State;
use adk::model::{LlmRequest, LlmResponse};
use adk::planner::Planner;
use adk::plugin::{
    AfterAgent, AfterModel, AfterTool, BeforeAgent, BeforeModel, BeforeTool, OnModelError,
    OnToolError,
};
use adk::prelude::*;
use adk::schemars::JsonSchema;
use adk::testing::ScriptedModel;
use adk::{InvocationContext, LlmAgentBuilder, RequestProcessor, ResponseProcessor};
use futures::future::{BoxFuture, FutureExt as _, ready};
use serde_json::json;
use std::sync::Arc;
use tests::stage::{Stage, built};

/// Stands at every door, and marks what goes through.
#[derive(Debug, Clone)]
struct Door(&'static str);

impl AuthHandler for Door {
    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        _: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        ctx.state().set("credentials", self.0);
        ready(Ok(())).boxed()
    }
}

impl CodeExecutor for Door {
    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        _: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        ctx.state().set("executor", self.0);
        ready(Ok(())).boxed()
    }
}

impl Planner for Door {
    fn planning_instruction<'a>(
        &'a self,
        _: &'a ReadonlyContext,
        _: &'a LlmRequest,
    ) -> BoxFuture<'a, Result<Option<String>>> {
        ready(Ok(Some(self.0.to_owned()))).boxed()
    }
}

impl RequestProcessor for Door {
    fn process<'a>(
        &'a self,
        _: &'a InvocationContext,
        request: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        request.append_instructions(self.0);
        ready(Ok(())).boxed()
    }
}

impl ResponseProcessor for Door {
    fn process<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<LlmResponse>> {
        ctx.state().set("response", self.0);
        ready(Ok(response)).boxed()
    }
}

#[derive(Debug, JsonSchema)]
#[expect(dead_code, reason = "only its schema is asked for")]
struct Report {
    city: String,
}

fn base() -> GenerateContentConfig {
    GenerateContentConfig::new().temperature(1.0).seed(7)
}

/// Has what an agent can have.
#[agent(
    model = ScriptedModel::new(),
    output_key = "answer",
    output_schema = Schema::of::<Report>(),
    input_schema = Schema::of::<Report>(),
    global_instruction = "Be kind.",
    include_contents = none,
    disallow_transfer_to_parent,
    disallow_transfer_to_peers,
    config = base(),
    temperature = 0.2,
    top_p = 0.9,
    top_k = 40,
    max_output_tokens = 100,
    stop_sequences = ["END", "STOP"],
    presence_penalty = 0.1,
    frequency_penalty = -0.1,
    thinking = ThinkingConfig::new().budget(3),
    response_mime_type = "text/plain",
    tool_choice = ToolChoice::Auto,
    server_tools = [json!({"google_search": {}})],
    planner = Door("planner"),
    code_executor = Door("code"),
    auth_handler = Door("auth"),
    request_processors = [Door("one"), Door("two")],
    response_processors = [Door("three")]
)]
fn whole() -> &'static str {
    "You are whole."
}

/// What the model is asked, what came of it, and what the agent says of itself.
async fn seen(agent: LlmAgentBuilder) -> String {
    let model = ScriptedModel::new().text(r#"{"city": "Oslo"}"#);
    let agent = built(agent.model(model.clone()));
    let (input, policy) = (agent.input_schema().cloned(), agent.transfer_policy());
    let stage = Stage::of(agent, |runner| runner);
    stage.play("Where?").await;
    let (requests, stored) = (model.requests(), stage.stored().await);
    format!("{requests:#?}\n{stored}\n{input:?}\n{policy:?}")
}

#[tokio::test]
async fn every_key_is_what_the_builder_sets() {
    let config = base().temperature(0.2).top_p(0.9).top_k(40);
    let config = config.max_output_tokens(100).stop_sequence("END");
    let config = config.stop_sequence("STOP").presence_penalty(0.1);
    let config = config
        .frequency_penalty(-0.1)
        .thinking(ThinkingConfig::new().budget(3))
        .response_mime_type("text/plain")
        .tool_choice(ToolChoice::Auto)
        .server_tool(json!({"google_search": {}}));
    let builder = LlmAgent::builder("whole")
        .description("Has what an agent can have.")
        .instruction("You are whole.")
        .output_key("answer")
        .output_schema(Schema::of::<Report>())
        .input_schema(Schema::of::<Report>())
        .global_instruction("Be kind.")
        .include_contents(IncludeContents::None)
        .disallow_transfer_to_parent()
        .disallow_transfer_to_peers()
        .generate_content_config(config)
        .planner(Door("planner"))
        .code_executor(Door("code"))
        .auth_handler(Door("auth"))
        .request_processor(Door("one"))
        .request_processor(Door("two"))
        .response_processor(Door("three"));
    let (by_macro, by_builder) = (seen(whole::builder()).await, seen(builder).await);
    assert_eq!(by_macro, by_builder);
    let marks = [
        "STOP",
        "google_search",
        "Be kind.",
        "auth",
        "planner",
        "code",
        "two",
        "three",
    ];
    for mark in marks {
        assert!(by_macro.contains(mark), "{mark}: {by_macro}");
    }
}

#[agent(model = ScriptedModel::new(), temperature = 0.5, include_contents = default)]
fn warm() -> &'static str {
    ""
}

#[agent(model = ScriptedModel::new(), config = base(), include_contents = IncludeContents::None)]
fn given() -> &'static str {
    ""
}

#[tokio::test]
async fn the_generation_can_be_given_in_part_or_as_a_value() {
    let warm_one = LlmAgent::builder("warm").instruction("");
    let config = GenerateContentConfig::new().temperature(0.5);
    let warm_one = warm_one.generate_content_config(config);
    assert_eq!(seen(warm::builder()).await, seen(warm_one).await);
    let given_one = LlmAgent::builder("given").instruction("");
    let given_one = given_one.generate_content_config(base());
    let given_one = given_one.include_contents(IncludeContents::None);
    assert_eq!(seen(given::builder()).await, seen(given_one).await);
}

fn mark(state: &State<'_>, what: &str) {
    let so_far: Option<String> = state.get_as("marks").unwrap();
    state.set("marks", format!("{}{what} ", so_far.unwrap_or_default()));
}

async fn before_agent(ctx: CallbackContext) -> Result<BeforeAgent> {
    mark(&ctx.state(), "before_agent");
    Ok(BeforeAgent::Proceed)
}

async fn after_agent(ctx: CallbackContext) -> Result<AfterAgent> {
    mark(&ctx.state(), "after_agent");
    Ok(AfterAgent::Proceed)
}

async fn before_model(ctx: CallbackContext, request: LlmRequest) -> Result<BeforeModel> {
    mark(&ctx.state(), "before_model");
    Ok(BeforeModel::Proceed(request))
}

async fn after_model(ctx: CallbackContext, _: LlmResponse) -> Result<AfterModel> {
    mark(&ctx.state(), "after_model");
    Ok(AfterModel::Proceed)
}

async fn on_model_error(ctx: CallbackContext, _: Error) -> Result<OnModelError> {
    mark(&ctx.state(), "on_model_error");
    let said = LlmResponse::new(Content::model("Sorry."));
    Ok(OnModelError::Respond(said))
}

async fn before_tool(ctx: ToolContext, _: Arc<dyn Tool>, args: Json) -> Result<BeforeTool> {
    mark(&ctx.state(), "before_tool");
    Ok(BeforeTool::Proceed(args))
}

async fn after_tool(ctx: ToolContext, _: Arc<dyn Tool>, _: Json, _: Json) -> Result<AfterTool> {
    mark(&ctx.state(), "after_tool");
    Ok(AfterTool::Proceed)
}

async fn on_tool_error(
    ctx: ToolContext,
    _: Arc<dyn Tool>,
    _: Json,
    _: ToolError,
) -> Result<OnToolError> {
    mark(&ctx.state(), "on_tool_error");
    Ok(OnToolError::Respond(json!({"mended": true}).into()))
}

/// Fails.
#[tool]
async fn fail() -> Result<String, ToolError> {
    Err(ToolError::model("broken"))
}

/// Goes well.
#[tool]
async fn go() {}

#[agent(
    model = ScriptedModel::clone(&model),
    tools = [fail, go],
    before_agent = [before_agent, async |ctx| { mark(&ctx.state(), "again"); Ok(BeforeAgent::Proceed) }],
    after_agent = after_agent,
    before_model = before_model,
    after_model = after_model,
    on_model_error = on_model_error,
    before_tool = before_tool,
    after_tool = after_tool,
    on_tool_error = on_tool_error
)]
fn watched(model: &ScriptedModel) -> &'static str {
    ""
}

#[tokio::test]
async fn callbacks_are_named_or_written_in_place() {
    let model = ScriptedModel::new()
        .call("fail", json!({}))
        .call("go", json!({}));
    let model = model.error(Error::new(ErrorKind::ModelProtocol, "no"));
    let stage = Stage::of(watched::agent(model).unwrap(), |runner| runner);
    stage.play("Hi").await;
    let session = stage.session().await;
    assert_eq!(
        session.state("marks").unwrap().as_str().unwrap().trim(),
        "before_agent again before_model after_model before_tool on_tool_error after_tool \
         before_model after_model before_tool after_tool before_model on_model_error after_model after_agent"
    );
}

fn rules() -> String {
    "Rule 1.".to_owned()
}

async fn computed_rules(ctx: ReadonlyContext) -> Result<String> {
    Ok(format!("{}'s rule.", ctx.user_id()))
}

const RULES: &str = "Rule {n?}2.";

#[agent(model = ScriptedModel::new(), global_instruction = rules)]
fn by_fn() -> &'static str {
    ""
}

#[agent(model = ScriptedModel::new(), global_instruction = computed_rules)]
fn by_async_fn() -> &'static str {
    ""
}

#[agent(model = ScriptedModel::new(), global_instruction = RULES)]
fn by_const() -> &'static str {
    ""
}

#[tokio::test]
async fn a_global_instruction_is_a_text_or_a_function() {
    let told = async |agent: adk::LlmAgentBuilder| {
        let model = ScriptedModel::new().text("Hi.");
        let stage = Stage::new(agent.model(model.clone()));
        stage.play("Hi").await;
        let told = model.requests()[0]
            .system_instruction()
            .unwrap_or_default()
            .to_owned();
        told.split("\n\n").next().unwrap_or_default().to_owned()
    };
    assert_eq!(told(by_fn::builder()).await, "Rule 1.");
    assert_eq!(told(by_async_fn::builder()).await, "anna's rule.");
    assert_eq!(told(by_const::builder()).await, "Rule 2.");
}
