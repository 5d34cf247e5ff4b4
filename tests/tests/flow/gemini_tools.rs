//! Tools that Gemini's own server runs: in the request, and never called here.

use std::sync::Arc;

use adk::content::Schema;
use adk::model::{Gemini, LlmRequest, OpenAi};
use adk::testing::ScriptedModel;
use adk::tool::{StaticToolset, Toolset};
use adk::{ErrorKind, GeminiTool, Json, LlmAgent, LlmAgentBuilder, ReadonlyContext, Tool};
use futures::future::{BoxFuture, FutureExt};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::fake_server::{FakeServer, Reply};
use tests::stage::{Stage, helper};
use tests::tool::{echo, tool};
use tests::transcript;

fn of_server(request: &LlmRequest) -> String {
    let tools = request.server_tools().iter();
    tools.map(Json::as_str).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn each_kind_is_told_as_the_api_names_it() {
    let model = ScriptedModel::new().call("echo", json!({})).text("Hi.");
    let agent = helper(&model)
        .tool(GeminiTool::google_search())
        .tool(GeminiTool::code_execution())
        .tool(echo())
        .tool(GeminiTool::url_context())
        .tool(GeminiTool::google_maps())
        .tool(GeminiTool::retrieval(
            json!({"vertexAiSearch": {"datastore": "d"}}),
        ))
        .tool(GeminiTool::raw(
            json!({"computerUse": {"environment": "E"}}),
        ));
    assert_eq!(Stage::new(agent).run("Hi").text().await.unwrap(), "Hi.");
    let requests = model.requests();
    assert_eq!(requests.len(), 2);
    for request in &requests {
        let declared = request.declarations().iter();
        assert_eq!(declared.map(|it| it.name()).collect::<Vec<_>>(), ["echo"]);
    }
    assert_eq!(of_server(&requests[0]), of_server(&requests[1]));
    assert_snapshot!(of_server(&requests[0]), @r#"
    {"google_search":{}}
    {"code_execution":{}}
    {"url_context":{}}
    {"google_maps":{}}
    {"retrieval":{"vertexAiSearch":{"datastore":"d"}}}
    {"computerUse":{"environment":"E"}}
    "#);
}

#[tokio::test]
async fn a_call_of_one_is_a_call_of_an_unknown_tool() {
    let model = ScriptedModel::new()
        .call("google_search", json!({"query": "x"}))
        .text("Then not.");
    let agent = helper(&model).tool(GeminiTool::google_search());
    assert_snapshot!(Stage::new(agent).play("Search!").await, @r#"
    helper: call google_search(adk-id-3) {"query":"x"}
    helper: answer google_search(adk-id-3) {"error":"tool 'google_search' not found.\nThere are no tools."}
    helper: "Then not."
    "#);
}

/// Lists the search in each run.
#[derive(Debug)]
struct Anew;

impl Toolset for Anew {
    fn name(&self) -> &'static str {
        "anew"
    }

    fn tools<'a>(
        &'a self,
        _: &'a ReadonlyContext,
    ) -> BoxFuture<'a, adk::Result<Vec<Arc<dyn Tool>>>> {
        let search: Arc<dyn Tool> = Arc::new(GeminiTool::google_search());
        async { Ok(vec![search]) }.boxed()
    }
}

#[tokio::test]
async fn toolsets_may_hold_them() {
    let model = ScriptedModel::new().text("Hi.").text("Hi.");
    let fixed = StaticToolset::new("fixed", adk::tools![..GeminiTool::url_context(), ..echo()]);
    let stage = Stage::new(helper(&model).toolset(fixed).toolset(Anew));
    for _ in 0..2 {
        stage.run("Hi").text().await.unwrap();
    }
    for request in model.requests() {
        assert_eq!(
            of_server(&request),
            "{\"url_context\":{}}\n{\"google_search\":{}}"
        );
        assert_eq!(request.declarations().len(), 1);
    }
}

fn refusal(tools: impl IntoIterator<Item = GeminiTool>) -> String {
    let agent = helper(&ScriptedModel::new());
    let agent = tools.into_iter().fold(agent, LlmAgentBuilder::tool).build();
    agent.map_or_else(
        |error| transcript::of_error(&error),
        |agent| format!("{agent:?}"),
    )
}

