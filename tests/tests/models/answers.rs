//! The form of answer that a request asks for, as each client writes it.

use adk::content::{GenerateContentConfig, Schema};
use adk::model::{Gemini, Llm, LlmRequest, OpenAi};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tests::fake_server::FakeServer;

use crate::{ask, plain};

const KEY: &str = "canary-key-0123456789";

#[derive(JsonSchema, Deserialize)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Report {
    title: String,
    pages: Option<u8>,
}

/// What the client sends of `key`, twice, as the second time it is sent from a cache.
async fn sent(model: &dyn Llm, server: &FakeServer, request: LlmRequest, key: &str) -> Value {
    ask(model, request.clone()).await.error();
    ask(model, request).await.error();
    let received = server.received();
    let [.., first, second] = &received[..] else {
        unreachable!("two requests were sent");
    };
    assert_eq!(first.body, second.body);
    serde_json::from_str::<Value>(&first.body).unwrap()[key].clone()
}

fn wanting(config: GenerateContentConfig) -> LlmRequest {
    plain("Hi").with_config(config)
}

fn schema_of_report() -> GenerateContentConfig {
    GenerateContentConfig::new().response_schema(Schema::of::<Report>())
}

#[tokio::test]
async fn gemini_takes_a_schema_in_the_clients_dialect() {
    let server = FakeServer::start([]).await.unwrap();
    let builder = Gemini::builder("gemini-2.5-flash").api_key(KEY);
    let builder = builder.base_url(server.url());
    let newer = builder.clone().build().unwrap();
    let older = builder.openapi_parameters().build().unwrap();
    let key = "generationConfig";
    // One schema for both, which keeps the text of each.
    let request = wanting(schema_of_report().temperature(0.5));
    assert_eq!(
        sent(&newer, &server, request.clone(), key).await,
        json!({
            "temperature": 0.5,
            "responseMimeType": "application/json",
            "responseJsonSchema": {
                "type": "object",
                "properties": {
                    "title": {"type": "string"},
                    "pages": {"type": "integer", "minimum": 0, "maximum": 255},
                },
                "required": ["title"],
                "additionalProperties": false,
            },
        })
    );
    let sent_older = sent(&older, &server, request, key).await;
    assert_eq!(
        sent_older["responseSchema"]["properties"]["title"],
        json!({"type": "STRING"})
    );
    assert_eq!(sent_older["responseJsonSchema"], Value::Null);
    let words = GenerateContentConfig::new()
        .response_mime_type("text/x.enum")
        .response_schema(Schema::from_value(
            json!({"type": "string", "enum": ["a", "b"]}),
        ));
    assert_eq!(
        sent(&newer, &server, wanting(words.clone()), key).await,
        json!({
            "responseMimeType": "text/x.enum",
            "responseJsonSchema": {"type": "string", "enum": ["a", "b"]},
        })
    );
    // Whoever leaves the type out gets well-formed JSON nevertheless.
    let mut bare = words;
    bare.response_mime_type = None;
    assert_eq!(
        sent(&newer, &server, wanting(bare), key).await,
        json!({"responseJsonSchema": {"type": "string", "enum": ["a", "b"]}})
    );
    assert!(!newer.supports_response_schema_with_tools());
}

#[tokio::test]
async fn openai_takes_a_schema_strictly_where_that_can_hold() {
    let server = FakeServer::start([]).await.unwrap();
    let builder = OpenAi::builder("gpt-5").api_key(KEY).base_url(server.url());
    let gpt = builder.build().unwrap();
    let key = "response_format";
    assert_eq!(
        sent(&gpt, &server, wanting(schema_of_report()), key).await,
        json!({"type": "json_schema", "json_schema": {
            "name": "response",
            "strict": true,
            "schema": {
                "type": "object",
                "properties": {
                    "title": {"type": "string"},
                    "pages": {"type": ["integer", "null"], "minimum": 0, "maximum": 255},
                },
                "required": ["title", "pages"],
                "additionalProperties": false,
            },
        }})
    );
    // A map has keys that nobody listed; a count that may be left out is never `null`.
    let loose = [
        json!({"type": "object", "additionalProperties": {"type": "integer"}}),
        json!({"type": "object", "additionalProperties": false, "properties": {"a": {
            "type": "array", "items": {"type": "object", "additionalProperties": false,
            "properties": {"count": {"type": "integer", "default": 1}}}}}, "required": ["a"]}),
    ];
    for schema in loose {
        let config = GenerateContentConfig::new().response_schema(Schema::from_value(schema));
        let format = sent(&gpt, &server, wanting(config), key).await;
        assert_eq!(format["json_schema"]["strict"], Value::Null, "{format}");
        assert_eq!(format["json_schema"]["schema"]["type"], "object");
    }
    let json = GenerateContentConfig::new().response_mime_type("application/json");
    assert_eq!(
        sent(&gpt, &server, wanting(json), key).await,
        json!({"type": "json_object"})
    );
    let text = GenerateContentConfig::new().response_mime_type("text/plain");
    assert_eq!(sent(&gpt, &server, wanting(text), key).await, Value::Null);
    assert!(gpt.supports_response_schema_with_tools());
}
