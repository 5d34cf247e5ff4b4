//! What the checks of `adk::testing` find, and that they find it by themselves.

use std::sync::Arc;

use adk::content::{FunctionDeclaration, Schema, SchemaDialect};
use adk::prelude::*;
use adk::testing::{assert_declarations, check_declaration, check_schema, check_tools};
use serde_json::{Value, json};

use SchemaDialect::{Anthropic, Gemini, GeminiOpenApi, OpenAi, OpenAiStrict};

fn found(dialect: SchemaDialect, schema: Value) -> Vec<String> {
    let problems = check_schema(dialect, &Json::from(schema));
    problems.iter().map(ToString::to_string).collect()
}

/// A root with one property.
fn with(property: &Value) -> Value {
    json!({"type": "object", "properties": {"p": property}, "required": ["p"], "additionalProperties": false})
}

fn openapi(property: &Value) -> Value {
    json!({"type": "OBJECT", "properties": {"p": property}, "required": ["p"]})
}

#[test]
fn every_rule_about_roots() {
    for dialect in [Gemini, OpenAi, OpenAiStrict, Anthropic] {
        let root = json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false});
        assert_eq!(found(dialect, root), [""; 0], "{dialect:?}");
        let root = found(dialect, json!({"anyOf": [{"type": "string"}]}));
        let expected = [
            "the root is of type `object`",
            "the root has `properties`",
            "the root has no `anyOf`",
        ];
        assert_eq!(root[..3], expected, "{dialect:?}");
        let lost = found(dialect, with(&json!({"$ref": "#/$defs/Lost"})));
        assert_eq!(
            lost,
            ["`/properties/p`: `#/$defs/Lost` leads nowhere"],
            "{dialect:?}"
        );
    }
}

#[test]
fn every_rule_of_gemini() {
    let one = |property: Value| found(Gemini, with(&property)).join("; ");
    assert_eq!(
        one(json!({"type": ["string", "null"], "format": "date", "default": "x"})),
        ""
    );
    assert_eq!(
        one(json!({"const": 1})),
        "`/properties/p`: `const` is not known"
    );
    assert_eq!(
        one(json!({"enum": ["a"]})),
        "`/properties/p`: an `enum` has a `type`"
    );
    assert_eq!(one(json!(true)), "`/properties/p`: a schema is an object");
    let names = found(
        Gemini,
        json!({"type": "object", "properties": {"a-b": {"type": "string"}}, "required": ["c"]}),
    );
    assert_eq!(
        names,
        [
            "`a-b` is not a valid property name: a letter or `_`, then letters, digits and `_`, 64 at most",
            "`c` is required and no property",
        ]
    );
}

#[test]
fn recursion_in_gemini_is_optional() {
    let list = |required: &[&str], beside: &str| {
        let mut root = with(&json!({"$ref": "#/$defs/List"}));
        root["$defs"] = json!({"List": {
            "type": "object",
            "properties": {"next": {"anyOf": [{"$ref": "#/$defs/List", beside: "x"}, {"type": "null"}]}},
            "required": required,
        }});
        found(Gemini, root)
    };
    assert_eq!(list(&[], "description"), [""; 0]);
    assert_eq!(
        list(&[], "title"),
        ["`/$defs/List/properties/next/anyOf/0`: `title` beside a `$ref`"]
    );
    assert_eq!(list(&["next"], "description").len(), 2);
}

#[test]
fn every_rule_of_openapi() {
    let one = |property: Value| found(GeminiOpenApi, openapi(&property)).join("; ");
    assert_eq!(
        one(json!({"type": "STRING", "nullable": true, "format": "date-time", "enum": ["a"]})),
        ""
    );
    assert_eq!(
        one(json!({"anyOf": [{"type": "STRING"}, {"type": "BOOLEAN"}]})),
        ""
    );
    let of_type = "`/properties/p`: a node has one `type`, in capital letters, or an `anyOf`";
    for wrong in [
        json!({}),
        json!({"type": "string"}),
        json!({"type": ["STRING"]}),
        json!({"type": "STRING", "anyOf": []}),
    ] {
        assert_eq!(one(wrong), of_type);
    }
    for (wrong, rule) in [
        (
            json!({"type": "INTEGER", "enum": ["1"]}),
            "only `STRING` has `enum`",
        ),
        (
            json!({"type": "STRING", "enum": [1]}),
            "an `enum` lists strings",
        ),
        (
            json!({"type": "STRING", "format": "email"}),
            "the format `email` is not known",
        ),
        (
            json!({"type": "STRING", "nullable": 1}),
            "`nullable` is true or false",
        ),
        (
            json!({"type": "STRING", "const": 1}),
            "`const` is not known",
        ),
        (json!({"type": "ARRAY"}), "an array has `items`"),
        (json!({"type": "OBJECT"}), "an object has properties"),
        (
            json!({"anyOf": [{"type": "STRING"}], "description": "x"}),
            "`anyOf` has branches, and nothing beside it",
        ),
    ] {
        assert_eq!(one(wrong), format!("`/properties/p`: {rule}"));
    }
}