#[test]
fn one_of_a_kind_is_enough() {
    let search = GeminiTool::google_search;
    let spelt = GeminiTool::raw(json!({"googleSearch": {"x": 1}}));
    assert_snapshot!(refusal([search(), GeminiTool::code_execution(), spelt]), @"error DuplicateName: agent `helper` has `google_search` twice: once is enough");
    let named = tool("google_search", |_, _| async { Ok(json!({})) });
    let agent = helper(&ScriptedModel::new()).tool(search()).tool(named);
    assert_eq!(agent.build().unwrap_err().kind(), ErrorKind::DuplicateName);
}

#[test]
fn an_object_of_another_form_is_refused() {
    let odd = [
        json!("google_search"),
        json!({}),
        json!({"a": 1, "b": 2}),
        json!({"a.b": 1}),
    ];
    let said: String = odd
        .into_iter()
        .map(|odd| refusal([GeminiTool::raw(odd)]))
        .collect();
    assert_snapshot!(said, @r#"
    error Config: tool `gemini_tool` of agent `helper`: a tool of Gemini's server is an object of one key, and this is "google_search"
    help: write one such as {"google_search": {}}, and several as tools of their own
    error Config: tool `gemini_tool` of agent `helper`: a tool of Gemini's server is an object of one key, and this is {}
    help: write one such as {"google_search": {}}, and several as tools of their own
    error Config: tool `gemini_tool` of agent `helper`: a tool of Gemini's server is an object of one key, and this is {"a":1,"b":2}
    help: write one such as {"google_search": {}}, and several as tools of their own
    error InvalidName: tool `a.b` of agent `helper`: `a.b` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name
    "#);
}

#[tokio::test]
async fn a_schema_beside_them_alone_is_told_as_one() {
    let model = ScriptedModel::new()
        .without_response_schema_with_tools()
        .text("7");
    let agent = helper(&model).tool(GeminiTool::google_search());
    let stage = Stage::new(agent.output_schema(Schema::of::<u32>()));
    assert_eq!(stage.run("How many?").output::<u32>().await.unwrap(), 7);
    let request = &model.requests()[0];
    assert!(request.declarations().is_empty());
    assert!(request.config().response_schema.is_some());
}

#[tokio::test]
async fn geminis_server_reads_them_and_others_are_not_asked() {
    let said = json!({"candidates": [{"content": {"parts": [{"text": "Hi."}], "role": "model"}, "finishReason": "STOP"}]});
    let server = FakeServer::start([Reply::json(said.to_string())])
        .await
        .unwrap();
    let gemini = Gemini::builder("m")
        .api_key("canary")
        .base_url(server.url());
    let openai = OpenAi::builder("m")
        .api_key("canary")
        .base_url(server.url());
    let agent = |model: LlmAgent| Stage::of(model, |runner| runner);
    let search = GeminiTool::google_search;
    let asked = LlmAgent::builder("helper")
        .model(gemini.build().unwrap())
        .tool(search());
    assert_eq!(
        agent(asked.build().unwrap())
            .run("Hi")
            .text()
            .await
            .unwrap(),
        "Hi."
    );
    let body: Value = serde_json::from_str(&server.received()[0].body).unwrap();
    assert_eq!(body["tools"], json!([{"google_search": {}}]));

    let refused = LlmAgent::builder("helper")
        .model(openai.build().unwrap())
        .tool(search());
    let error = agent(refused.build().unwrap())
        .run("Hi")
        .text()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn what_the_server_did_beside_functions_goes_back_to_it() {
    let parts = json!([
        {"toolCall": {"toolType": "GOOGLE_SEARCH_WEB", "id": "a", "args": {}}, "thoughtSignature": "c2ln"},
        {"toolResponse": {"toolType": "GOOGLE_SEARCH_WEB", "id": "a", "response": {}}},
        {"functionCall": {"name": "echo", "args": {}, "id": "b"}},
    ]);
    let said = |parts: &Value| {
        let content = json!({"parts": parts, "role": "model"});
        json!({"candidates": [{"content": content, "finishReason": "STOP"}]}).to_string()
    };
    let replies = [said(&parts), said(&json!([{"text": "Hi."}]))].map(Reply::json);
    let server = FakeServer::start(replies).await.unwrap();
    let gemini = Gemini::builder("m")
        .api_key("canary")
        .base_url(server.url());
    let agent = LlmAgent::builder("helper").model(gemini.build().unwrap());
    let stage = Stage::new(agent.tool(GeminiTool::google_search()).tool(echo()));
    assert_eq!(stage.run("Hi").text().await.unwrap(), "Hi.");
    let body: Value = serde_json::from_str(&server.received()[1].body).unwrap();
    assert_eq!(body["contents"][1]["parts"], parts);
    assert_eq!(body["toolConfig"]["includeServerSideToolInvocations"], true);
}
