//! The canonical form of schemas written by hand.

use adk::content::Schema;
use serde_json::{Value, json};

fn canonical(schema: Value) -> Value {
    Schema::from_value(schema).as_json().to_value()
}

#[test]
fn keywords_are_read_only_where_schemas_stand() {
    let data = json!({
        "type": "object",
        "properties": {
            "title": {"type": "string", "default": {"title": "kept", "const": 1}},
            "const": {"enum": [{"title": "kept"}]},
            "format": {"type": "integer", "format": "uint8"},
        },
        "required": ["title", "const", "format"],
        "additionalProperties": false,
    });
    let mut expected = data.clone();
    expected["properties"]["format"] = json!({"type": "integer", "minimum": 0, "maximum": 255});
    assert_eq!(canonical(data), expected);
}

#[test]
fn constants_and_typeless_enums_get_a_type() {
    assert_eq!(
        canonical(json!({"const": "a"})),
        json!({"type": "string", "enum": ["a"]})
    );
    assert_eq!(
        canonical(json!({"enum": [1, 2]})),
        json!({"type": "integer", "enum": [1, 2]})
    );
    assert_eq!(
        canonical(json!({"enum": [1, 2.5]})),
        json!({"type": "number", "enum": [1, 2.5]})
    );
}

#[test]
fn null_leaves_optional_properties_and_stays_elsewhere() {
    let schema = canonical(json!({
        "type": "object",
        "properties": {
            "a": {"type": ["string", "null"], "default": null},
            "b": {"type": ["string", "null"]},
            "c": {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "Words."},
            "d": {"type": "array", "items": {"type": ["integer", "null"]}},
        },
        "required": ["b"],
    }));
    assert_eq!(
        schema["properties"],
        json!({
            "a": {"type": "string"},
            "b": {"type": ["string", "null"]},
            "c": {"type": "integer", "description": "Words."},
            "d": {"type": "array", "items": {"type": ["integer", "null"]}},
        })
    );
}

#[test]
fn objects_are_closed_and_maps_are_not() {
    let closed = json!({"type": "object", "properties": {}, "additionalProperties": false});
    assert_eq!(canonical(json!({"type": "object"})), closed);
    let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
    assert_eq!(canonical(map.clone()), map);
}

#[test]
fn alternatives_share_the_properties_beside_them() {
    let schema = canonical(json!({
        "type": "object",
        "properties": {"id": {"type": "integer"}},
        "required": ["id"],
        "oneOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"type": "object", "properties": {"b": {"type": "string"}}},
        ],
    }));
    assert_eq!(schema.get("properties"), None);
    assert_eq!(schema["anyOf"][0]["required"], json!(["id", "a"]));
    assert_eq!(
        schema["anyOf"][1]["properties"]["id"],
        json!({"type": "integer"})
    );
}

#[test]
fn the_form_is_its_own_canonical_form() {
    let once = canonical(json!({
        "title": "T",
        "oneOf": [
            {"const": "a", "description": "First."},
            {"const": "b"},
            {"enum": ["c", "d"]},
        ],
    }));
    assert_eq!(canonical(once.clone()), once);
    assert_eq!(once["description"], "- `a`: First.");
    assert_eq!(once["enum"], json!(["a", "b", "c", "d"]));
}
