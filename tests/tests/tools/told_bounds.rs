//! Bounds that `#[schemars(…)]` tells the model are kept in each call.

use std::collections::BTreeMap;

use adk::content::Schema;
use adk::prelude::*;
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::Deserialize;

use super::said;

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only Debug reads the fields")]
struct Item {
    #[schemars(range(min = 1, max = 9))]
    #[serde(alias = "number")]
    count: i64,
    #[schemars(length(max = 3))]
    note: Option<String>,
    #[serde(default)]
    parts: Vec<Item>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "only Debug reads the fields")]
enum Due {
    Days {
        #[schemars(range(min = 1))]
        days: u8,
    },
    Hours {
        hours: u8,
    },
}

/// Keeps what it tells.
#[tool]
async fn keep(
    #[schemars(range(max = 100))]
    #[arg(undocumented)]
    total: u8,
    #[schemars(length(min = 1, max = 2), regex(pattern = "^[a-z]*$"))]
    #[arg(undocumented)]
    word: Option<String>,
    #[arg(undocumented)] items: Option<BTreeMap<String, Item>>,
    #[arg(undocumented)] due: Option<Due>,
) -> String {
    format!("{total} {word:?} {items:?} {due:?}")
}

#[tokio::test]
async fn a_value_outside_does_not_reach_the_function() {
    let all = [
        r#"{"total": 100, "word": "AB", "items": {"a": {"count": 1, "note": "äöü"}}}"#,
        r#"{"total": 101}"#,
        r#"{"total": "101"}"#,
        r#"{"total": 1, "word": ""}"#,
        r#"{"total": 1, "items": {"a": {"count": 1, "parts": [{"count": 0, "note": "long"}]}}}"#,
        r#"{"total": 1, "items": {"a": {"number": 10}, "b": {"number": 9}}}"#,
        r#"{"total": 1, "due": {"kind": "days", "days": 0}}"#,
        r#"{"total": 1, "due": {"kind": "hours", "hours": 0}}"#,
    ];
    assert_snapshot!(said(&keep::tool(), &all).await, @r#"
    {"result":"100 Some(\"AB\") Some({\"a\": Item { count: 1, note: Some(\"äöü\"), parts: [] }}) None"}
    error: the arguments of `keep` do not fit:
    - `total`: expected an integer from 0 to 100, got 101
    it takes `total`, `word` (optional), `items` (optional), `due` (optional)
    error: the arguments of `keep` do not fit:
    - `total`: expected an integer from 0 to 100, got 101
    it takes `total`, `word` (optional), `items` (optional), `due` (optional)
    error: the arguments of `keep` do not fit:
    - `word`: expected a string of 1 to 2 characters, got ""
    it takes `total`, `word` (optional), `items` (optional), `due` (optional)
    error: the arguments of `keep` do not fit:
    - `items.a.parts[0].count`: expected an integer from 1 to 9, got 0
    - `items.a.parts[0].note`: expected a string of at most 3 characters, got "long"
    it takes `total`, `word` (optional), `items` (optional), `due` (optional)
    error: the arguments of `keep` do not fit:
    - `items.a.count`: expected an integer from 1 to 9, got 10
    it takes `total`, `word` (optional), `items` (optional), `due` (optional)
    error: the arguments of `keep` do not fit:
    - `due.days`: expected an integer from 1 to 255, got 0
    it takes `total`, `word` (optional), `items` (optional), `due` (optional)
    {"result":"1 None None Some(Hours { hours: 0 })"}
    "#);
}

#[tokio::test]
async fn a_closure_keeps_them_too() {
    let count = |item: Item, _| async move { Ok::<_, ToolError>(item.count) };
    let tool = FunctionTool::new("count", "Counts.", count);
    let all = [
        r#"{"count": 9}"#,
        r#"{"count": 10}"#,
        r#"{"number": 10}"#,
        r#"{"count": 9, "parts": [{"count": 1, "note": "long"}]}"#,
    ];
    assert_snapshot!(said(&tool, &all).await, @r#"
    {"result":9}
    error: the arguments of `count` do not fit:
    - `count`: expected an integer from 1 to 9, got 10
    it takes `count`, `note` (optional), `parts` (optional)
    error: the arguments of `count` do not fit:
    - `count`: expected an integer from 1 to 9, got 10
    it takes `count`, `note` (optional), `parts` (optional)
    error: the arguments of `count` do not fit:
    - `parts[0].note`: expected a string of at most 3 characters, got "long"
    it takes `count`, `note` (optional), `parts` (optional)
    "#);
}

/// Is told by hand.
#[tool(input_schema = Schema::from_value(serde_json::json!({
    "type": "object",
    "properties": {"days": {"type": "integer", "maximum": 7}},
    "required": ["days"],
})))]
async fn by_hand(#[arg(undocumented)] days: u8) -> u8 {
    days
}

#[tokio::test]
async fn a_schema_by_hand_is_kept_as_well() {
    let all = [r#"{"days": 7}"#, r#"{"days": 8}"#];
    assert_snapshot!(said(&by_hand::tool(), &all).await, @r#"
    {"result":7}
    error: the arguments of `by_hand` do not fit:
    - `days`: expected an integer of at most 7, got 8
    it takes `days`
    "#);
}
