//! From the function's result, or its failure, to what the model reads.

use std::time::Duration;

use adk::prelude::*;
use adk::schemars::JsonSchema;
use adk::testing;
use adk::tool::FromToolContext;
use serde::{Deserialize, Serialize};

use super::call;

#[derive(Serialize, JsonSchema)]
struct Weather {
    degrees: f64,
}

/// Returns an object.
#[tool]
async fn object() -> Weather {
    Weather { degrees: f64::NAN }
}

/// Returns nothing.
#[tool]
async fn unit() {}

/// Returns nothing, or fails.
#[tool]
async fn fallible_unit() -> Result<(), String> {
    Ok(())
}

/// Returns no value.
#[tool]
async fn none() -> Option<u8> {
    None
}

/// Returns a map.
#[tool]
async fn text_of(#[arg(undocumented)] city: &str) -> &str {
    city
}

#[tokio::test]
async fn a_result_is_an_object_and_anything_else_is_put_into_one() {
    assert_eq!(call(&object::tool(), "{}").await, r#"{"degrees":null}"#);
    assert_eq!(call(&unit::tool(), "{}").await, "{}");
    assert_eq!(call(&fallible_unit::tool(), "{}").await, "{}");
    assert_eq!(call(&none::tool(), "{}").await, r#"{"result":null}"#);
    assert_eq!(
        call(&text_of::tool(), r#"{"city":"A"}"#).await,
        r#"{"result":"A"}"#
    );
}

#[derive(Debug)]
struct Displayed;

impl std::fmt::Display for Displayed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("displayed")
    }
}

type Outcome<T> = std::result::Result<T, Displayed>;

/// Fails.
#[tool]
async fn only_displayed() -> Outcome<u8> {
    Err(Displayed)
}

/// Fails.
#[tool]
async fn with_cause() -> Result<u8> {
    let cause = std::io::Error::other("disk gone");
    Err(Error::new(ErrorKind::Store, "cannot read the list").with_source(cause))
}

/// Fails.
#[tool]
async fn split() -> Result<u8, ToolError> {
    Err(ToolError::model("no such city").with_cause(std::io::Error::other("secret")))
}

/// Fails.
#[tool]
async fn boxed() -> Result<u8, Box<dyn std::error::Error + Send + Sync>> {
    Err("boxed".into())
}

#[tokio::test]
async fn an_error_says_its_text_and_keeps_its_cause() {
    assert_eq!(
        call(&only_displayed::tool(), "{}").await,
        "error: displayed"
    );
    assert_eq!(
        call(&with_cause::tool(), "{}").await,
        "error: cannot read the list"
    );
    assert_eq!(call(&boxed::tool(), "{}").await, "error: boxed");
    let ctx = testing::tool_context();
    let args = Json::empty_object();
    let error = with_cause::tool().run(&ctx, &args).await.unwrap_err();
    assert!(format!("{error:?}").contains("disk gone"), "{error:?}");
    let error = split::tool().run(&ctx, &args).await.unwrap_err();
    assert_eq!(error.to_string(), "no such city");
    assert_eq!(error.cause().unwrap().to_string(), "secret");
}

/// Panics.
#[tool]
async fn panics() {
    let list: Vec<u8> = Vec::new();
    assert!(list.len() > 1, "the list has {} items", list.len());
}

/// Panics where it blocks.
#[tool(blocking)]
fn panics_blocking() {
    assert!(
        std::thread::current().name().is_none(),
        "no thread of its own"
    );
}

#[derive(Debug, JsonSchema)]
struct Explosive;

impl<'de> Deserialize<'de> for Explosive {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        panic!("while decoding")
    }
}

/// Panics before it is called.
#[tool]
async fn explodes(#[arg(undocumented)] charge: Explosive) {
    let _ = charge;
}

