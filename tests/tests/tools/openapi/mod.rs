//! Tools of an `OpenAPI` document: what the model is told, what is sent, what comes back.

#![expect(clippy::needless_pass_by_value, reason = "a `json!` is given as it is")]

mod addresses;
mod answers;
mod auth;
mod budget;
mod confirm;
mod declarations;
mod encoding;
mod faults;
mod injection;
mod random;
mod schemas;

use std::sync::Arc;

use adk::tool::Toolset as _;
use adk::tool::openapi::{OpenApiToolset, OpenApiToolsetBuilder};
use adk::{Tool, testing, tools};
use serde_json::{Value, json};
use tests::fake_server::{FakeServer, Received, Reply};

/// A small shop, with something of everything.
const SHOP: &str = include_str!("shop.yaml");

/// The tools of the shop, without the credential that it asks for.
fn shop() -> OpenApiToolsetBuilder {
    OpenApiToolset::from_yaml(SHOP).without_auth()
}

/// A document of one operation, `op`, of that method and path.
fn document(method: &str, path: &str, mut operation: Value) -> Value {
    operation["operationId"] = "op".into();
    json!({
        "openapi": "3.1.0",
        "info": {"title": "test", "version": "1"},
        "paths": {path: {method: operation}},
    })
}

/// A required parameter of any string.
fn parameter(place: &str, name: &str) -> Value {
    json!({"name": name, "in": place, "required": true, "schema": {"type": "string"}})
}

/// The schema of the arguments of `op`.
fn schema(operation: Value, components: Value) -> Value {
    let mut document = document("post", "/op", operation);
    document["components"] = components;
    let toolset = OpenApiToolset::from_value(document).server("https://a.example");
    let toolset = toolset.build().unwrap();
    testing::assert_tools(tools![..toolset.clone()]);
    let tool = tool(&toolset, "op");
    tool.declaration().parameters().as_json().to_value()
}

/// An operation with a body of that schema, which it needs.
fn body(schema: Value) -> Value {
    json!({"requestBody": {"required": true, "content": {"application/json": {"schema": schema}}}})
}

fn tool(toolset: &OpenApiToolset, name: &str) -> Arc<dyn Tool> {
    let tools = toolset.fixed_tools().unwrap();
    let tool = tools.iter().find(|tool| tool.name() == name);
    Arc::clone(tool.unwrap_or_else(|| panic!("no tool `{name}` in {tools:?}")))
}

/// What the model reads of one call that nobody is asked about.
async fn call(builder: OpenApiToolsetBuilder, name: &str, args: Value) -> Result<Value, String> {
    let toolset = builder.confirm_methods([]).build().unwrap();
    let tool = tool(&toolset, name);
    let result = tool.run(&testing::tool_context(), &args.into()).await;
    let told = result.map_err(|error| error.to_string());
    told.map(|json| json.to_value())
}

/// What a server is asked by one call of `op`.
async fn sent(document: Value, args: Value) -> Received {
    let server = FakeServer::start([Reply::json("{}")]).await.unwrap();
    let builder = OpenApiToolset::from_value(document).server(server.url());
    assert_eq!(call(builder, "op", args).await, Ok(json!({})));
    server.received().remove(0)
}

/// What the model reads of a call that sends nothing.
async fn refused(document: Value, args: Value) -> String {
    let server = FakeServer::start([]).await.unwrap();
    let builder = OpenApiToolset::from_value(document).server(server.url());
    let error = call(builder, "op", args).await.unwrap_err();
    assert_eq!(server.connections(), 0);
    error
}
