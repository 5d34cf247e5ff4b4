//! A toolset that is asked for its tools in each run.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use adk::content::FunctionCall;
use adk::model::LlmResponse;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::tool::{StaticToolset, Toolset};
use futures::future::{BoxFuture, join_all};
use serde_json::json;
use tokio::sync::Barrier;

/// Tells the time.
#[tool]
async fn get_time() -> &'static str {
    "noon"
}

/// Needs a number.
#[tool]
async fn number(number: App<u8>) -> u8 {
    *number
}

/// Gives the user a tool of the user's name, and says how often it was asked.
#[derive(Debug, Default, Clone)]
struct PerUser(Arc<AtomicU32>);

impl Toolset for PerUser {
    fn name(&self) -> &'static str {
        "per_user"
    }

    fn tools<'a>(&'a self, ctx: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
        assert!(ctx.user_id() != "rotten", "not even a future");
        Box::pin(async move {
            self.0.fetch_add(1, Ordering::Relaxed);
            let mut tools: Vec<Arc<dyn Tool>> = Vec::new();
            match ctx.user_id() {
                "down" => return Err(Error::new(ErrorKind::Store, "the store is down")),
                "slow" => tokio::time::sleep(Duration::from_mins(1)).await,
                "broken" => panic!("no such user"),
                "needy" => tools.push(Arc::new(number::tool())),
                _ => {}
            }
            let name = ctx.user_id().to_owned();
            let tool = FunctionTool::new(ctx.user_id(), "Says hello.", move |(): (), _| {
                let name = name.clone();
                async move { Ok::<_, ToolError>(format!("hello {name}")) }
            });
            tools.push(Arc::new(tool));
            Ok(tools)
        })
    }
}

fn runner(list: adk::ToolList, model: &ScriptedModel) -> Runner {
    let agent = LlmAgent::builder("desk").model(model.clone()).tools(list);
    Runner::builder("shop", agent.build().unwrap())
        .build()
        .unwrap()
}

fn told(model: &ScriptedModel) -> Vec<Vec<String>> {
    let requests = model.requests();
    let names = requests.iter().map(|request| {
        let declarations = request.declarations().iter();
        declarations.map(|told| told.name().to_owned()).collect()
    });
    names.collect()
}

#[tokio::test]
async fn it_is_asked_once_in_a_run_and_anew_in_the_next() {
    let toolset = PerUser::default();
    let model = ScriptedModel::new()
        .call("ada", json!({}))
        .call("bob", json!({}))
        .text("Done.")
        .text("Hi.");
    let runner = runner(tools![..toolset.clone(), get_time], &model);
    let answer = runner.run("ada", "session", "Go on.").text().await;
    assert_eq!(answer.unwrap(), "Done.");
    assert_eq!(toolset.0.load(Ordering::Relaxed), 1);
    let answer = runner.run("bob", "session", "Go on.").text().await;
    assert_eq!(answer.unwrap(), "Hi.");
    assert_eq!(toolset.0.load(Ordering::Relaxed), 2);
    assert_eq!(
        told(&model),
        [
            ["ada", "get_time"],
            ["ada", "get_time"],
            ["ada", "get_time"],
            ["bob", "get_time"]
        ]
    );
    let answers = model.requests()[2].contents().to_vec();
    let answers = answers.iter().flat_map(Content::function_responses);
    let answers: Vec<_> = answers.map(|it| it.response().to_string()).collect();
    assert_eq!(
        answers,
        [
            r#"{"result":"hello ada"}"#,
            r#"{"error":"tool 'bob' not found.\nAvailable tools: ada, get_time"}"#
        ]
    );
}

#[tokio::test]
async fn a_list_under_a_name_asks_for_it_too() {
    let model = ScriptedModel::new().text("Hi.");
    let inner = StaticToolset::new("inner", tools![get_time, ..PerUser::default()]);
    assert!(inner.fixed_tools().is_none());
    let list = tools![..inner];
    assert_eq!(list.names(), Vec::<&str>::new());
    runner(list, &model)
        .run("ada", "session", "Hello")
        .text()
        .await
        .unwrap();
    assert_eq!(told(&model), [["get_time", "ada"]]);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_listed_ends_the_run() {
    let model = ScriptedModel::new().text("Hi.");
    let runner = runner(tools![get_time, ..PerUser::default()], &model);
    let mut told = Vec::new();
    for user in [
        "down", "slow", "get_time", "no name", "needy", "broken", "rotten",
    ] {
        let config = RunConfig::new().tool_timeout(Duration::from_secs(9));
        let run = runner.run(user, "session", "Hello").config(config);
        let error = run.text().await.unwrap_err();
        told.push(format!("{error:?}"));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
    toolset `per_user` of agent `desk` could not list its tools (Store)
      caused by: the store is down
    toolset `per_user` of agent `desk` took longer than 9s to list its tools; raise the limit with `RunConfig::tool_timeout` (Limit)
    two tools of agent `desk` are named `get_time`, one of its own and one of toolset `per_user`: rename one with `#[tool(name = "…")]`, or give a toolset a `prefix` (DuplicateName)
    tool `no name` of toolset `per_user` of agent `desk`: `no name` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name (InvalidName)
    tool `number`, of toolset `per_user`, needs a `u8`, which the runner was not given: call `.provide(…)` before `.build()` (Config)
    toolset `per_user` of agent `desk` panicked while it listed its tools: no such user (Panicked)
    toolset `per_user` of agent `desk` panicked while it listed its tools: not even a future (Panicked)
    "#);
    assert_eq!(model.requests().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fault_7_runs_at_once_have_each_its_own_tools() {
    const RUNS: usize = 50;
    /// Answers when all runs have asked.
    #[derive(Debug)]
    struct AtOnce(PerUser, Barrier);
    impl Toolset for AtOnce {
        fn name(&self) -> &'static str {
            "at_once"
        }
        fn tools<'a>(
            &'a self,
            ctx: &'a ReadonlyContext,
        ) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
            Box::pin(async {
                self.1.wait().await;
                self.0.tools(ctx).await
            })
        }
    }
    // Calls the first tool that it is told of.
    let model = ScriptedModel::from_fn(|request| {
        let contents = request.contents();
        let answer = contents
            .last()
            .and_then(|last| last.function_responses().next());
        if let Some(answer) = answer {
            return LlmResponse::new(Content::model(answer.response().to_string()));
        }
        let call = FunctionCall::new(request.declarations()[0].name(), json!({}));
        LlmResponse::new(Content::new(Role::Model, [Part::from_function_call(call)]))
    });
    let toolset = PerUser::default();
    let at_once = AtOnce(toolset.clone(), Barrier::new(RUNS));
    let runner = runner(tools![..at_once, get_time], &model);
    let runs = (0..RUNS).map(|run| {
        let user = format!("user_{run}");
        let answer = runner.run(user, "session", "Hello").text();
        tokio::spawn(answer)
    });
    for (run, answer) in join_all(runs).await.into_iter().enumerate() {
        let expected = format!(r#"{{"result":"hello user_{run}"}}"#);
        assert_eq!(answer.unwrap().unwrap(), expected);
    }
    assert_eq!(toolset.0.load(Ordering::Relaxed), 50);
    let mut told = told(&model);
    assert!(
        told.iter()
            .all(|names| names.len() == 2 && names[1] == "get_time")
    );
    told.sort();
    told.dedup();
    assert_eq!(told.len(), RUNS, "each user was told of its own tool");
}
