//! One shape through everything: snapshot, rules, instances.

use adk::content::{Schema, SchemaDialect};
use adk::testing::{check_declaration, tool_context};
use adk::tool::FunctionTool;
use adk::{Json, Tool, ToolError};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::print;

/// The arguments of a tool with one parameter.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Args<T> {
    value: T,
}

pub(super) async fn check<T>(name: &str, instances: &[T])
where
    T: Serialize + DeserializeOwned + JsonSchema + Send + 'static,
{
    let tool = FunctionTool::new(name, "Takes it.", |args: Args<T>, _| async move {
        Ok::<_, ToolError>(json!({"value": args.value}))
    });
    let schema = tool.declaration().parameters();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, shown(schema)));
    for dialect in SchemaDialect::all() {
        let problems = check_declaration(dialect, tool.declaration());
        assert!(problems.is_empty(), "{dialect:?}: {problems:?}");
    }
    for instance in instances {
        let sent = json!({"value": instance});
        accepted_by_each(schema, &sent);
        comes_back(&tool, &sent, &sent).await;
        if accepts(schema.as_json(), &without_nulls(&sent)) {
            comes_back(&tool, &without_nulls(&sent), &sent).await;
        }
        let told = schema
            .rewrite(SchemaDialect::GeminiOpenApi)
            .unwrap()
            .to_value();
        comes_back(&tool, &as_told(&told, &sent), &sent).await;
    }
}

/// The canonical schema and its rewrites, one below the other.
fn shown(schema: &Schema) -> String {
    let canonical = schema.as_json().to_value();
    let rewrites = SchemaDialect::all().map(|dialect| {
        let rewritten = match schema.rewrite(dialect) {
            Ok(rewritten) if rewritten.to_value() == canonical => "as above".to_owned(),
            Ok(rewritten) => print::json(&rewritten.to_value()),
            Err(error) => format!("none: {error}"),
        };
        format!("{dialect:?}: {rewritten}")
    });
    let rewrites = rewrites.collect::<Vec<_>>().join("\n\n");
    format!("{}\n\n{rewrites}", print::json(&canonical))
}

/// Every schema that is JSON Schema takes the instance, with `null` for what is not there
/// or without it.
fn accepted_by_each(schema: &Schema, sent: &Value) {
    let rewrites = SchemaDialect::all().filter_map(|dialect| {
        let is_json_schema = dialect != SchemaDialect::GeminiOpenApi;
        is_json_schema
            .then(|| schema.rewrite(dialect).ok())
            .flatten()
    });
    for schema in rewrites.chain([schema.as_json().clone()]) {
        let taken = accepts(&schema, sent) || accepts(&schema, &without_nulls(sent));
        assert!(taken, "{sent} is not taken by {schema}");
    }
}

fn accepts(schema: &Json, value: &Value) -> bool {
    jsonschema::validator_for(&schema.to_value())
        .unwrap()
        .is_valid(value)
}

async fn comes_back(tool: &FunctionTool, sent: &Value, expected: &Value) {
    let result = tool.run(&tool_context(), &Json::from(sent.clone())).await;
    let result = result.unwrap_or_else(|error| panic!("{sent}: {error}"));
    assert_eq!(result.to_value(), *expected, "from {sent}");
}

/// Without the fields that are `null`.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            let fields = fields.map(|(name, value)| (name.clone(), without_nulls(value)));
            Value::Object(fields.collect())
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

/// The instance as a model sends it that keeps to the `OpenAPI` form: what is told as a
/// string is one.
fn as_told(schema: &Value, value: &Value) -> Value {
    let branches = schema["anyOf"].as_array();
    let branch =
        branches.and_then(|branches| branches.iter().find(|branch| is_told(branch, value)));
    let schema = branch.unwrap_or(schema);
    match (schema["type"].as_str(), value) {
        (Some("STRING"), Value::String(_) | Value::Null) => value.clone(),
        (Some("STRING"), other) => other.to_string().into(),
        (Some("OBJECT"), Value::Object(fields)) => {
            let told = |(name, value): (&String, &Value)| {
                (name.clone(), as_told(&schema["properties"][name], value))
            };
            Value::Object(fields.iter().map(told).collect())
        }
        (Some("ARRAY"), Value::Array(items)) => items
            .iter()
            .map(|item| as_told(&schema["items"], item))
            .collect(),
        _ => value.clone(),
    }
}

/// Whether a branch is the one for the value.
fn is_told(branch: &Value, value: &Value) -> bool {
    match (branch["type"].as_str(), value) {
        (Some("STRING"), Value::String(word)) => {
            let words = branch["enum"].as_array();
            words.is_none_or(|words| words.iter().any(|known| known == word))
        }
        (Some("OBJECT"), Value::Object(fields)) => fields.iter().all(|(name, value)| {
            let known = &branch["properties"][name];
            let words = known["enum"].as_array();
            !known.is_null() && words.is_none_or(|words| words.contains(value))
        }),
        (Some("INTEGER" | "NUMBER"), value) => value.is_number(),
        (Some("BOOLEAN"), value) => value.is_boolean(),
        (Some("ARRAY"), value) => value.is_array(),
        _ => false,
    }
}
