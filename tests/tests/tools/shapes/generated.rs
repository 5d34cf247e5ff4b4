//! Schemas that nobody wrote: whatever stands in one, each rewrite keeps to its rules.

use adk::content::{Schema, SchemaDialect};
use adk::testing::check_schema;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

const NAMES: [&str; 5] = ["a", "b", "c_d", "items", "enum"];
const DEFINITIONS: [&str; 3] = ["A", "B", "C"];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_rewrite_keeps_to_the_rules_of_its_dialect(schema in root()) {
        let schema = Schema::from_value(schema);
        for dialect in SchemaDialect::all() {
            let Ok(rewritten) = schema.rewrite(dialect) else {
                prop_assert_eq!(dialect, SchemaDialect::OpenAiStrict);
                continue;
            };
            let problems = check_schema(dialect, &rewritten);
            prop_assert!(problems.is_empty(), "{:?}: {:?}\n{}\n{}", dialect, problems, schema.as_json(), rewritten);
        }
    }

    #[test]
    fn whatever_stands_at_the_root_is_rewritten(schema in with_definitions(node())) {
        let schema = Schema::from_value(schema);
        for dialect in SchemaDialect::all() {
            let is_rewritten = schema.rewrite(dialect).is_ok();
            prop_assert!(is_rewritten || dialect == SchemaDialect::OpenAiStrict);
        }
    }

    #[test]
    fn the_canonical_form_stays_as_it_is(schema in root()) {
        let once = Schema::from_value(schema);
        // What cannot be joined stays as it was found.
        prop_assume!(!once.as_json().as_str().contains("allOf"));
        let twice = Schema::from_value(once.as_json().to_value());
        prop_assert_eq!(once, twice);
    }
}

/// The schema of an object, with definitions.
fn root() -> impl Strategy<Value = Value> {
    with_definitions(object(node()))
}

fn with_definitions(root: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let definitions = vec(node(), DEFINITIONS.len());
    (root, definitions).prop_map(|(mut root, definitions)| {
        let definitions = DEFINITIONS
            .iter()
            .map(|name| (*name).to_owned())
            .zip(definitions);
        root["$defs"] = Value::Object(definitions.collect());
        root
    })
}

fn node() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(4, 24, 4, |inner| {
        let of = |keyword: &'static str| {
            vec(inner.clone(), 1..4).prop_map(move |list| json!({keyword: list}))
        };
        let with = |keyword: &'static str| inner.clone().prop_map(move |one| json!({keyword: one}));
        prop_oneof![
            3 => object(inner.clone()),
            1 => with("additionalProperties"),
            1 => with("items"),
            1 => with("not"),
            1 => with("contains"),
            1 => inner.clone().prop_map(|one| json!({"type": "object", "patternProperties": {"^x": one}})),
            1 => of("anyOf"),
            1 => of("oneOf"),
            1 => of("allOf"),
            1 => of("prefixItems"),
            1 => of("items"),
            1 => (inner.clone(), inner.clone()).prop_map(|(one, other)| both(one, other)),
        ]
    })
}

/// Two schemas' keywords in one.
fn both(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            one.extend(other);
            one.into()
        }
        (one, _) => one,
    }
}

fn object(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let properties = btree_map(select(&NAMES[..]), inner, 0..4);
    let required = subsequence(&NAMES[..], 0..4);
    let others = prop_oneof![
        Just(None),
        Just(Some(json!(true))),
        Just(Some(json!(false)))
    ];
    (properties, required, others).prop_map(|(properties, required, others)| {
        let mut node = json!({"type": "object", "properties": properties, "required": required});
        if let Some(others) = others {
            node["additionalProperties"] = others;
        }
        node
    })
}

fn leaf() -> impl Strategy<Value = Value> {
    let scalar = select(
        &[
            "string", "integer", "number", "boolean", "null", "array", "object",
        ][..],
    );
    let value = select(vec![
        json!("x"),
        json!("y"),
        json!(1),
        json!(2.5),
        json!(true),
        json!(null),
    ]);
    let types = subsequence(&["string", "integer", "array", "object", "null"][..], 1..4);
    let rule = select(vec![
        json!({"minimum": 1, "exclusiveMaximum": 9}),
        json!({"exclusiveMinimum": true, "minimum": 0}),
        json!({"minLength": 1, "pattern": "^a", "format": "email"}),
        json!({"minItems": 1, "uniqueItems": true}),
        json!({"description": "Words.", "title": "T", "default": {"$ref": "#/$defs/A"}}),
        json!({"nullable": true}),
        json!({"format": "uint64"}),
        json!({}),
    ]);
    let plain = prop_oneof![
        scalar.prop_map(|name| json!({"type": name})),
        types.prop_map(|names| json!({"type": names})),
        value.clone().prop_map(|value| json!({"const": value})),
        vec(value, 1..4).prop_map(|values| json!({"enum": values})),
        select(&DEFINITIONS[..]).prop_map(|name| json!({"$ref": format!("#/$defs/{name}")})),
        select(
            &[
                "#",
                "#/properties/a",
                "#/$defs/None",
                "https://example.com/x"
            ][..]
        )
        .prop_map(|to| json!({"$ref": to})),
        Just(Value::Object(Map::new())),
    ];
    (plain, rule).prop_map(|(plain, rule)| both(plain, rule))
}
