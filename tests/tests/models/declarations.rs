//! Functions as each client declares them.

use std::sync::Arc;

use adk::ErrorKind;
use adk::content::{FunctionDeclaration, GenerateContentConfig, Schema};
use adk::model::{Gemini, Llm, LlmRequest, OpenAi};
use serde_json::{Value, json};
use tests::fake_server::FakeServer;

use crate::{ask, plain};

const KEY: &str = "canary-key-0123456789";

/// The body that a model sends; the server has no answer to it.
async fn sent(server: &FakeServer, model: &dyn Llm, request: &LlmRequest) -> Value {
    ask(model, request.clone()).await.error();
    serde_json::from_str(&server.received().last().unwrap().body).unwrap()
}

#[tokio::test]
async fn functions_are_declared_in_json_schema_or_in_openapi() {
    let parameters = Schema::from_value(json!({
        "type": "object",
        "properties": {"code": {"type": "string", "maxLength": 3}, "more": {"type": ["integer", "null"]}},
        "required": ["code", "more"],
    }));
    let declaration = |name: &str, parameters| {
        let declaration = FunctionDeclaration::new(name, "Does it.", parameters);
        Arc::new(declaration.with_response(Schema::of::<bool>()))
    };
    let request = plain("Hi")
        .with_declaration(declaration("f", parameters))
        .with_declaration(declaration("g", Schema::empty_object()));
    let server = FakeServer::start([]).await.unwrap();
    let older = Gemini::builder("gemini-2.0-flash").openapi_parameters();
    let newer = Gemini::builder("gemini-2.5-flash");
    let older = older.api_key(KEY).base_url(server.url()).build().unwrap();
    let newer = newer.api_key(KEY).base_url(server.url()).build().unwrap();
    // Each dialect has a text of its own, in whatever order they are asked for.
    let (first, second) = (
        sent(&server, &newer, &request).await,
        sent(&server, &older, &request).await,
    );
    assert_eq!(sent(&server, &newer, &request).await, first);
    let code = json!({"type": "string", "description": "(maxLength: 3)"});
    assert_eq!(
        first["tools"][0]["functionDeclarations"][0]["parametersJsonSchema"],
        json!({
            "type": "object",
            "properties": {"code": code, "more": {"type": ["integer", "null"]}},
            "required": ["code", "more"],
            "additionalProperties": false,
        })
    );
    let code = json!({"type": "STRING", "description": "(maxLength: 3)"});
    let more = json!({"type": "INTEGER", "nullable": true});
    assert_eq!(
        second["tools"][0]["functionDeclarations"],
        json!([
            {
                "name": "f",
                "description": "Does it.",
                "parameters": {"type": "OBJECT", "properties": {"code": code, "more": more}, "required": ["code", "more"]},
                "response": {"type": "BOOLEAN"},
            },
            {"name": "g", "description": "Does it.", "response": {"type": "BOOLEAN"}},
        ])
    );
}

#[tokio::test]
async fn strict_is_claimed_where_it_holds() {
    let declaration = |name: &str, property: Value| {
        let schema = json!({"type": "object", "properties": {"a": property}});
        Arc::new(FunctionDeclaration::new(
            name,
            "Does it.",
            Schema::from_value(schema),
        ))
    };
    let request = plain("Hi")
        .with_declaration(declaration("closed", json!({"type": "string"})))
        .with_declaration(declaration(
            "open",
            json!({"type": "object", "additionalProperties": true}),
        ));
    let server = FakeServer::start([]).await.unwrap();
    let strict = OpenAi::builder("gpt-5").strict_tools();
    let strict = strict.api_key(KEY).base_url(server.url()).build().unwrap();
    let body = sent(&server, &strict, &request).await;
    let (closed, open) = (&body["tools"][0], &body["tools"][1]);
    assert_eq!(closed["function"]["strict"], json!(true));
    assert_eq!(closed["function"]["parameters"]["required"], json!(["a"]));
    let a = &closed["function"]["parameters"]["properties"]["a"];
    assert_eq!(*a, json!({"type": ["string", "null"]}));
    assert_eq!(open["function"].get("strict"), None);
    let plain = OpenAi::builder("gpt-5")
        .api_key(KEY)
        .base_url(server.url())
        .build()
        .unwrap();
    let plain = sent(&server, &plain, &request).await;
    assert_eq!(plain["tools"][1], *open);
    assert_eq!(plain["tools"][0]["function"].get("strict"), None);
    assert_eq!(
        plain["tools"][0]["function"]["parameters"]["required"],
        json!([])
    );
}

