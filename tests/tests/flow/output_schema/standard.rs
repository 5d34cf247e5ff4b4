//! What fits by the standard's own checker fits here, and what does not is refused, but for
//! what an answer may always do.

use adk::RunConfig;
use adk::content::Schema;
use adk::testing::ScriptedModel;
use serde_json::{Value, json};
use tests::stage::{Stage, helper};

fn schemas() -> Vec<Value> {
    let point = json!({
        "type": "object",
        "properties": {"x": {"type": "integer"}, "y": {"type": ["number", "null"]}},
        "required": ["x"],
    });
    let node = json!({
        "type": "object",
        "properties": {"v": {"type": "integer"}, "next": {"$ref": "#/$defs/Node"}},
        "required": ["v"],
    });
    let tagged = |tag: &str, field: &str| {
        json!({
            "type": "object",
            "properties": {"kind": {"const": tag}, field: {"type": "integer"}},
            "required": ["kind", field],
        })
    };
    vec![
        json!({}),
        json!({"type": "string", "minLength": 2, "maxLength": 3}),
        json!({"type": "integer", "minimum": 0, "exclusiveMaximum": 7}),
        json!({"type": ["number", "null"], "maximum": 2.5}),
        json!({"enum": ["a", 1, null]}),
        json!({"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 2}),
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}),
        json!({"type": "object", "additionalProperties": {"type": "integer"}}),
        json!({
            "type": "object",
            "patternProperties": {"^x": {"type": "integer"}},
            "additionalProperties": {"type": "string"},
        }),
        json!({"anyOf": [tagged("a", "x"), tagged("b", "y")]}),
        json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": point}]}),
        json!({"$ref": "#/$defs/Node", "$defs": {"Node": node}}),
        point,
    ]
}

fn answers() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(7),
        json!(-1),
        json!(2.25),
        json!(3.5),
        json!(""),
        json!("äö"),
        json!("a"),
        json!("long"),
        json!([]),
        json!([1]),
        json!([1, 2, 3]),
        json!(["a", 1]),
        json!(["a", "b"]),
        json!({}),
        json!({"x": 1}),
        json!({"x": "1"}),
        json!({"x": 1, "y": null}),
        json!({"x": 1, "z": "a"}),
        json!({"kind": "a", "x": 1}),
        json!({"kind": "a", "y": 1}),
        json!({"kind": "c"}),
        json!({"v": 1, "next": {"v": 2}}),
        json!({"v": 1, "next": {"v": "2"}}),
        json!([{"x": 1}, {"x": 2, "y": 0.5}]),
        json!([{"x": 1}, {"y": 2}]),
    ]
}

#[tokio::test]
async fn the_standards_checker_agrees() {
    let (mut accepted, mut refused) = (0, 0);
    for schema in schemas() {
        let schema = Schema::from_value(schema);
        let standard = jsonschema::validator_for(&schema.as_json().to_value()).unwrap();
        let open = open(schema.as_json().to_value());
        let lenient = jsonschema::validator_for(&open).unwrap();
        for answer in answers() {
            let model = ScriptedModel::new().text(answer.to_string());
            let stage = Stage::new(helper(&model).output_schema(schema.clone()));
            let config = RunConfig::new().max_output_repairs(0);
            let came = stage.run("Hi").config(config).text().await;
            let told = format!("{answer} by {}: {came:?}", schema.as_json());
            if standard.is_valid(&answer) {
                assert!(came.is_ok(), "{told}");
                accepted += 1;
            }
            let has_patterns = schema.as_json().as_str().contains("patternProperties");
            let may_pass = lenient.is_valid(&answer) || (has_patterns && answer.is_object());
            if !may_pass {
                assert!(came.is_err(), "{told}");
                refused += 1;
            }
        }
    }
    assert!(accepted > 50 && refused > 300, "{accepted} {refused}");
}

/// The same schema, whose objects take unknown keys and `null` for what may be left out.
fn open(mut schema: Value) -> Value {
    match &mut schema {
        Value::Array(schemas) => {
            return std::mem::take(schemas).into_iter().map(open).collect();
        }
        Value::Object(node) => {
            if node.get("additionalProperties") == Some(&json!(false)) {
                node.remove("additionalProperties");
            }
            let required = node.get("required").cloned().unwrap_or_default();
            if let Some(Value::Object(properties)) = node.get_mut("properties") {
                for (name, property) in properties {
                    let is_required = required
                        .as_array()
                        .is_some_and(|all| all.contains(&json!(name)));
                    if !is_required {
                        *property = json!({"anyOf": [property, {"type": "null"}]});
                    }
                }
            }
            for value in node.values_mut() {
                *value = open(value.take());
            }
        }
        _ => {}
    }
    schema
}
