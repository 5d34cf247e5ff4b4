//! Whatever a document says, it becomes tools that every vendor takes, or an error.

use std::time::{Duration, Instant};

use adk::tool::openapi::OpenApiToolset;
use adk::{testing, tools};
use proptest::prelude::*;
use serde_json::{Value, json};

const WORDS: [&str; 40] = [
    "openapi",
    "paths",
    "get",
    "post",
    "parameters",
    "name",
    "in",
    "query",
    "path",
    "header",
    "schema",
    "type",
    "object",
    "array",
    "string",
    "properties",
    "required",
    "items",
    "allOf",
    "anyOf",
    "oneOf",
    "$ref",
    "#/components/schemas/A",
    "#/components/schemas/B",
    "enum",
    "nullable",
    "readOnly",
    "additionalProperties",
    "requestBody",
    "content",
    "application/json",
    "servers",
    "url",
    "security",
    "components",
    "/a/{b}",
    "b",
    "+1",
    "description",
    "not",
];

const TYPES: [&str; 8] = [
    "string", "integer", "number", "boolean", "object", "array", "null", "any",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => proptest::sample::select(&WORDS[..]).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ]
}

/// Any value, of words that mean something to a reader of documents.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..300).prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 5, |inner| {
        let fields = proptest::collection::vec((word(), inner.clone()), 0..5);
        prop_oneof![
            1 => proptest::collection::vec(inner, 0..4).prop_map(Value::from),
            3 => fields.prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// A schema, mostly.
fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => proptest::sample::select(&TYPES[..]).prop_map(|name| json!({"type": name})),
        1 => Just(json!({"$ref": "#/components/schemas/A"})),
        1 => Just(json!({"$ref": "#/components/schemas/B"})),
        1 => Just(json!({"enum": ["a", 1, null]})),
        1 => value(),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let fields = proptest::collection::btree_map(word(), inner.clone(), 0..4);
        let list = proptest::collection::vec(inner.clone(), 1..4);
        let names = proptest::collection::vec(word(), 0..3);
        prop_oneof![
            (fields, names, any::<bool>()).prop_map(|(fields, names, flag)| json!({
                "type": "object", "properties": fields, "required": names, "nullable": flag,
            })),
            list.clone().prop_map(|list| json!({"allOf": list})),
            list.clone()
                .prop_map(|list| json!({"oneOf": list, "nullable": true})),
            list.prop_map(|list| json!({"anyOf": list, "readOnly": true})),
            inner
                .clone()
                .prop_map(|inner| json!({"type": "array", "items": inner})),
            inner.prop_map(|inner| json!({"type": "object", "additionalProperties": inner})),
        ]
    })
}

fn assert_bounded(document: Value, check: impl FnOnce(&OpenApiToolset)) {
    let start = Instant::now();
    let builder = OpenApiToolset::from_value(document).server("https://a.example");
    match builder.build() {
        Ok(toolset) => check(&toolset),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_value_is_a_panic(paths in value(), rest in value(), operation in value()) {
        assert_bounded(json!({"openapi": "3.0.0", "paths": paths, "components": rest}), |_| {});
        let components = json!({"schemas": rest});
        assert_bounded(json!({"openapi": "3.1.0", "paths": {"/a/{b}": {"post": operation}}, "components": components}), |_| {});
    }

    #[test]
    fn no_text_is_a_panic(text in "\\PC{0,200}") {
        assert!(OpenApiToolset::from_json(&text).build().is_err());
        assert!(OpenApiToolset::from_yaml(&text).build().is_err());
    }

    #[test]
    fn every_schema_is_told_as_vendors_take_it(a in schema(), b in schema(), body in schema(), query in schema()) {
        let operation = json!({
            "operationId": "op",
            "parameters": [{"name": "q", "in": "query", "schema": query}],
            "requestBody": {"required": true, "content": {"application/json": {"schema": body}}},
        });
        let components = json!({"schemas": {"A": a, "B": b}});
        let document = json!({"openapi": "3.0.0", "paths": {"/a": {"post": operation}}, "components": components});
        assert_bounded(document, |toolset| testing::assert_tools(tools![..toolset.clone()]));
    }
}
