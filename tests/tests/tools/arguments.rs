//! From what a model sends to what the function gets.

use std::collections::BTreeMap;

use adk::prelude::*;
use adk::schemars::JsonSchema;
use insta::assert_snapshot;
use serde::{Deserialize, Serialize};

use super::call;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    Fahrenheit,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Item {
    sku: String,
    count: u8,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Order {
    number: u64,
    items: Vec<Item>,
    note: Option<String>,
}

/// Shows what it got.
#[tool]
async fn show(
    #[arg(undocumented)] city: &str,
    #[arg(undocumented)] days: u8,
    #[arg(undocumented, default = Unit::Celsius)] unit: Unit,
    #[arg(undocumented)] order: Option<Order>,
    #[arg(undocumented)] tags: Option<Vec<String>>,
    #[arg(undocumented)] loud: Option<bool>,
    #[arg(undocumented)] ratio: Option<f64>,
) -> String {
    format!("{city} {days} {unit:?} {order:?} {tags:?} {loud:?} {ratio:?}")
}

/// Shows what it got, and mends nothing.
#[tool(exact)]
async fn exact(#[arg(undocumented)] days: u8) -> u8 {
    days
}

/// Sends an order.
#[tool]
async fn order(#[arg(flatten)] order: Order, #[arg(undocumented)] to: &str) -> String {
    format!("{} {} {}", order.number, order.items.len(), to)
}

/// Keeps all it gets.
#[tool]
async fn keep(
    #[arg(undocumented)] id: u8,
    #[arg(flatten)] rest: BTreeMap<String, u8>,
) -> BTreeMap<String, u8> {
    let _ = id;
    rest
}

/// Bounded.
#[tool]
async fn bounded(
    #[arg(undocumented, min = -1.5, max = 3)] level: Option<f64>,
    #[arg(undocumented, max_len = 3)] word: &str,
    #[arg(undocumented, min_len = 1)] list: Vec<u8>,
    #[arg(undocumented, one_of(1, 2, 3))] step: u8,
) -> String {
    format!("{level:?} {word} {list:?} {step}")
}

type Perhaps<T> = Option<T>;

/// Takes what may be missing behind an alias.
#[tool]
async fn alias(#[arg(undocumented)] perhaps: Perhaps<u8>) -> bool {
    perhaps.is_none()
}

#[tokio::test]
async fn arguments_that_are_right() {
    let tool = show::tool();
    let all = r#"{"unit":"fahrenheit","days":3,"city":"A","order":{"number":1,"items":[{"sku":"x","count":2}]},"tags":["t"],"loud":true,"ratio":2}"#;
    assert_snapshot!(call(&tool, all).await, @r#"{"result":"A 3 Fahrenheit Some(Order { number: 1, items: [Item { sku: \"x\", count: 2 }], note: None }) Some([\"t\"]) Some(true) Some(2.0)"}"#);
    assert_snapshot!(call(&tool, r#"{"city":"é\"","days":1}"#).await, @r#"{"result":"é\" 1 Celsius None None None None"}"#);
    assert_snapshot!(call(&tool, r#"{"ci\u0074y":"A","days":1}"#).await, @r#"{"result":"A 1 Celsius None None None None"}"#);
    assert_snapshot!(call(&tool, r#"{"city":"A","days":1,"days":2}"#).await, @r#"{"result":"A 2 Celsius None None None None"}"#);
    assert_snapshot!(call(&alias::tool(), "{}").await, @r#"{"result":true}"#);
}

#[tokio::test]
async fn what_is_meant_in_one_way_is_mended() {
    let tool = show::tool();
    let mended = r#"{"city":5,"days":" 3 ","unit":"Fahrenheit","order":"{\"number\":\"1\",\"items\":[{\"sku\":\"x\",\"count\":2.0}],\"note\":null}","tags":"[\"a\"]","loud":"TRUE","ratio":"0.5"}"#;
    assert_snapshot!(call(&tool, mended).await, @r#"{"result":"5 3 Fahrenheit Some(Order { number: 1, items: [Item { sku: \"x\", count: 2 }], note: None }) Some([\"a\"]) Some(true) Some(0.5)"}"#);
    let nulls = r#"{"city":"A","days":1,"unit":null,"order":null,"tags":null}"#;
    assert_snapshot!(call(&tool, nulls).await, @r#"{"result":"A 1 Celsius None None None None"}"#);
    let whole = r#""{\"city\":\"A\",\"days\":1}""#;
    assert_snapshot!(call(&tool, whole).await, @r#"{"result":"A 1 Celsius None None None None"}"#);
    assert_snapshot!(call(&alias::tool(), "null").await, @r#"{"result":true}"#);
}

#[tokio::test]
async fn an_exact_tool_mends_nothing() {
    assert_snapshot!(call(&exact::tool(), r#"{"days":"3"}"#).await);
    assert_snapshot!(call(&exact::tool(), "\"{}\"").await);
}

#[tokio::test]
async fn all_that_is_wrong_is_told_at_once() {
    let tool = show::tool();
    assert_snapshot!(call(&tool, r#"{"citi":"A","days":300,"unit":"kelvin","order":{"number":-1,"items":[{"sku":1,"count":"x"},{"sku":"b"}],"nott":1}}"#).await);
    assert_snapshot!(call(&tool, "[1]").await);
    assert_snapshot!(call(&tool, r#"{"city":"A","days":1.5}"#).await);
    let long = format!(r#"{{"city":"A","days":"{}"}}"#, "ü".repeat(500));
    assert_snapshot!(call(&tool, &long).await);
    let many: Vec<_> = (0..40).map(|index| format!(r#""k{index}":1"#)).collect();
    assert_snapshot!(call(&tool, &format!("{{{}}}", many.join(","))).await);
}

#[tokio::test]
async fn flattened_arguments() {
    let tool = order::tool();
    assert_snapshot!(call(&tool, r#"{"number":1,"items":[],"to":"A"}"#).await, @r#"{"result":"1 0 A"}"#);
    assert_snapshot!(call(&tool, r#"{"number":"1","items":"[]","to":"A","note":null}"#).await, @r#"{"result":"1 0 A"}"#);
    assert_snapshot!(
        call(
            &tool,
            r#"{"items":[{"sku":"x","count":256}],"to":"A","numbr":1}"#
        )
        .await
    );
    assert_snapshot!(call(&keep::tool(), r#"{"a":1,"id":2,"b":3}"#).await, @r#"{"a":1,"b":3}"#);
    assert_snapshot!(call(&keep::tool(), r#"{"a":"x","id":2}"#).await);
}

#[tokio::test]
async fn bounds_are_kept() {
    let tool = bounded::tool();
    assert_snapshot!(call(&tool, r#"{"level":-1.5,"word":"äöü","list":[1],"step":3}"#).await, @r#"{"result":"Some(-1.5) äöü [1] 3"}"#);
    assert_snapshot!(call(&tool, r#"{"level":null,"word":"","list":[1],"step":"2"}"#).await, @r#"{"result":"None  [1] 2"}"#);
    assert_snapshot!(call(&tool, r#"{"level":-1.6,"word":"äöüß","list":[],"step":4}"#).await);
}

#[derive(Deserialize, JsonSchema)]
struct Share {
    #[serde(deserialize_with = "above_zero")]
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    part: f64,
    #[serde(deserialize_with = "above_zero")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    of: i32,
}

fn above_zero<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de> + Default + PartialOrd,
{
    let value = T::deserialize(deserializer)?;
    let refused = || serde::de::Error::custom("it is not above 0");
    (value > T::default()).then_some(value).ok_or_else(refused)
}

/// Takes a share.
#[tool]
async fn share(#[arg(flatten)] share: Share) -> f64 {
    share.part * f64::from(share.of)
}

#[tokio::test]
async fn bounds_that_are_left_out_are_told_as_such() {
    let tool = share::tool();
    assert_snapshot!(call(&tool, r#"{"part":0.5,"of":4}"#).await, @r#"{"result":2.0}"#);
    let refused = call(&tool, r#"{"part":0.0,"of":0}"#).await;
    for told in [
        "- `part`: expected a number above 0 and below 1, got 0.0",
        "- `of`: expected an integer above 0 and of at most 2147483647, got 0",
    ] {
        assert!(refused.contains(told), "{refused}");
    }
}

/// A number that is even, which no schema says.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Even(u8);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u8::deserialize(deserializer)? {
            odd if odd % 2 == 1 => Err(serde::de::Error::custom(format!("{odd} is odd"))),
            even => Ok(Self(even)),
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct Evens {
    first: Vec<Even>,
}

/// Adds even numbers.
#[tool]
async fn add_even(
    #[arg(undocumented)] more: BTreeMap<String, Even>,
    #[arg(flatten)] evens: Evens,
    #[arg(undocumented)] last: u8,
) -> u8 {
    let all = evens.first.into_iter().chain(more.into_values());
    all.map(|even| even.0).sum::<u8>() + last
}

#[tokio::test]
async fn what_only_the_type_knows_is_told_too() {
    let tool = add_even::tool();
    let right = r#"{"first":[2,4],"more":{"a":6},"last":"1"}"#;
    assert_snapshot!(call(&tool, right).await, @r#"{"result":13}"#);
    let wrong = r#"{"first":[2,3],"more":{"a":5},"last":"x"}"#;
    assert_snapshot!(call(&tool, wrong).await);
}

#[expect(dead_code, reason = "only Debug reads the fields")]
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Term {
    Add { left: Box<Term>, right: Box<Term> },
    Less { left: Box<Term>, right: Box<Term> },
    Number { value: i64 },
}

/// Computes.
#[tool]
async fn compute(#[arg(undocumented)] term: Term) -> String {
    format!("{term:?}")
}

#[tokio::test]
async fn alternatives_within_alternatives_take_no_age() {
    let tool = compute::tool();
    let nested = |leaf: &str, depth| {
        (0..depth).fold(leaf.to_owned(), |term, _| {
            format!(r#"{{"op":"add","left":{{"op":"number","value":1}},"right":{term}}}"#)
        })
    };
    let wrong = nested(r#"{"op":"number","value":"x"}"#, 30);
    let refused = call(&tool, &format!(r#"{{"term":{wrong}}}"#)).await;
    let start = "error: the arguments of `compute` do not fit:\n- `term.right.right.";
    assert!(refused.starts_with(start), "{refused}");
    let mended = nested(r#"{"op":"number","value":"2"}"#, 1);
    assert_snapshot!(call(&tool, &format!(r#"{{"term":{mended}}}"#)).await, @r#"{"result":"Add { left: Number { value: 1 }, right: Number { value: 2 } }"}"#);
}

#[tokio::test]
async fn depth_is_no_danger() {
    let deep = format!(
        r#"{{"city":{}{},"days":1}}"#,
        "[".repeat(5000),
        "]".repeat(5000)
    );
    assert_snapshot!(call(&show::tool(), &deep).await);
}

#[tokio::test]
async fn a_tool_of_any_object_takes_any_keys() {
    let echo = FunctionTool::new(
        "echo",
        "Echoes.",
        |value: serde_json::Value, _| async move { Ok::<_, ToolError>(value) },
    );
    let schema = echo.declaration().parameters().as_json().to_value();
    assert_eq!(schema["additionalProperties"], serde_json::json!(true));
    assert_eq!(call(&echo, r#"{"a":[1]}"#).await, r#"{"a":[1]}"#);
}
