//! Which tools of a server an agent has.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adk::ErrorKind;
use adk::content::SchemaDialect;
use adk::testing::ScriptedModel;
use adk::tool::Toolset as _;
use adk::tool::mcp::{HeldBackReason, McpToolset};
use serde_json::json;
use tests::logged::Logged;
use tests::mcp_server::{OddServer, object, odd_tool};
use tests::stage::{Stage, helper};

use super::web::{Server, plain, result};
use super::{answer, named, odd, settle, stage, told};

#[tokio::test]
async fn a_thousand_tools_come_page_by_page_and_once() {
    let tools = (0..1000).map(|number| odd_tool(format!("tool_{number}"), "One of many."));
    let server = OddServer::listing(tools);
    server.page(70);
    let model = ScriptedModel::new()
        .call("tool_999", json!({}))
        .text("Done.");
    let model = model.text("Again.");
    let stage = stage(&model, odd(&server));
    stage.play("Go.").await;
    assert_eq!(told(&model)[0].len(), 1000);
    assert_eq!(server.calls(), ["tool_999"]);
    assert_eq!(server.listed(), 15);
    stage.play("Again.").await;
    assert_eq!(server.listed(), 15);
}

#[tokio::test]
async fn a_tool_that_is_malformed_costs_no_other() {
    let good = json!({ "name": "good", "inputSchema": { "type": "object" } });
    let server = Server::start(move |method, message| match method {
        "tools/list" => {
            let tools = json!([
                { "name": "no_schema" },
                { "name": "schema_of_text", "inputSchema": "none" },
                { "inputSchema": {} },
                good,
                { "name": "schema_of_list", "inputSchema": { "type": "array" } },
                7,
            ]);
            result(&message, &json!({ "tools": tools }))
        }
        _ => plain(method, &message),
    })
    .await;
    let (logged, _guard) = Logged::listen();
    let model = ScriptedModel::new().text("Done.");
    let toolset = McpToolset::http("plain", server.url.clone()).required();
    stage(&model, toolset).play("Go.").await;
    assert_eq!(told(&model), [["good"]]);
    let text = logged.text();
    let told = text.lines().filter(|line| line.contains("is left out"));
    insta::assert_snapshot!(told.collect::<Vec<_>>().join("\n"), @r#"
    WARN message=a malformed tool of an MCP server is left out server="plain" tool="no_schema" why=missing field `inputSchema`
    WARN message=a malformed tool of an MCP server is left out server="plain" tool="schema_of_text" why=invalid type: string "none", expected a map
    WARN message=a malformed tool of an MCP server is left out server="plain" tool="number 3" why=missing field `name`
    WARN message=a malformed tool of an MCP server is left out server="plain" tool="number 6" why=invalid type: integer `7`, expected struct Tool
    WARN message=a malformed tool of an MCP server is left out server="plain" tool="schema_of_list" why=its input is no object
    "#);
}

#[tokio::test]
async fn pages_without_an_end_are_an_error() {
    let asked = Arc::new(AtomicUsize::new(0));
    let pages = Arc::clone(&asked);
    let server = Server::start(move |method, message| match method {
        "tools/list" => {
            let page = pages.fetch_add(1, Ordering::SeqCst);
            let next = page.to_string();
            result(&message, &json!({ "tools": [], "nextCursor": next }))
        }
        _ => plain(method, &message),
    })
    .await;
    let toolset = McpToolset::http("plain", &*server.url).required();
    let run = stage(&ScriptedModel::new(), toolset).run("Go.").text();
    let error = run.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    insta::assert_snapshot!(format!("{error:?}"), @r#"
    toolset `plain` of agent `helper` could not list its tools (Limit)
      caused by: MCP server `plain` lists more than 1000 pages of tools
    "#);
    assert_eq!(asked.load(Ordering::SeqCst), 1000);
}

#[tokio::test]
async fn a_page_that_leads_to_itself_is_an_error() {
    let server = OddServer::default();
    server.lead_in_a_circle();
    let stage = stage(&ScriptedModel::new(), odd(&server).required());
    let error = stage.run("Go.").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mcp);
    insta::assert_snapshot!(format!("{error:?}"), @r#"
    toolset `odd` of agent `helper` could not list its tools (Mcp)
      caused by: MCP server `odd` lists its tools in a circle: the next page is the one that was asked for. The last page has to be without a `nextCursor`
    "#);
    assert_eq!(server.listed(), 2);
}

/// A server whose every page is followed by one at the cursor, up to so many.
async fn led_by(cursor: &'static str, last: usize) -> Server {
    let pages = AtomicUsize::new(0);
    Server::start(move |method, message| match method {
        "tools/list" => {
            let page = pages.fetch_add(1, Ordering::SeqCst);
            let schema = json!({ "type": "object" });
            let tool = json!({ "name": format!("tool_{page}"), "inputSchema": schema });
            let mut told = json!({ "tools": [tool] });
            if page < last {
                told["nextCursor"] = cursor.into();
            }
            result(&message, &told)
        }
        _ => plain(method, &message),
    })
    .await
}

#[tokio::test]
async fn an_empty_cursor_leads_on_like_any_other() {
    let server = led_by("", 1).await;
    let model = ScriptedModel::new().text("Done.");
    let toolset = McpToolset::http("plain", &*server.url).required();
    stage(&model, toolset).play("Go.").await;
    assert_eq!(told(&model), [["tool_0", "tool_1"]]);

    let server = led_by("", usize::MAX).await;
    let toolset = McpToolset::http("plain", &*server.url).required();
    let run = stage(&ScriptedModel::new(), toolset).run("Go.").text();
    let error = format!("{:?}", run.await.unwrap_err());
    assert!(error.contains("lists its tools in a circle"), "{error}");
}

#[tokio::test]
async fn a_list_that_changed_is_listed_anew() {
    let server = OddServer::listing([odd_tool("first", "The first.")]);
    let model = ScriptedModel::new()
        .text("One.")
        .text("Still one.")
        .text("Two.");
    let stage = stage(&model, odd(&server));
    stage.play("How many?").await;
    stage.play("How many?").await;
    assert_eq!(server.listed(), 1);
    server.list([
        odd_tool("first", "The first."),
        odd_tool("second", "The second."),
    ]);
    // What a server says takes its time.
    settle().await;
    stage.play("How many?").await;
    assert_eq!(server.listed(), 2);
    assert_eq!(
        told(&model),
        [vec!["first"], vec!["first"], vec!["first", "second"]]
    );
}

#[tokio::test]
async fn two_servers_with_a_tool_of_one_name_are_an_error() {
    let server = OddServer::listing([odd_tool("read", "Reads.")]);
    let model = ScriptedModel::new().text("Never.");
    let [left, right] = ["left", "right"].map(|name| named(name, &server));
    let stage = Stage::new(helper(&model).toolset(left).toolset(right));
    let error = stage.run("Go.").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateName);
    insta::assert_snapshot!(error, @r#"
    two tools of agent `helper` are named `read`, one of toolset `left` and one of toolset `right`: rename one with `#[tool(name = "…")]`, or give a toolset a `prefix`
    "#);
    assert!(model.requests().is_empty());
}

#[tokio::test]
async fn names_that_vendors_refuse_are_mapped_and_called_as_the_server_has_them() {
    let names = ["issues/list.all", "transfer_to_agent", "echo"];
    let server = OddServer::listing(names.map(|name| odd_tool(name, "")));
    let model = ScriptedModel::new();
    let model = model.call("issues_list_all", json!({})).text("Done.");
    let stage = stage(&model, odd(&server));
    stage.play("Go.").await;
    assert_eq!(
        told(&model)[0],
        ["issues_list_all", "odd_transfer_to_agent", "echo"]
    );
    assert_eq!(server.calls(), ["issues/list.all"]);
}

#[tokio::test]
async fn a_schema_is_told_as_the_server_wrote_it() {
    let input = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "title": "Where",
        "properties": { "city": { "type": "string", "title": "City", "default": "Paris" } },
        "additionalProperties": false,
    });
    let output = json!({ "type": "object", "properties": { "sunny": { "const": true } } });
    let tool = odd_tool("get_weather", "Tells the weather.");
    let mut tool = tool.with_raw_output_schema(object(output.clone()).into());
    tool.input_schema = object(input.clone()).into();
    let toolset = odd(&OddServer::listing([tool]));
    let ctx = adk::testing::tool_context_builder().readonly();
    let tools = toolset.tools(&ctx).await.unwrap();
    let declaration = tools[0].declaration();
    assert_eq!(declaration.parameters().as_json().to_value(), input);
    assert_eq!(declaration.response().unwrap().as_json().to_value(), output);
    for dialect in SchemaDialect::all().filter(|dialect| *dialect != SchemaDialect::OpenAiStrict) {
        assert!(
            declaration.parameters().rewrite(dialect).is_ok(),
            "{dialect:?}"
        );
    }
}

