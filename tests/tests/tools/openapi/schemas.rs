//! The schemas of a document as the model is told them: in the words of both versions, and with an
//! end, however they hold each other.

use serde_json::{Map, Value, json};

use super::{body, schema};

#[test]
fn both_versions_say_null_in_their_words() {
    let field = |field: Value| {
        let schema = schema(
            body(json!({"type": "object", "required": ["a"], "properties": {"a": field}})),
            json!({"schemas": {"S": {"type": "string", "maxLength": 3}}}),
        );
        schema["properties"]["a"].clone()
    };
    let null = json!({"type": ["string", "null"]});
    assert_eq!(field(json!({"type": "string", "nullable": true})), null);
    assert_eq!(field(json!({"type": ["string", "null"]})), null);
    let one_of = json!({"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]});
    assert_eq!(
        field(json!({"nullable": true, "allOf": [{"$ref": "#/components/schemas/S"}]})),
        one_of
    );
    assert_eq!(
        field(json!({"oneOf": [{"$ref": "#/components/schemas/S"}, {"type": "null"}]})),
        one_of
    );
    assert_eq!(
        field(json!({"$ref": "#/components/schemas/S", "description": "A word."})),
        json!({"type": "string", "description": "A word.", "maxLength": 3})
    );
    assert_eq!(
        field(json!({"type": "integer", "exclusiveMinimum": true, "minimum": 1}))["exclusiveMinimum"],
        1
    );
}

#[test]
fn schemas_that_hold_each_other_end() {
    let schema = schema(
        body(json!({"$ref": "#/components/schemas/A"})),
        json!({"schemas": {
            "A": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}}},
            "B": {"type": "object", "properties": {
                "a": {"$ref": "#/components/schemas/A"},
                "all": {"type": "array", "items": {"$ref": "#/components/schemas/B"}},
            }},
        }}),
    );
    assert!(
        schema["$defs"]
            .as_object()
            .is_some_and(|all| all.len() == 2),
        "{schema:#}"
    );
}

#[test]
fn many_schemas_that_name_each_other_twice_end() {
    let mut schemas = Map::new();
    for index in 0..60 {
        let next = format!("#/components/schemas/S{}", index + 1);
        let both = json!({"a": {"$ref": next}, "b": {"$ref": next}});
        schemas.insert(
            format!("S{index}"),
            json!({"type": "object", "properties": both}),
        );
    }
    schemas.insert("S60".into(), json!({"type": "string"}));
    let body = body(json!({"$ref": "#/components/schemas/S0"}));
    let schema = schema(body, json!({"schemas": schemas}));
    let length = schema.to_string().len();
    assert!((1_000..2_000_000).contains(&length), "{length}");
}

#[test]
fn parts_and_properties_without_end_end() {
    let parts = vec![json!({"$ref": "#/components/schemas/A"}); 300];
    let a = json!({"allOf": parts, "properties": {"a": {"enum": vec!["x"; 2_000]}}});
    let components = json!({"schemas": {"A": a}});
    let told = schema(body(json!({"allOf": parts})), components);
    assert_eq!(told["properties"], json!({"a": {}}));

    let many = (0..9_000).map(|index| (format!("p{index}"), json!({})));
    let many: Map<_, _> = many.collect();
    let told = schema(
        body(json!({"type": "object", "properties": many})),
        json!({}),
    );
    let count = told["properties"].as_object().unwrap().len();
    assert!((1_000..4_000).contains(&count), "{count}");
}
