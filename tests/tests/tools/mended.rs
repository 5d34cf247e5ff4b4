//! What is meant in one way only is mended wherever it stands.

use std::collections::{BTreeMap, HashMap};

use adk::prelude::*;
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::Deserialize;

use super::said;

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only Debug reads the fields")]
struct Point {
    x: i32,
    y: Option<i32>,
}

/// Takes values by name and by place.
#[tool]
async fn inside(
    #[arg(undocumented)] prices: Option<HashMap<String, f64>>,
    #[arg(undocumented)] points: Option<BTreeMap<String, Point>>,
    #[arg(undocumented)] numbered: Option<BTreeMap<u8, bool>>,
    #[arg(undocumented)] pair: Option<(u8, String)>,
    #[arg(undocumented)] pairs: Option<Vec<(u8, Point)>>,
) -> String {
    format!("{prices:?} {points:?} {numbered:?} {pair:?} {pairs:?}")
}

#[tokio::test]
async fn values_of_maps_and_of_tuples_are_mended() {
    let all = [
        r#"{"prices": {"x": "1.5"}}"#,
        r#"{"points": {"a": {"x": "1", "y": null}, "b": "{\"x\": 2}"}}"#,
        r#"{"numbered": {"1": "true"}}"#,
        r#"{"pair": ["1", 2]}"#,
        r#"{"pairs": [["1", {"x": "2"}], [3, {"x": 4}]]}"#,
        r#"{"prices": {"x": "dear"}, "pair": ["x", "y"]}"#,
    ];
    assert_snapshot!(said(&inside::tool(), &all).await, @r#"
    {"result":"Some({\"x\": 1.5}) None None None None"}
    {"result":"None Some({\"a\": Point { x: 1, y: None }, \"b\": Point { x: 2, y: None }}) None None None"}
    {"result":"None None Some({1: true}) None None"}
    {"result":"None None None Some((1, \"2\")) None"}
    {"result":"None None None None Some([(1, Point { x: 2, y: None }), (3, Point { x: 4, y: None })])"}
    error: the arguments of `inside` do not fit:
    - `prices.x`: expected a number, got "dear"
    - `pair[0]`: expected an integer from 0 to 255, got "x"
    it takes `prices` (optional), `points` (optional), `numbered` (optional), `pair` (optional), `pairs` (optional)
    "#);
}