#[test]
fn every_rule_of_openai_and_anthropic() {
    let array = found(OpenAi, with(&json!({"type": "array", "prefixItems": []})));
    assert_eq!(array, ["`/properties/p`: an array has `items`"]);
    let old = found(
        Anthropic,
        with(&json!({"minimum": 0, "exclusiveMinimum": true, "required": true})),
    );
    assert_eq!(
        old,
        [
            "`/properties/p`: `exclusiveMinimum` is a number",
            "`/properties/p`: `required` is a list of names"
        ]
    );
    let name = json!({"type": "object", "properties": {"a b": {"properties": {"c d": {}}}}});
    assert_eq!(found(Anthropic, name).len(), 1);
}

#[test]
fn every_rule_of_strict_mode() {
    let one = |property: Value| found(OpenAiStrict, with(&property)).join("; ");
    assert_eq!(
        one(json!({"type": "array", "items": {"type": "number", "maximum": 1}, "maxItems": 3})),
        ""
    );
    for (wrong, rule) in [
        (json!({}), "a node has a `type`, an `anyOf` or a `$ref`"),
        (json!({"type": "array"}), "an array has `items`"),
        (
            json!({"type": "string", "pattern": "a"}),
            "`pattern` is not known",
        ),
        (
            json!({"type": "string", "format": "uri"}),
            "the format `uri` is not known",
        ),
        (
            json!({"type": "object", "properties": {}}),
            "an object has `additionalProperties: false`",
        ),
        (
            json!({"type": "object", "properties": {"q": {"type": "null"}}, "additionalProperties": false}),
            "`q` is not required",
        ),
    ] {
        assert_eq!(one(wrong), format!("`/properties/p`: {rule}"));
    }
    let words = |count: usize, length: usize| {
        let words: Vec<_> = (0..count)
            .map(|index| format!("{index:0length$}"))
            .collect();
        one(json!({"type": "string", "enum": words}))
    };
    assert_eq!(words(1001, 4), "1001 values of enums, 1000 at most");
    assert_eq!(
        words(251, 60),
        "`/properties/p`: a long `enum` has at most 15000 characters"
    );
    let deep = (0..10).fold(
        json!({"type": "null"}),
        |inner, _| json!({"type": "array", "items": inner}),
    );
    assert_eq!(one(deep), "11 levels, 10 at most");
}

fn declared(name: &str, description: &str) -> FunctionDeclaration {
    FunctionDeclaration::new(name, description, Schema::empty_object())
}

#[test]
fn names_and_descriptions() {
    let count = |dialect, name: &str| check_declaration(dialect, &declared(name, "Does it.")).len();
    for (name, gemini, others) in [
        ("do_it-2", 0, 0),
        ("do.it", 0, 1),
        ("2do", 1, 0),
        ("größe", 1, 1),
        ("", 1, 1),
        (&*"x".repeat(63), 0, 0),
        (&*"x".repeat(64), 1, 0),
        (&*"x".repeat(65), 1, 1),
    ] {
        assert_eq!(count(Gemini, name), gemini, "{name}");
        assert_eq!(count(GeminiOpenApi, name), gemini, "{name}");
        assert_eq!(count(OpenAi, name), others, "{name}");
        assert_eq!(count(Anthropic, name), others, "{name}");
    }
    assert_eq!(check_declaration(OpenAi, &declared("f", " ")).len(), 1);
    assert_eq!(
        check_declaration(OpenAi, &declared("f", &"é".repeat(1024))).len(),
        0
    );
    assert_eq!(
        check_declaration(OpenAi, &declared("f", &"é".repeat(1025))).len(),
        1
    );
}

/// Adds.
#[tool]
async fn add(#[arg(undocumented)] a: i64, #[arg(undocumented)] b: Option<i64>) -> i64 {
    a + b.unwrap_or_default()
}

mod more {
    use adk::prelude::*;

    /// Takes any value.
    #[tool]
    pub(super) async fn take(#[arg(undocumented)] value: serde_json::Value) -> serde_json::Value {
        value
    }
}

#[test]
fn tools_that_every_provider_takes() {
    check_tools!();
    check_tools!(add);
    let dynamic: Vec<Arc<dyn Tool>> = vec![Arc::new(add::tool())];
    check_tools!(add, ..dynamic, ..more::take::tool(),);
}

#[test]
#[should_panic(expected = "providers would refuse these tools:\n\
    - `a.b`, OpenAi: `a.b` is not a valid function name: letters, digits, `_` and `-`, 64 at most\n\
    - `a.b`, OpenAiStrict: ")]
fn all_problems_are_told() {
    assert_declarations(&[Arc::new(declared("a.b", "Does it."))]);
}

#[test]
fn a_root_is_an_object_whatever_was_declared() {
    for (schema, properties) in [
        (
            json!({"anyOf": [{"type": "object", "properties": {"a": {}}}, {"type": "object", "properties": {"b": {}}}]}),
            2,
        ),
        (
            json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}}}}),
            1,
        ),
        (json!({}), 0),
    ] {
        let declaration = FunctionDeclaration::new("f", "Does it.", Schema::from_value(schema));
        for dialect in SchemaDialect::all() {
            assert_eq!(check_declaration(dialect, &declaration), [], "{dialect:?}");
            if let Ok(told) = declaration.parameters().rewrite(dialect) {
                assert_eq!(
                    told.to_value()["properties"].as_object().unwrap().len(),
                    properties
                );
            }
        }
    }
}
