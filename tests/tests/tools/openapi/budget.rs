//! A short document that names what is long again and again makes no endless tools.

use std::time::{Duration, Instant};

use adk::tool::openapi::{OpenApiToolset, OpenApiToolsetBuilder};
use adk::{Error, ErrorKind};
use serde_json::{Map, Value, json};
use tests::process::peak;

use super::{body, document};

/// A document whose operation has a body of that schema, and schemas that it may refer to.
fn with_body(schema: Value, schemas: Value) -> Value {
    let mut document = document("post", "/a", body(schema));
    document["components"] = json!({"schemas": schemas});
    document
}

fn builder(document: Value) -> OpenApiToolsetBuilder {
    OpenApiToolset::from_value(document).server("https://a.example")
}

/// That many fields, of the schema `A` each.
fn fields(count: usize) -> Value {
    let field = |index| {
        (
            format!("f{index}"),
            json!({"$ref": "#/components/schemas/A"}),
        )
    };
    Value::Object((0..count).map(field).collect())
}

fn limited(document: Value) -> Error {
    let start = Instant::now();
    let error = builder(document).build().err();
    let error = error.unwrap_or_else(|| panic!("the document has tools"));
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    assert!(start.elapsed() < Duration::from_mins(1));
    error
}

#[test]
fn what_is_referred_to_counts_as_often() {
    // 300 KB, referred to 3,900 times: more than a GB.
    let texts: Vec<_> = (0..1_000).map(|index| format!("{index:0300}")).collect();
    let sorts = [
        json!({"enum": texts}),
        json!({"type": "object", "required": texts}),
    ];
    for schema in sorts {
        assert!(schema.to_string().len() * 3_900 > 1 << 30);
        let schemas = json!({"A": schema});
        let schema = json!({"type": "object", "properties": fields(3_900)});
        insta::allow_duplicates! {
            insta::assert_snapshot!(limited(with_body(schema, schemas)), @r#"
            the tools of the OpenAPI document have schemas of more than 16777216 bytes; choose some by `.operations(…)`, or raise the limit by `.max_schema_bytes(…)`
            "#);
        }
    }
    if let Some(peak) = peak() {
        assert!(peak < 700 << 20, "{peak} bytes");
    }
}

#[test]
fn the_limit_is_the_programs() {
    let schema = json!({"type": "object", "properties": fields(100)});
    let document = with_body(schema, json!({"A": {"enum": ["x".repeat(1_000)]}}));
    let build = |limit| builder(document.clone()).max_schema_bytes(limit).build();
    assert_eq!(build(100_000).unwrap_err().kind(), ErrorKind::Limit);
    build(200_000).unwrap();
}

#[test]
fn what_is_looked_at_counts_too() {
    // Nothing of it is told, but each node asks all the parts what they hide.
    let hidden: Map<_, _> = (0..10_000)
        .map(|index| (format!("h{index}"), json!({"readOnly": true})))
        .collect();
    let part = json!({"$ref": "#/components/schemas/Hidden"});
    let whole = json!({"allOf": vec![part; 64]});
    let schema = json!({"type": "object", "properties": fields(3_900)});
    limited(with_body(
        schema,
        json!({"A": whole, "Hidden": {"properties": hidden}}),
    ));

    // The operations of one path item, with all their tags.
    let mut document = document("get", "/a", json!({}));
    let tags: Vec<_> = (0..10_000).map(|index| format!("{index:0900}")).collect();
    document["x-item"] = json!({"get": {"tags": tags}});
    for index in 0..1_900 {
        document["paths"][format!("/b{index}")] = json!({"$ref": "#/x-item"});
    }
    limited(document);

    // The fields of one form.
    let encoding: Map<_, _> = (0..10_000)
        .map(|index| (format!("e{index}"), json!({})))
        .collect();
    let media = json!({"encoding": encoding});
    let mut document = self::document("get", "/a", json!({}));
    document["x-body"] = json!({"content": {"application/x-www-form-urlencoded": media}});
    for index in 0..1_900 {
        document["paths"][format!("/b{index}")] =
            json!({"post": {"requestBody": {"$ref": "#/x-body"}}});
    }
    limited(document);
}

#[test]
fn names_that_clash_are_told_apart_in_one_step_each() {
    // All become `a_b`.
    let clash = (0..3_900).map(|index| {
        let name = format!(
            "a{}b",
            "-".repeat(1 + index % 1_000) + &"+".repeat(index / 1_000)
        );
        (name, json!({"type": "string"}))
    });
    let clash: Map<_, _> = clash.collect();
    let schema = json!({"type": "object", "properties": clash});
    let document = with_body(schema, json!({}));
    let start = Instant::now();
    builder(document).build().unwrap();
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn long_texts_and_names_are_cut_or_refused() {
    let blank = " ".repeat(4 << 20);
    let mut document = document("get", "/a", json!({"x": blank}));
    document["x-item"] = json!({"get": {"summary": blank, "description": blank}});
    for index in 0..1_900 {
        document["paths"][format!("/b{index}")] = json!({"$ref": "#/x-item"});
    }
    let start = Instant::now();
    builder(document).build().unwrap();
    assert!(start.elapsed() < Duration::from_secs(20));

    let document = self::document("get", &format!("/{}", "a".repeat(2_048)), json!({}));
    insta::assert_snapshot!(limited(document), @"the OpenAPI document has a name of more than 2048 bytes");
}

#[test]
fn an_address_with_variables_in_variables_does_not_grow() {
    let mut document = document("get", "/a", json!({}));
    let twice = |name: &str| format!("{{{name}}}").repeat(2_000);
    document["servers"] = json!([{
        "url": format!("https://a.example/{}", twice("a")),
        "variables": {"a": {"default": twice("b")}, "b": {"default": twice("c")}, "c": {"default": "d"}},
    }]);
    let error = OpenApiToolset::from_value(document).build().unwrap_err();
    insta::assert_snapshot!(error, @"`servers[0]` of the OpenAPI document is longer than 8192 bytes");
}
