//! Methods as tools, toolsets that list their tools anew in each run, and what becomes of both.

mod confirmed;
mod dynamic;
mod filtered;
mod parts;
mod prefixed;
mod shaping;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use adk::content::FunctionCall;
use adk::prelude::*;
use adk::testing::{self, ScriptedModel};
use adk::tool::{IntoToolset, StaticToolset, Toolset};
use serde_json::json;

use crate::sent;

/// What the model reads of a call to one of a toolset's tools.
async fn call(toolset: &Arc<dyn Toolset>, name: &str, args: &str) -> String {
    let tools = toolset.fixed_tools().unwrap();
    let tool = tools.iter().find(|tool| tool.name() == name).unwrap();
    let args = args.parse().unwrap();
    match tool.run(&testing::tool_context(), &args).await {
        Ok(result) => result.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

#[derive(Debug, Default)]
struct Orders {
    open: Mutex<BTreeMap<u64, String>>,
    asked: AtomicU32,
}

#[derive(Debug)]
struct Owner(&'static str);

#[toolset]
impl Orders {
    /// The most orders that are told of.
    const MOST: usize = 2;

    fn with(orders: &[(u64, &str)]) -> Self {
        let orders = orders
            .iter()
            .map(|(number, what)| (*number, (*what).to_owned()));
        Self {
            open: Mutex::new(orders.collect()),
            asked: AtomicU32::new(0),
        }
    }

    /// Finds an order by its number.
    #[tool(read_only, timeout = "5s")]
    async fn find_order(
        &self,
        /// Order number.
        #[arg(min = 1)]
        number: u64,
        ctx: &ToolContext,
    ) -> Result<String, ToolError> {
        ctx.state().set("last_order", number);
        self.asked.fetch_add(1, Ordering::Relaxed);
        let found = self.open.lock().unwrap().get(&number).cloned();
        found.ok_or_else(|| ToolError::model(format!("there is no order {number}")))
    }

    /// Opens an order.
    #[tool(name = "open_order", blocking)]
    fn open(
        &self,
        /// What is ordered.
        what: &str,
        ctx: &ToolContext,
    ) -> u64 {
        assert!(!ctx.user_id().is_empty());
        let mut open = self.open.lock().unwrap();
        let number = open.keys().next_back().map_or(1, |last| last + 1);
        open.insert(number, what.to_owned());
        number
    }

    /// Lists orders.
    #[tool(description = Self::LISTS)]
    async fn list_orders(
        &self,
        /// How many.
        #[arg(default = Self::MOST)]
        most: usize,
        #[arg(skip = Self::MOST)] limit: usize,
    ) -> Vec<u64> {
        let open = self.open.lock().unwrap();
        open.keys().copied().take(most.min(limit)).collect()
    }

    const LISTS: &str = "Lists the orders that are open.";

    /// Says when the shop is open.
    #[tool]
    async fn opening_hours() -> &'static str {
        "9 to 5"
    }

    /// Says whose desk it is.
    #[tool]
    async fn owner(&self, owner: App<Owner>) -> String {
        owner.0.to_owned()
    }
}

fn desk(orders: impl IntoToolset, model: ScriptedModel) -> LlmAgent {
    let agent = LlmAgent::builder("desk").model(model).toolset(orders);
    agent.build().unwrap()
}

#[tokio::test]
async fn methods_of_one_value_are_tools() {
    let orders = Orders::with(&[(3, "tea"), (4, "jam"), (7, "rye")]);
    let orders = orders.into_toolset();
    assert_eq!(orders.name(), "orders");
    let told: Vec<_> = [
        call(&orders, "find_order", r#"{"number": "3"}"#).await,
        call(&orders, "find_order", r#"{"number": 0}"#).await,
        call(&orders, "open_order", r#"{"what": "oil"}"#).await,
        call(&orders, "find_order", r#"{"number": 8}"#).await,
        call(&orders, "list_orders", "{}").await,
        call(&orders, "opening_hours", "{}").await,
    ]
    .into();
    insta::assert_snapshot!(told.join("\n"), @r#"
    {"result":"tea"}
    error: the arguments of `find_order` do not fit:
    - `number`: expected an integer of at least 1, got 0
    it takes `number`
    {"result":8}
    {"result":"oil"}
    {"result":[3,4]}
    {"result":"9 to 5"}
    "#);
}

#[test]
fn the_model_is_told_of_methods_as_of_functions() {
    let orders = Orders::default().into_toolset();
    let tools = orders.fixed_tools().unwrap();
    let told: Vec<_> = tools.iter().map(|tool| sent(tool.declaration())).collect();
    insta::assert_json_snapshot!(told);
    assert!(tools[0].hints().is_read_only());
}

#[tokio::test]
async fn a_method_stays_a_method() {
    let orders = Orders::with(&[(1, "tea")]);
    let found = orders.find_order(1, &testing::tool_context()).await;
    assert_eq!(found.unwrap(), "tea");
    assert_eq!(orders.open("jam", &testing::tool_context()), 2);
    assert_eq!(Orders::opening_hours().await, "9 to 5");
}

#[tokio::test]
async fn calls_of_one_turn_share_the_value() {
    let orders = Arc::new(Orders::with(&[(1, "tea"), (2, "jam")]));
    let model = ScriptedModel::new()
        .calls([
            FunctionCall::new("find_order", json!({"number": 1})),
            FunctionCall::new("find_order", json!({"number": 2})),
            FunctionCall::new("owner", json!({})),
        ])
        .text("Tea and jam, at Ada's.");
    let agent = desk(Arc::clone(&orders), model.clone());
    let unprovided = Runner::builder("shop", agent.clone()).build().unwrap_err();
    assert_eq!(unprovided.kind(), ErrorKind::Config);
    assert!(
        unprovided
            .to_string()
            .contains("tool `owner` needs a `tools::toolsets::Owner`")
    );
    let runner = Runner::builder("shop", agent)
        .provide(Owner("Ada"))
        .build()
        .unwrap();
    let answer = runner.run("user", "session", "What is open?").text().await;
    assert_eq!(answer.unwrap(), "Tea and jam, at Ada's.");
    assert_eq!(orders.asked.load(Ordering::Relaxed), 2);
    let told = model.requests()[1].contents().last().cloned().unwrap();
    let told: Vec<_> = told
        .function_responses()
        .map(|it| it.response().to_string())
        .collect();
    assert_eq!(
        told,
        [
            r#"{"result":"tea"}"#,
            r#"{"result":"jam"}"#,
            r#"{"result":"Ada"}"#
        ]
    );
}

#[test]
fn a_list_takes_toolsets_in_every_shape() {
    #[toolset(name = "the clock")]
    impl Clock {
        /// Tells the time.
        #[tool]
        async fn get_time(&self) -> &'static str {
            "noon"
        }
    }
    #[derive(Debug, Clone)]
    struct Clock;

    /// Greets.
    #[tool]
    async fn greet() {}

    let shared = Arc::new(Clock);
    let object: Arc<dyn Toolset> = Clock.into_toolset();
    let fixed = StaticToolset::new("greeter", tools![greet]);
    let tool: Arc<dyn Tool> = Arc::new(greet::tool());
    let own = Arc::new(greet::tool());
    let list = tools![
        greet,
        ..Clock,
        ..&shared,
        ..shared,
        ..&object,
        ..object,
        ..fixed.clone(),
        ..&Arc::new(fixed.clone()),
        ..Arc::new(fixed),
        ..tools![greet, ..Clock],
        ..&tool,
        ..tool,
        ..&own,
        ..own,
    ];
    let (greet, time) = ("greet", "get_time");
    assert_eq!(
        list.names(),
        [
            greet, time, time, time, time, time, greet, greet, greet, greet, time, greet, greet,
            greet, greet
        ]
    );
    assert_eq!(Clock.into_toolset().name(), "the clock");
    assert!(tools![].is_empty());
}

#[test]
fn two_tools_of_one_name_are_told_with_where_they_came_from() {
    /// Finds.
    #[tool]
    async fn find_order() {}

    let build = |list: adk::ToolList| {
        let agent = LlmAgent::builder("desk").model(ScriptedModel::new());
        agent.tools(list).build().unwrap_err()
    };
    let clash = build(tools![find_order, ..Orders::default()]);
    assert_eq!(clash.kind(), ErrorKind::DuplicateName);
    let other = StaticToolset::new("archive", tools![find_order]);
    let among = build(tools![..Orders::default(), ..other]);
    insta::assert_snapshot!(format!("{clash}\n{among}"), @r#"
    two tools of agent `desk` are named `find_order`, one of its own and one of toolset `orders`: rename one with `#[tool(name = "…")]`, or give a toolset a `prefix`
    two tools of agent `desk` are named `find_order`, one of toolset `orders` and one of toolset `archive`: rename one with `#[tool(name = "…")]`, or give a toolset a `prefix`
    "#);
}
