//! Toolsets whose tools have other names.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use adk::content::FunctionCall;
use adk::prelude::*;
use adk::testing::{self, ScriptedModel};
use adk::tool::{AllowedTools, StaticToolset, Toolset};
use adk::{GeminiTool, Stream};
use futures::future::BoxFuture;
use futures::stream;
use insta::assert_snapshot;
use serde_json::json;

/// Searches.
#[tool(read_only)]
async fn search(#[arg(undocumented)] text: &str, ctx: &ToolContext) -> String {
    ctx.state().set("searched", text);
    format!("nothing about {text}")
}

fn searching(name: &str, place: &'static str) -> StaticToolset {
    let search = FunctionTool::new(
        "search",
        "Searches.",
        move |(): (), _: ToolContext| async move { Ok::<_, ToolError>(place) },
    );
    StaticToolset::new(name, vec![search])
}

fn build(list: adk::ToolList) -> Result<LlmAgent> {
    let agent = LlmAgent::builder("desk").model(ScriptedModel::new());
    agent.tools(list).build()
}

#[tokio::test]
async fn two_toolsets_with_tools_of_one_name_can_be_had_together() {
    let clash = build(tools![
        ..searching("docs", "docs"),
        ..searching("web", "web")
    ]);
    assert_eq!(clash.unwrap_err().kind(), ErrorKind::DuplicateName);
    let model = ScriptedModel::new()
        .calls(
            ["web_search", "docs_search", "search"].map(|name| FunctionCall::new(name, json!({}))),
        )
        .text("Done.");
    let agent = LlmAgent::builder("desk")
        .model(model.clone())
        .toolset(searching("docs", "docs").prefixed("docs"))
        .toolset(searching("web", "web").prefixed("web"));
    let runner = Runner::builder("shop", agent.build().unwrap())
        .build()
        .unwrap();
    runner
        .run("ada", "session", "Search!")
        .text()
        .await
        .unwrap();
    let answers = model.requests()[1].contents().last().cloned().unwrap();
    let answers: Vec<_> = answers
        .function_responses()
        .map(|it| it.response().to_string())
        .collect();
    assert_snapshot!(answers.join("\n"), @r#"
    {"result":"web"}
    {"result":"docs"}
    {"error":"tool 'search' not found.\nAvailable tools: docs_search, web_search"}
    "#);
}

#[test]
fn a_name_that_no_vendor_takes_is_told_as_of_any_tool() {
    /// Hands over.
    #[tool]
    async fn to_agent() {}
    let set = || StaticToolset::new("web", tools![search, to_agent]);
    let long = "p".repeat(57);
    let told = ["transfer", "adk", "my web", "1", &long].map(|prefix| {
        build(tools![..set().prefixed(prefix)])
            .unwrap_err()
            .to_string()
    });
    assert_snapshot!(told.join("\n"), @r#"
    tool `transfer_to_agent` of toolset `web` of agent `desk`: the name `transfer_to_agent` is reserved for a tool of `adk` itself
    help: choose another name
    tool `adk_search` of toolset `web` of agent `desk`: names that start with `adk_` are reserved for tools of `adk` itself
    help: choose another name
    tool `adk_to_agent` of toolset `web` of agent `desk`: names that start with `adk_` are reserved for tools of `adk` itself
    help: choose another name
    tool `my web_search` of toolset `web` of agent `desk`: `my web_search` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name
    tool `my web_to_agent` of toolset `web` of agent `desk`: `my web_to_agent` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name
    tool `1_search` of toolset `web` of agent `desk`: `1_search` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name
    tool `1_to_agent` of toolset `web` of agent `desk`: `1_to_agent` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name
    tool `ppppppppppppppppppppppppppppppppppppppppppppppppppppppppp_search` of toolset `web` of agent `desk`: a tool's name has 63 characters at most, this one has 64
    help: choose another name
    tool `ppppppppppppppppppppppppppppppppppppppppppppppppppppppppp_to_agent` of toolset `web` of agent `desk`: a tool's name has 63 characters at most, this one has 66
    help: choose another name
    "#);
    assert!(build(tools![..set().prefixed("web").prefixed("my")]).is_ok());
}

/// Needs a number.
#[tool(long_running)]
async fn number(number: App<u8>) -> Option<u8> {
    Some(*number)
}

/// Counts.
#[tool]
async fn count() -> impl Stream<Item = u8> {
    stream::iter([1, 2, 3])
}

type Change = fn(Arc<dyn Toolset>) -> Arc<dyn Toolset>;

#[tokio::test]
async fn a_tool_stays_what_it_is_under_each_change() {
    let set = || {
        StaticToolset::new(
            "all",
            tools![number, count, search, ..GeminiTool::google_search()],
        )
    };
    let changes: [Change; 4] = [
        |set| set.prefixed("p"),
        |set| set.confirmed_when("", |_, _, _| async { false }),
        |set| {
            set.filtered(AllowedTools::new([
                "number",
                "count",
                "search",
                "google_search",
            ]))
        },
        |set| {
            set.confirmed_when("", |_, _, _| async { false })
                .prefixed("p")
                .prefixed("q")
        },
    ];
    for change in changes {
        let toolset = change(Arc::new(set()));
        let [number, count, search, google] = toolset.fixed_tools().unwrap() else {
            panic!("{toolset:?}");
        };
        assert!(number.is_long_running() && !count.is_long_running());
        assert!(
            number
                .description()
                .contains("NOTE: This is a long-running operation")
        );
        assert_eq!(number.needs().len(), 1);
        assert!(search.hints().is_read_only() && !count.hints().is_read_only());
        assert!(search.is_declared() && !google.is_declared());
        assert_eq!(google.name(), "google_search");
        assert!(search.check(&json!({"txt": 1}).into()).is_err());
        let ctx = testing::tool_context_builder();
        let (reports, heard) = std::sync::mpsc::channel();
        let ctx = ctx
            .on_progress(move |report| reports.send(report.to_string()).unwrap())
            .build();
        let counted = count.run(&ctx, &Json::empty_object()).await.unwrap();
        assert_eq!(counted.as_str(), r#"{"result":3}"#);
        assert_eq!(heard.try_iter().count(), 2);
        let searched = search
            .run(&ctx, &json!({"text": "tea"}).into())
            .await
            .unwrap();
        assert_eq!(searched.as_str(), r#"{"result":"nothing about tea"}"#);
        assert_eq!(ctx.state().get("searched").unwrap(), "tea");
        let model = ScriptedModel::new().text("Hi.");
        let agent = LlmAgent::builder("desk")
            .model(model.clone())
            .toolset(toolset);
        let runner = Runner::builder("shop", agent.build().unwrap()).provide(3_u8);
        runner
            .build()
            .unwrap()
            .run("ada", "one", "Hi")
            .text()
            .await
            .unwrap();
        let request = &model.requests()[0];
        assert_eq!(
            (request.server_tools().len(), request.declarations().len()),
            (1, 3)
        );
    }
    let unmet = build(tools![..set().prefixed("p")]).unwrap();
    let unmet = Runner::builder("shop", unmet).build().unwrap_err();
    assert!(
        unmet.to_string().contains("tool `p_number` needs a `u8`"),
        "{unmet}"
    );
}

/// Lists the same tool in each run.
#[derive(Debug)]
struct Listed(Arc<dyn Tool>, AtomicU32);

impl Toolset for Listed {
    fn name(&self) -> &'static str {
        "listed"
    }

    fn tools<'a>(&'a self, _: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Box::pin(async { Ok(vec![Arc::clone(&self.0), Arc::new(count::tool())]) })
    }
}

#[tokio::test]
async fn what_is_listed_anew_is_declared_anew_only_where_it_is_another() {
    let model = ScriptedModel::new().text("Hi.").text("Hi.");
    let listed = Listed(Arc::new(search::tool()), AtomicU32::new(0)).prefixed("web");
    let agent = LlmAgent::builder("desk")
        .model(model.clone())
        .toolset(Arc::clone(&listed));
    let runner = Runner::builder("shop", agent.build().unwrap())
        .build()
        .unwrap();
    for session in ["one", "two"] {
        runner.run("ada", session, "Hi").text().await.unwrap();
    }
    assert!(format!("{listed:?}").contains("Listed"));
    let [first, second] = &model.requests()[..] else {
        panic!("two requests");
    };
    let (first, second) = (first.declarations(), second.declarations());
    assert_eq!(first[0].name(), "web_search");
    assert!(Arc::ptr_eq(&first[0], &second[0]));
    assert!(
        !Arc::ptr_eq(&first[1], &second[1]),
        "the other is made in each run"
    );
    assert_eq!(second[1].name(), "web_count");
}