#[tokio::test]
async fn a_panic_is_an_error_with_its_text() {
    let panicked = call(&panics::tool(), "{}").await;
    assert_eq!(
        panicked,
        "error: tool `panics` panicked: the list has 0 items"
    );
    let panicked = call(&panics_blocking::tool(), "{}").await;
    assert_eq!(
        panicked,
        "error: tool `panics_blocking` panicked: no thread of its own"
    );
    let panicked = call(&explodes::tool(), r#"{"charge":1}"#).await;
    assert_eq!(panicked, "error: tool `explodes` panicked: while decoding");
}

/// Sleeps.
#[tool(timeout = "50ms")]
async fn sleeps() {
    tokio::time::sleep(Duration::from_mins(1)).await;
}

#[tokio::test(start_paused = true)]
async fn a_call_that_takes_too_long_is_stopped() {
    let stopped = call(&sleeps::tool(), "{}").await;
    assert_eq!(
        stopped,
        "error: tool `sleeps` was stopped: it took longer than 50ms, the tool's own limit"
    );
}

#[tokio::test(start_paused = true)]
async fn a_call_that_takes_too_long_is_told() {
    let ctx = testing::tool_context();
    sleeps::tool()
        .run(&ctx, &adk::Json::empty_object())
        .await
        .unwrap_err();
    assert!(ctx.cancellation().is_cancelled());
}

struct Tenant(String);

impl FromToolContext for Tenant {
    fn from_tool_context(ctx: &ToolContext) -> Result<Self, ToolError> {
        match ctx.user_id() {
            "" => Err(ToolError::model("nobody asks")),
            user => Ok(Self(user.to_owned())),
        }
    }
}

/// Takes all that a context gives.
#[tool]
async fn injected(
    ctx: &ToolContext,
    #[arg(undocumented)] city: &str,
    #[inject] tenant: &Tenant,
    own: ToolContext,
    #[arg(skip = city_count())] count: usize,
    token: tokio_util::sync::CancellationToken,
) -> String {
    ctx.state().set("city", city);
    let stopped = token.is_cancelled();
    format!("{} {} {count} {stopped}", tenant.0, own.session_id())
}

fn city_count() -> usize {
    3
}

#[tokio::test]
async fn what_the_context_gives_stands_anywhere() {
    let ctx = testing::tool_context();
    let args = r#"{"city":"A"}"#.parse().unwrap();
    let result = injected::tool().run(&ctx, &args).await.unwrap();
    assert_eq!(result.as_str(), r#"{"result":"user session 3 false"}"#);
    assert_eq!(ctx.state().get("city").unwrap(), "A");
}

/// Blocks.
#[tool(blocking)]
fn blocks(
    #[arg(undocumented)] text: &str,
    ctx: &ToolContext,
    #[arg(undocumented)] times: Option<usize>,
) -> String {
    ctx.state().set("seen", true);
    text.repeat(times.unwrap_or(1))
}

#[tokio::test]
async fn a_blocking_function_runs_elsewhere() {
    let ctx = testing::tool_context();
    let args = r#"{"text":"ab","times":2}"#.parse().unwrap();
    let result = blocks::tool().run(&ctx, &args).await.unwrap();
    assert_eq!(result.as_str(), r#"{"result":"abab"}"#);
    assert_eq!(ctx.state().get("seen").unwrap(), true);
}

/// Has parameters of confusing names.
#[tool]
async fn city(
    #[arg(undocumented)] city: &str,
    #[arg(undocumented)] args: u8,
    #[arg(undocumented)] params: u8,
    #[arg(undocumented)] mut r#type: u8,
    ctx: &ToolContext,
) -> String {
    r#type += args + params;
    format!("{city} {type} {}", ctx.agent_name(), type = r#type)
}

#[tokio::test]
async fn names_of_parameters_do_not_meet_ours() {
    let args = r#"{"city":"A","args":1,"params":2,"type":3}"#;
    assert_eq!(call(&city::tool(), args).await, r#"{"result":"A 6 agent"}"#);
    assert_eq!(city::NAME, "city");
    let direct = city("B", 1, 1, 1, &testing::tool_context()).await;
    assert_eq!(direct, "B 3 agent");
}

#[tokio::test]
async fn a_closure_may_take_nothing() {
    let tool = FunctionTool::new("now", "Tells the time.", |(): (), _| async {
        Ok::<_, ToolError>("noon")
    });
    assert_eq!(call(&tool, "{}").await, r#"{"result":"noon"}"#);
    let refused = call(&tool, r#"{"a":1}"#).await;
    assert_eq!(
        refused,
        "error: the arguments of `now` do not fit:\n- `a`: unknown\nit takes no arguments"
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Sum {
    a: i64,
    b: i64,
}

#[tokio::test]
async fn a_closure_is_a_tool_too() {
    let sum = |sum: Sum, ctx: ToolContext| async move {
        ctx.state().set("sum", sum.a + sum.b);
        Ok::<_, ToolError>(sum.a + sum.b)
    };
    let tool = FunctionTool::new("sum", "Adds.", sum).timeout(Duration::from_secs(5));
    assert_eq!(call(&tool, r#"{"a":1,"b":"2"}"#).await, r#"{"result":3}"#);
    assert_eq!(
        tool.declaration().parameters().as_json().as_str(),
        r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"],"additionalProperties":false}"#
    );
}
