//! Functions as each client declares them.

use std::sync::Arc;

use adk::content::{FunctionDeclaration, Schema};
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
