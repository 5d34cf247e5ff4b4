//! The canonical form of schemas written by hand.

use std::time::{Duration, Instant};

use adk::content::{Schema, SchemaDialect};
use adk::testing::check_schema;
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

#[test]
fn definitions_are_put_in_their_place_and_recursion_stays() {
    let schema = canonical(json!({
        "type": "object",
        "properties": {
            "unit": {"$ref": "#/definitions/Unit"},
            "again": {"$ref": "#/properties/unit"},
            "tree": {"$ref": "#/definitions/Tree"},
            "lost": {"$ref": "https://example.com/schema", "description": "Kept."},
        },
        "required": ["unit", "again", "tree"],
        "definitions": {
            "Unit": {"enum": ["a", "b"]},
            "Unused": {"type": "string"},
            "Tree": {
                "type": "object",
                "properties": {"unit": {"$ref": "#/definitions/Unit"}, "next": {"$ref": "#/definitions/Tree"}},
            },
        },
    }));
    let unit = json!({"type": "string", "enum": ["a", "b"]});
    assert_eq!(schema["properties"]["unit"], unit);
    assert_eq!(schema["properties"]["again"], unit);
    assert_eq!(
        schema["properties"]["lost"],
        json!({"description": "Kept."})
    );
    assert_eq!(
        schema["properties"]["tree"],
        json!({"$ref": "#/$defs/Tree"})
    );
    assert_eq!(
        schema["$defs"].as_object().map(serde_json::Map::len),
        Some(1)
    );
    assert_eq!(schema["$defs"]["Tree"]["properties"]["unit"], unit);
    assert_eq!(schema.get("definitions"), None);
}

#[test]
fn older_drafts_are_read() {
    let schema = canonical(json!({
        "type": "array",
        "items": [{"type": ["string"], "nullable": true}, {"type": "integer", "minimum": 0, "exclusiveMinimum": true}],
        "additionalItems": false,
    }));
    assert_eq!(
        schema,
        json!({
            "type": "array",
            "prefixItems": [{"type": ["string", "null"]}, {"type": "integer", "exclusiveMinimum": 0}],
            "maxItems": 2,
        })
    );
}

#[test]
fn what_holds_together_is_joined() {
    let schema = canonical(json!({
        "type": "object",
        "properties": {"id": {"type": "integer"}},
        "required": ["id"],
        "allOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"oneOf": [{"required": ["id", "b"]}, {"const": "c"}]},
        ],
    }));
    let branches = schema["anyOf"].as_array().unwrap();
    assert_eq!(branches[0]["required"], json!(["id", "a", "b"]));
    assert_eq!(branches[1]["properties"]["c"], json!({"type": "null"}));
    assert_eq!(schema.get("allOf"), None);
}

#[test]
fn what_one_part_requires_and_another_describes_keeps_its_description() {
    let name = json!({"properties": {"name": {"type": "string", "maxLength": 3}}});
    let needed = json!({"required": ["name"]});
    for parts in [
        json!([needed, name]),
        json!([name, needed]),
        json!([needed, needed, name]),
        json!([{"allOf": [needed]}, {"allOf": [name]}]),
    ] {
        let schema = canonical(json!({"type": "object", "allOf": parts}));
        let told = json!({"name": {"type": "string", "maxLength": 3}});
        assert_eq!(schema["properties"], told, "{parts}");
        assert_eq!(schema["required"], json!(["name"]), "{parts}");
    }
    // The same where alternatives are needed beside it.
    let schema = canonical(json!({
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "anyOf": [{"required": ["name"]}, {"required": ["id"], "properties": {"id": {"type": "integer"}}}],
    }));
    let branches = schema["anyOf"].as_array().unwrap();
    assert_eq!(branches[0]["properties"]["name"], json!({"type": "string"}));
    assert_eq!(branches[1]["properties"]["id"], json!({"type": "integer"}));
}