#[tokio::test]
async fn what_a_server_says_of_effects_is_a_hint() {
    let tool = tests::mcp_server::idempotent(odd_tool("put", "Puts."));
    let toolset = odd(&OddServer::listing([tool, odd_tool("get", "Gets.")]));
    let ctx = adk::testing::tool_context_builder().readonly();
    let tools = toolset.tools(&ctx).await.unwrap();
    assert!(tools[0].hints().is_idempotent() && !tools[1].hints().is_idempotent());
}

#[tokio::test]
async fn arguments_that_are_no_object_never_reach_the_server() {
    let server = OddServer::default();
    let told = answer(odd(&server), "echo", json!([1])).await;
    insta::assert_snapshot!(told, @r#"{"error":"the arguments of `echo` have to be a JSON object"}"#);
    assert!(server.calls().is_empty());
}

#[tokio::test]
async fn of_tools_that_would_have_one_name_one_is_told() {
    let server = OddServer::listing([
        odd_tool("a.b", "The first."),
        odd_tool("a_b", "The second."),
        odd_tool("echo", "Echoes."),
        odd_tool("echo", "Echoes."),
    ]);
    let toolset = Arc::new(odd(&server));
    let model = ScriptedModel::new().call("a_b", json!({})).text("Done.");
    let model = model.call("a_b", json!({})).text("Done.");
    let stage = stage(&model, Arc::clone(&toolset));
    stage.play("Go.").await;
    assert_eq!(told(&model)[0], ["a_b", "echo"]);
    let held = toolset.held_back();
    let names = held.iter().map(|held| (held.name(), held.reason()));
    let same = HeldBackReason::SameName;
    assert_eq!(names.collect::<Vec<_>>(), [("a_b", same), ("echo", same)]);

    // The other may be chosen.
    toolset.approve(&held[0]);
    stage.play("Go.").await;
    assert_eq!(server.calls(), ["a.b", "a_b"]);
    assert_eq!(told(&model)[2], ["a_b", "echo"]);
}

#[tokio::test]
async fn all_pages_together_have_a_limit() {
    let tools = (0..30).map(|number| odd_tool(format!("tool_{number}"), "x".repeat(1_000)));
    let server = OddServer::listing(tools);
    server.page(5);
    let toolset = odd(&server).max_message_bytes(8_000);
    let stage = stage(&ScriptedModel::new(), toolset.required());
    let error = stage.run("Go.").text().await.unwrap_err();
    insta::assert_snapshot!(format!("{error:?}"), @r#"
    toolset `odd` of agent `helper` could not list its tools (Limit)
      caused by: MCP server `odd` lists more than 16000 bytes of tools; raise the limit with `McpToolset::max_message_bytes`
    "#);
    assert!(server.listed() < 6, "{}", server.listed());

    let toolset = odd(&server).max_message_bytes(32_000);
    let ctx = adk::testing::tool_context_builder().readonly();
    assert_eq!(toolset.tools(&ctx).await.unwrap().len(), 30);
}
