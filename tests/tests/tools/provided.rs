//! What the application gives the runner reaches its tools.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use adk::context::Need;
use adk::prelude::*;
use adk::testing::{self, ScriptedModel};
use adk::tool::FromToolContext;
use serde_json::json;

#[derive(Debug, Default)]
struct Stock(AtomicU32);

/// Takes some from the stock.
#[tool]
async fn take(
    /// How many.
    count: u32,
    stock: App<Stock>,
) -> u32 {
    stock.0.fetch_sub(count, Ordering::Relaxed) - count
}

struct Owner(&'static str);

impl FromToolContext for Owner {
    fn from_tool_context(ctx: &ToolContext) -> std::result::Result<Self, ToolError> {
        App::<&'static str>::from_tool_context(ctx).map(|name| Self(*name))
    }

    fn needs() -> Vec<Need> {
        App::<&'static str>::needs()
    }
}

/// Says whose shop it is.
#[tool]
async fn owner(#[inject] owner: &Owner, stock: &App<Stock>) -> String {
    format!("{}, {:?}", owner.0, stock)
}

fn clerk(model: ScriptedModel) -> LlmAgent {
    let tools = tools![take, owner];
    let agent = LlmAgent::builder("clerk").model(model).tools(tools);
    agent.build().unwrap()
}

#[tokio::test]
async fn every_run_shares_what_was_provided() {
    let model = ScriptedModel::new().call("take", json!({"count": 2}));
    let model = model.text("Done.").call("owner", json!({})).text("Done.");
    let runner = Runner::builder("shop", clerk(model.clone()));
    let runner = runner.provide(Stock(AtomicU32::new(1)));
    let runner = runner.provide(Stock(AtomicU32::new(5))).provide("Ada");
    let runner = runner.build().unwrap();
    for session in ["a", "b"] {
        let run = runner.run("user", session, "Go on.");
        assert_eq!(run.text().await.unwrap(), "Done.");
    }
    let told = model.requests();
    let told = told.iter().filter_map(|request| request.contents().last());
    let told: Vec<_> = told
        .flat_map(Content::function_responses)
        .map(|response| response.response().to_string())
        .collect();
    assert_eq!(
        told,
        [r#"{"result":3}"#, r#"{"result":"Ada, App(Stock(3))"}"#]
    );
}

#[test]
fn a_runner_without_what_its_tools_need_is_not_built() {
    let agent: Arc<dyn Agent> = Arc::new(clerk(ScriptedModel::new()));
    let error = Runner::builder("shop", agent).provide(3_u8).build();
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_eq!(
        error.to_string(),
        "tool `take` needs a `tools::provided::Stock`, tool `owner` needs a `&str`, tool `owner` \
         needs a `tools::provided::Stock`, which the runner was not given: call `.provide(…)` \
         before `.build()`"
    );
}

#[tokio::test]
async fn a_context_without_it_calls_nothing() {
    let args = r#"{"count":1}"#.parse().unwrap();
    let error = take::tool()
        .run(&testing::tool_context(), &args)
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the tool is not set up; do not call it again"
    );
    assert_eq!(
        error.cause().unwrap().to_string(),
        "no `tools::provided::Stock` was provided: call `.provide(…)` on the runner"
    );
}

#[tokio::test]
async fn a_unit_test_provides_it() {
    let ctx = testing::tool_context_builder().provide(Stock(AtomicU32::new(4)));
    let ctx = ctx.build();
    let args = r#"{"count":1}"#.parse().unwrap();
    let result = take::tool().run(&ctx, &args).await.unwrap();
    assert_eq!(result.as_str(), r#"{"result":3}"#);
    let stock = ctx.provided::<Stock>().unwrap();
    assert_eq!(take(3, stock).await, 0);
    assert!(ctx.provided::<u8>().is_none());
}