#[test]
fn small_schemas_make_no_large_ones() {
    let twice = |name: &str| json!({"type": "object", "properties": {"a": {"$ref": format!("#/$defs/{name}")}, "b": {"$ref": format!("#/$defs/{name}")}}});
    let names = (0..64).map(|depth| format!("D{depth}"));
    let definitions: serde_json::Map<String, Value> = names
        .enumerate()
        .map(|(depth, name)| (name, twice(&format!("D{}", depth + 1))))
        .collect();
    let mut chain = json!({"$ref": "#/$defs/D0"});
    for _ in 0..24 {
        chain = json!({
            "type": "object",
            "properties": {"inner": chain},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
            "allOf": [{"anyOf": [{"required": ["c"]}, {"required": ["d"]}]}],
        });
    }
    chain["$defs"] = definitions.into();
    let schema = Schema::from_value(chain);
    assert!(schema.as_json().as_str().len() < 4_000_000);
    for dialect in adk::content::SchemaDialect::all() {
        if let Ok(rewritten) = schema.rewrite(dialect) {
            assert!(rewritten.as_str().len() < 4_000_000, "{dialect:?}");
        }
    }
}

#[test]
fn many_definitions_that_lead_to_each_other_take_no_square_of_their_time() {
    const MANY: usize = 4_000;
    let to = |index: usize| json!({"$ref": format!("#/$defs/D{}", index % MANY)});
    let definition = |index: usize| {
        let both = json!({"a": to(index + 1), "b": to(index + MANY - 1)});
        (
            format!("D{index}"),
            json!({"type": "object", "properties": both}),
        )
    };
    let definitions: serde_json::Map<_, _> = (0..MANY).map(definition).collect();
    let started = Instant::now();
    let told = canonical(json!({"$ref": "#/$defs/D0", "$defs": definitions}));
    let took = started.elapsed();
    assert_eq!(told["$defs"].as_object().unwrap().len(), MANY);
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn every_way_back_is_cut_for_gemini_also_beside_another() {
    let schema = Schema::from_value(json!({
        "type": "object",
        "properties": {"list": {"$ref": "#/$defs/List"}},
        "$defs": {"List": {
            "$ref": "#/$defs/List",
            "items": {"$ref": "#/$defs/List"},
        }},
    }));
    let gemini = schema.rewrite(SchemaDialect::Gemini).unwrap();
    assert_eq!(check_schema(SchemaDialect::Gemini, &gemini), []);
}

#[test]
fn what_joining_brings_together_is_canonical_too() {
    let once = canonical(json!({
        "type": "object",
        "properties": {"a": {
            "type": "object",
            "properties": {"a": {"type": "string", "nullable": true}},
            "$ref": "#/$defs/A",
        }},
        "$defs": {"A": {"oneOf": [{"description": "Words."}, {"type": "object", "properties": {}}]}},
    }));
    assert_eq!(canonical(once.clone()), once);
    let inner = &once["properties"]["a"]["anyOf"][0]["properties"]["a"];
    assert_eq!(*inner, json!({"type": "string"}));
}

#[test]
fn strict_mode_takes_nothing_beside_a_way_back() {
    let schema = Schema::from_value(json!({
        "type": "object",
        "properties": {"a": {"items": {"$ref": "#/$defs/A", "minimum": 1, "exclusiveMaximum": 9}}},
        "required": [],
        "additionalProperties": false,
        "$defs": {"A": {
            "$ref": "#",
            "minimum": 1,
            "exclusiveMaximum": 9,
            "additionalProperties": {"enum": ["x"], "minLength": 1, "pattern": "^a", "format": "email"},
        }},
    }));
    if let Ok(strict) = schema.rewrite(SchemaDialect::OpenAiStrict) {
        assert_eq!(
            check_schema(SchemaDialect::OpenAiStrict, &strict),
            [],
            "{strict}"
        );
    }
}
