//! Toolsets of which an agent has some tools only.

use std::sync::Arc;

use adk::prelude::*;
use adk::testing::{self, ScriptedModel};
use adk::tool::{AllowedTools, StaticToolset, Toolset};
use futures::future::BoxFuture;
use insta::assert_snapshot;
use tests::logged::Logged;

/// Lists orders.
#[tool]
async fn list_orders() {}

/// Finds an order.
#[tool]
async fn find_order() {}

/// Cancels an order.
#[tool]
async fn cancel_order() {}

fn orders() -> StaticToolset {
    StaticToolset::new("orders", tools![list_orders, find_order, cancel_order])
}

/// The same tools, listed in each run.
#[derive(Debug)]
struct Listed;

impl Toolset for Listed {
    fn name(&self) -> &'static str {
        "listed"
    }

    fn tools<'a>(&'a self, _: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
        Box::pin(async { Ok(orders().fixed_tools().unwrap().to_vec()) })
    }
}

fn built(toolset: Arc<dyn Toolset>, model: &ScriptedModel) -> Result<LlmAgent> {
    let agent = LlmAgent::builder("desk").model(model.clone());
    agent.toolset(toolset).build()
}

/// What the model is told of in a run of this user.
async fn told(toolset: Arc<dyn Toolset>, user: &str) -> Result<Vec<String>> {
    let model = ScriptedModel::new().text("Hi.");
    let agent = built(toolset, &model)?;
    let runner = Runner::builder("shop", agent).build()?;
    runner.run(user, "session", "Hello").text().await?;
    let requests = model.requests();
    let told = requests[0].declarations().iter();
    Ok(told.map(|told| told.name().to_owned()).collect())
}

#[tokio::test]
async fn names_choose_and_leave_fixed_what_is() {
    let allowed = || AllowedTools::new(["cancel_order", "list_orders"]);
    let chosen = ["list_orders", "cancel_order"];
    let fixed = orders().filtered(allowed());
    assert_eq!(tools![..&fixed].names(), chosen);
    assert_eq!(told(fixed, "ada").await.unwrap(), chosen);
    assert_eq!(
        told(Listed.filtered(allowed()), "ada").await.unwrap(),
        chosen
    );
    assert_eq!(told(Arc::new(Listed), "ada").await.unwrap().len(), 3);
    let none = orders().filtered(AllowedTools::new([""; 0]));
    assert!(told(none, "ada").await.unwrap().is_empty());
}

#[tokio::test]
async fn a_closure_chooses_by_who_asks() {
    let by_rights = || {
        orders().filtered(|ctx: &ReadonlyContext, tool: &dyn Tool| {
            ctx.user_id() == "admin" || tool.name() != "cancel_order"
        })
    };
    assert!(by_rights().fixed_tools().is_none());
    let (few, all) = (
        told(by_rights(), "ada").await,
        told(by_rights(), "admin").await,
    );
    assert_eq!(few.unwrap(), ["list_orders", "find_order"]);
    assert_eq!(all.unwrap().len(), 3);
}

#[test]
fn an_allowed_name_that_is_not_there_is_told_when_the_agent_is_built() {
    let build = |names: &[&str]| {
        let allowed = AllowedTools::new(names.iter().copied());
        built(orders().filtered(allowed), &ScriptedModel::new())
    };
    let error = build(&["find_ordr", "list_orders", "pay"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_snapshot!(error, @r#"
    tool `find_ordr` of toolset `orders` of agent `desk`: `AllowedTools` names it, and the toolset does not have it
    help: did you mean `find_order`?
    tool `pay` of toolset `orders` of agent `desk`: `AllowedTools` names it, and the toolset does not have it
    help: it has `list_orders`, `find_order`, `cancel_order`
    "#);
    assert!(build(&["find_order"]).is_ok());
}

#[tokio::test]
async fn of_a_listed_toolset_it_is_told_in_the_log() {
    let (logged, _guard) = Logged::listen();
    let ctx = testing::tool_context_builder().readonly();
    let listed = Listed.filtered(AllowedTools::new(["find_order", "pay"]));
    let tools = listed.tools(&ctx).await.unwrap();
    assert_eq!(tools.len(), 1);
    assert_snapshot!(logged.text(), @r#"WARN message=an allowed tool is not in the toolset toolset="listed" name="pay" help="it has `list_orders`, `find_order`, `cancel_order`""#);
    let there = Listed.filtered(AllowedTools::new(["find_order"]));
    let before = logged.text();
    there.tools(&ctx).await.unwrap();
    assert_eq!(logged.text(), before);
}

#[tokio::test]
async fn what_was_meant_is_told_on_both_sides_of_a_prefix() {
    let (logged, _guard) = Logged::listen();
    let ctx = testing::tool_context_builder().readonly();
    let allowed = |name: &str| AllowedTools::new([name]);
    for listed in [
        Listed.filtered(allowed("list_order")),
        Listed.prefixed("shop").filtered(allowed("find_order")),
        Listed.filtered(allowed("shop_find_order")).prefixed("shop"),
    ] {
        assert!(listed.tools(&ctx).await.unwrap().is_empty());
    }
    assert_snapshot!(logged.text(), @r#"
    WARN message=an allowed tool is not in the toolset toolset="listed" name="list_order" help="did you mean `list_orders`?"
    WARN message=an allowed tool is not in the toolset toolset="listed" name="find_order" help="did you mean `shop_find_order`?"
    WARN message=an allowed tool is not in the toolset toolset="listed" name="shop_find_order" help="did you mean `find_order`?"
    "#);
}

#[tokio::test]
async fn a_required_name_that_is_not_there_ends_the_run() {
    let reading = |name: &str| AllowedTools::new(["list_orders", name]).required();
    let error = told(Listed.filtered(reading("find_ordr")), "ada")
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_snapshot!(format!("{error:?}"), @r#"
    toolset `listed` of agent `desk` could not list its tools (Config)
      caused by: `AllowedTools` requires `find_ordr`, and toolset `listed` does not have it
    help: did you mean `find_order`?
    "#);
    let there = told(Listed.filtered(reading("find_order")), "ada").await;
    assert_eq!(there.unwrap(), ["list_orders", "find_order"]);
    assert!(
        built(
            orders().filtered(reading("find_ordr")),
            &ScriptedModel::new()
        )
        .is_err()
    );
}

#[tokio::test]
async fn a_closure_that_panics_is_an_error_of_the_run() {
    let broken = orders().filtered(|_: &ReadonlyContext, _: &dyn Tool| panic!("no rights"));
    let error = told(broken, "ada").await.unwrap_err();
    assert_snapshot!(error, @r#"toolset `orders` of agent `desk` panicked while it listed its tools: no rights"#);
}

#[tokio::test]
async fn all_that_has_tools_can_be_filtered() {
    struct Clock;
    #[toolset]
    impl Clock {
        /// Tells the time.
        #[tool]
        async fn get_time(&self) -> &'static str {
            "noon"
        }
        /// Tells the date.
        #[tool]
        async fn get_date(&self) {}
    }
    let only = || AllowedTools::new(["get_time"]);
    let shared: Arc<dyn Toolset> = Clock.filtered(|_: &ReadonlyContext, _: &dyn Tool| true);
    for toolset in [
        Clock.filtered(only()),
        Arc::new(Clock).filtered(only()),
        Clock.filtered(only()).filtered(only()),
        StaticToolset::new("all", tools![..shared, find_order]).filtered(only()),
    ] {
        assert_eq!(told(toolset, "ada").await.unwrap(), ["get_time"]);
    }
}
