//! Names that `#[serde(alias)]` allows are as good as those that the model is told.

use adk::prelude::*;
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{call, said};

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only Debug reads the fields")]
struct Flags {
    n: u32,
    #[serde(alias = "mm", alias = "muted")]
    m: bool,
    #[serde(default, alias = "kids")]
    children: Vec<Flags>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "only Debug reads the fields")]
enum Due {
    Days {
        #[serde(alias = "number")]
        count: u8,
    },
    Never,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only Debug reads the fields")]
struct Sort {
    #[serde(alias = "order")]
    sort: Option<u8>,
}

/// Knows names of old.
#[tool]
async fn names(
    #[serde(alias = "b")]
    #[arg(undocumented)]
    a: u32,
    #[arg(undocumented)] flags: Option<Vec<Flags>>,
    #[arg(undocumented)] due: Option<Due>,
    #[arg(flatten)] sort: Sort,
) -> String {
    format!("{a} {flags:?} {due:?} {sort:?}")
}

#[tokio::test]
async fn a_value_under_an_alias_is_mended_too() {
    let all = [
        r#"{"b": 1}"#,
        r#"{"b": "1"}"#,
        r#"{"a": "1", "flags": [{"n": "1", "mm": "true"}]}"#,
        r#"{"a": 1, "flags": [{"n": 1, "m": true, "kids": [{"n": 2, "muted": "false"}]}]}"#,
        r#"{"b": 1, "due": {"kind": "days", "number": "3"}}"#,
        r#"{"b": 1, "order": "3"}"#,
        r#"{"order": 3, "b": "1", "flags": "[]"}"#,
    ];
    assert_snapshot!(said(&names::tool(), &all).await, @r#"
    {"result":"1 None None Sort { sort: None }"}
    {"result":"1 None None Sort { sort: None }"}
    {"result":"1 Some([Flags { n: 1, m: true, children: [] }]) None Sort { sort: None }"}
    {"result":"1 Some([Flags { n: 1, m: true, children: [Flags { n: 2, m: false, children: [] }] }]) None Sort { sort: None }"}
    {"result":"1 None Some(Days { count: 3 }) Sort { sort: None }"}
    {"result":"1 None None Sort { sort: Some(3) }"}
    {"result":"1 Some([]) None Sort { sort: Some(3) }"}
    "#);
}

#[tokio::test]
async fn what_is_wrong_with_an_alias_is_told() {
    let all = [
        r#"{"a": 1, "b": 2}"#,
        r#"{"a": 1, "flags": [{"n": 1, "mm": true, "m": true, "x": 1}]}"#,
        r#"{"b": "one", "c": 1}"#,
        r#"{"a": 1, "flags": [{"n": "x", "m": true}, {"n": 1, "muted": "perhaps", "q": 1}]}"#,
        r#"{"a": 1, "sort": 1, "order": 2}"#,
    ];
    assert_snapshot!(said(&names::tool(), &all).await, @r#"
    error: the arguments of `names` do not fit:
    - `b`: another name of `a`, which is sent too: send one of them
    it takes `a`, `flags` (optional), `due` (optional), `sort` (optional)
    error: the arguments of `names` do not fit:
    - `flags[0].x`: unknown
    - `flags[0].mm`: another name of `m`, which is sent too: send one of them
    it takes `a`, `flags` (optional), `due` (optional), `sort` (optional)
    error: the arguments of `names` do not fit:
    - `c`: unknown
    - `a`: expected an integer from 0 to 4294967295, got "one"
    it takes `a`, `flags` (optional), `due` (optional), `sort` (optional)
    error: the arguments of `names` do not fit:
    - `flags[0].n`: expected an integer from 0 to 4294967295, got "x"
    - `flags[1].q`: unknown
    - `flags[1].m`: expected true or false, got "perhaps"
    it takes `a`, `flags` (optional), `due` (optional), `sort` (optional)
    error: the arguments of `names` do not fit:
    - `order`: another name of `sort`, which is sent too: send one of them
    it takes `a`, `flags` (optional), `due` (optional), `sort` (optional)
    "#);
}

/// Takes an alias as it is.
#[tool(exact)]
async fn exact(
    #[serde(alias = "b")]
    #[arg(undocumented)]
    a: u32,
    #[arg(undocumented)] flags: Option<Flags>,
) -> String {
    format!("{a} {flags:?}")
}

#[tokio::test]
async fn an_exact_tool_mends_nothing_under_an_alias() {
    let all = [
        r#"{"b": 1, "flags": {"n": 1, "mm": true}}"#,
        r#"{"b": "1"}"#,
    ];
    assert_snapshot!(said(&exact::tool(), &all).await, @r#"
    {"result":"1 Some(Flags { n: 1, m: true, children: [] })"}
    error: the arguments of `exact` do not fit:
    - `a`: expected an integer from 0 to 4294967295, got "1"
    it takes `a`, `flags` (optional)
    "#);
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Delivery {
    number: u8,
    #[serde(flatten)]
    note: Note,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Note {
    #[serde(alias = "remark")]
    note: String,
}

/// Delivers.
#[tool]
async fn deliver(#[arg(flatten)] order: Delivery, #[arg(undocumented)] fast: bool) -> String {
    format!("{} {} {fast}", order.number, order.note.note)
}

#[tokio::test]
async fn an_alias_inside_of_what_is_flattened_twice_is_taken() {
    let args = r#"{"number":1,"fast":true,"remark":"x"}"#;
    assert_eq!(
        call(&deliver::tool(), args).await,
        r#"{"result":"1 x true"}"#
    );
}

#[tokio::test]
async fn many_names_in_a_long_text_take_no_age() {
    let flags = vec![r#"{"n": 1, "m": true}"#; 20_000].join(",");
    let unknown: Vec<_> = (0..20).map(|index| format!(r#""x{index}": 1"#)).collect();
    let unknown = unknown.join(",");
    let args =
        format!(r#"{{"a": 1, {unknown}, "flags": [{flags}, {{"n": 1, "m": 1, {unknown}}}]}}"#);
    let told = call(&names::tool(), &args).await;
    assert!(told.contains("`x0`: unknown"), "{told}");
}
