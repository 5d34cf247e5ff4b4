//! Keys inside of arguments: the model is told which there are, and no other is passed over.

use std::collections::BTreeMap;

use adk::prelude::*;
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::call;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Item {
    sku: String,
    #[serde(alias = "count")]
    quantity: Option<u8>,
    #[serde(default)]
    extra: BTreeMap<String, u8>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shipping {
    Post {
        street: String,
    },
    Courier {
        street: String,
        phone: Option<String>,
    },
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Node {
    label: String,
    #[serde(default)]
    children: Vec<Node>,
}

/// Orders things.
#[tool]
async fn order(
    #[arg(undocumented)] items: Vec<Item>,
    #[arg(undocumented)] shipping: Option<Shipping>,
    #[arg(undocumented)] tree: Option<Node>,
) -> String {
    let items: Vec<_> = items
        .iter()
        .map(|item| (&item.sku, item.quantity, item.extra.len()))
        .collect();
    format!("{items:?} {shipping:?} {tree:?}")
}

async fn said(all: &[&str]) -> String {
    let mut said = Vec::new();
    for args in all {
        said.push(call(&order::tool(), args).await);
    }
    said.join("\n")
}

#[tokio::test]
async fn known_keys_are_taken_under_each_of_their_names() {
    let said = said(&[
        r#"{"items": [{"sku": "a", "quantity": 1, "extra": {"any": 1}}, {"sku": "b"}]}"#,
        r#"{"items": [{"sku": "a", "count": 2}]}"#,
        r#"{"items": [{"sku": "a", "count": "2"}]}"#,
        r#"{"items": [], "shipping": {"kind": "courier", "street": "s", "phone": null}}"#,
        r#"{"items": [], "tree": {"label": "a", "children": [{"label": "b", "children": []}]}}"#,
    ]);
    assert_snapshot!(said.await, @r#"
    {"result":"[(\"a\", Some(1), 1), (\"b\", None, 0)] None None"}
    {"result":"[(\"a\", Some(2), 0)] None None"}
    {"result":"[(\"a\", Some(2), 0)] None None"}
    {"result":"[] Some(Courier { street: \"s\", phone: None }) None"}
    {"result":"[] None Some(Node { label: \"a\", children: [Node { label: \"b\", children: [] }] })"}
    "#);
}

#[tokio::test]
async fn a_key_that_no_type_takes_is_refused_wherever_it_stands() {
    let said = said(&[
        r#"{"items": [{"sku": "a", "quantty": 1}]}"#,
        r#"{"items": [{"sku": "a", "count": 2}, {"sku": "b", "colour": "red"}]}"#,
        r#"{"items": "[{\"sku\": \"a\", \"colour\": \"red\"}]"}"#,
        r#"{"items": [], "shipping": {"kind": "post", "street": "s", "phone": "1"}}"#,
        r#"{"items": [], "shipping": {"kind": "post", "street": "s", "zip": 1}}"#,
        r#"{"items": [], "tree": {"label": "a", "children": [{"label": "b", "colour": 1}]}}"#,
    ]);
    assert_snapshot!(said.await, @"
    error: the arguments of `order` do not fit:
    - `items[0].quantty`: unknown; did you mean `quantity`?
    it takes `items`, `shipping` (optional), `tree` (optional)
    error: the arguments of `order` do not fit:
    - `items[1].colour`: unknown
    it takes `items`, `shipping` (optional), `tree` (optional)
    error: the arguments of `order` do not fit:
    - `items[0].colour`: unknown
    it takes `items`, `shipping` (optional), `tree` (optional)
    error: the arguments of `order` do not fit:
    - `shipping.phone`: unknown
    it takes `items`, `shipping` (optional), `tree` (optional)
    error: the arguments of `order` do not fit:
    - `shipping.zip`: unknown
    it takes `items`, `shipping` (optional), `tree` (optional)
    error: the arguments of `order` do not fit:
    - `tree.children[0].colour`: unknown
    it takes `items`, `shipping` (optional), `tree` (optional)
    ");
}

#[tokio::test]
async fn a_closure_is_as_strict() {
    let tool = FunctionTool::new("plant", "Plants a tree.", |tree: Node, _| async move {
        Ok::<_, ToolError>(tree.children.len())
    });
    let args = r#"{"label": "a", "children": [{"label": "b"}]}"#;
    assert_snapshot!(call(&tool, args).await, @r#"{"result":1}"#);
    let args = r#"{"label": "a", "children": [{"label": "b", "childen": []}]}"#;
    assert_snapshot!(call(&tool, args).await, @"
    error: the arguments of `plant` do not fit:
    - `children[0].childen`: unknown; did you mean `children`?
    it takes `label`, `children` (optional)
    ");
}