#[tokio::test]
async fn tools_of_the_server_stand_behind_the_functions() {
    let server = FakeServer::start([]).await.unwrap();
    let gemini = Gemini::builder("gemini-2.5-flash").api_key(KEY);
    let gemini = gemini.base_url(server.url()).build().unwrap();
    let (search, fetch) = (json!({"google_search": {}}), json!({"url_context": {}}));
    let alone = plain("Hi")
        .with_config(GenerateContentConfig::new().server_tool(search.clone()))
        .with_server_tool(fetch.clone());
    let told = sent(&server, &gemini, &alone).await;
    assert_eq!(told["tools"], json!([search, fetch]));
    assert_eq!(told["toolConfig"], Value::Null);
    let function = FunctionDeclaration::new("f", "Does it.", Schema::empty_object());
    let both = alone.with_declaration(Arc::new(function));
    let told = sent(&server, &gemini, &both).await;
    let tools = told["tools"].as_array().unwrap();
    assert_eq!(tools[0]["functionDeclarations"][0]["name"], "f");
    assert_eq!(tools[1..], [search, fetch]);
    assert_eq!(
        told["toolConfig"],
        json!({"includeServerSideToolInvocations": true})
    );

    let odd = plain("Hi").with_server_tool(json!("google_search"));
    let refused = ask(&gemini, odd).await;
    assert_eq!(refused.error().kind(), ErrorKind::Config);
    let source = std::error::Error::source(refused.error()).unwrap();
    assert_eq!(
        source.to_string(),
        "the server tool \"google_search\" is no object"
    );

    let gpt = OpenAi::builder("gpt-5").api_key(KEY);
    let gpt = gpt.base_url(server.url()).build().unwrap();
    let refused = ask(&gpt, both).await;
    assert_eq!(refused.error().kind(), ErrorKind::Config);
    assert_eq!(
        refused.error().to_string(),
        "model `gpt-5` cannot be given the server tool {\"google_search\":{}}: chat completions have \
         functions only; leave it out, or give the agent a model of the vendor whose tool it is"
    );
    assert_eq!(server.received().len(), 2);
}

#[tokio::test]
async fn fault_17_a_declaration_is_shared_and_told_in_one_form() {
    let schema =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    let declaration = FunctionDeclaration::new("f", "Does it.", Schema::from_value(schema));
    let declaration = Arc::new(declaration);
    let text = |it: &FunctionDeclaration| serde_json::to_string(it).unwrap();
    let before = text(&declaration);
    let request = plain("Hi").with_declaration(Arc::clone(&declaration));
    let again = plain("Hi").with_declaration(Arc::clone(&declaration));
    let server = FakeServer::start([]).await.unwrap();
    let older = Gemini::builder("gemini-2.0-flash").openapi_parameters();
    let newer = Gemini::builder("gemini-2.5-flash");
    let older = older.api_key(KEY).base_url(server.url()).build().unwrap();
    let newer = newer.api_key(KEY).base_url(server.url()).build().unwrap();
    for (model, form) in [(&newer, "parametersJsonSchema"), (&older, "parameters")] {
        for request in [&request, &again, &request] {
            let body = sent(&server, model, request).await;
            let told = body["tools"][0]["functionDeclarations"][0]
                .as_object()
                .unwrap()
                .clone();
            let forms = told.keys().filter(|key| key.starts_with("parameters"));
            assert_eq!(forms.collect::<Vec<_>>(), [form]);
        }
    }
    assert!(Arc::ptr_eq(
        &request.declarations()[0],
        &again.declarations()[0]
    ));
    assert_eq!(text(&declaration), before);
}
