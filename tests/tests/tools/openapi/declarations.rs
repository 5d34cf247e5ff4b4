//! What the model is told of the operations and of their arguments.

use adk::tool::Toolset as _;
use adk::tool::openapi::{Method, OpenApiToolset};
use adk::{testing, tools};
use insta::assert_snapshot;
use serde_json::json;

use super::{body, document, schema, shop, tool};

fn told(toolset: &OpenApiToolset, name: &str) -> String {
    let tool = tool(toolset, name);
    let schema = tool.declaration().parameters().as_json().to_value();
    format!("{}\n{schema:#}", tool.description())
}

#[test]
fn each_operation_is_a_tool() {
    let shop = shop().build().unwrap();
    assert_eq!(shop.name(), "Shop");
    let names = tools![..shop.clone()].names().join(" ");
    assert_eq!(
        names,
        "list_orders create_order get_order replace_order add_category"
    );
    testing::assert_tools(tools![..shop.clone()]);
    assert_snapshot!(told(&shop, "list_orders"), @r#"
    Lists orders.

    The newest come first.
    {
      "type": "object",
      "properties": {
        "status": {
          "type": "array",
          "description": "Only these.",
          "items": {
            "type": "string",
            "enum": [
              "open",
              "paid"
            ]
          }
        },
        "page_size": {
          "type": "integer",
          "default": 20,
          "minimum": 1,
          "maximum": 2147483647
        },
        "X_Trace": {
          "type": "string"
        },
        "lang": {
          "type": "string"
        }
      },
      "required": [],
      "additionalProperties": false
    }
    "#);
    assert_snapshot!(told(&shop, "create_order"), @r#"
    Orders something.
    {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "description": "A number of yours."
        },
        "item": {
          "type": "string"
        },
        "note": {
          "type": "string",
          "maxLength": 9
        },
        "extras": {
          "type": "object",
          "additionalProperties": true
        },
        "gift": {
          "type": "boolean"
        }
      },
      "required": [
        "id",
        "item"
      ],
      "additionalProperties": false
    }
    "#);
}

#[test]
fn a_body_may_be_left_out_and_hold_itself() {
    let shop = shop().build().unwrap();
    assert_snapshot!(told(&shop, "replace_order"), @r#"
    Calls PUT /orders/{id}.
    {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "description": "The order's number."
        },
        "body": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "description": "A number of yours."
            },
            "item": {
              "type": "string"
            },
            "note": {
              "type": "string",
              "maxLength": 9
            },
            "extras": {
              "type": "object",
              "additionalProperties": true
            },
            "gift": {
              "type": "boolean"
            }
          },
          "required": [
            "id",
            "item"
          ],
          "additionalProperties": false
        }
      },
      "required": [
        "id"
      ],
      "additionalProperties": false
    }
    "#);
    assert_snapshot!(told(&shop, "add_category"), @r##"
    Calls POST /categories.
    {
      "type": "object",
      "properties": {
        "name": {
          "type": "string"
        },
        "children": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Category"
          }
        }
      },
      "required": [
        "name"
      ],
      "additionalProperties": false,
      "$defs": {
        "Category": {
          "type": "object",
          "properties": {
            "name": {
              "type": "string"
            },
            "children": {
              "type": "array",
              "items": {
                "$ref": "#/$defs/Category"
              }
            }
          },
          "required": [
            "name"
          ],
          "additionalProperties": false
        }
      }
    }
    "##);
}

#[test]
fn the_program_chooses_among_the_operations() {
    let build = |filter: fn(&adk::tool::openapi::Operation) -> bool| {
        let shop = shop().operations(filter);
        tools![..shop.with_deprecated().name("mine").build().unwrap()]
            .names()
            .join(" ")
    };
    assert_eq!(
        build(|operation| operation.tags() == ["orders"]),
        "list_orders"
    );
    assert_eq!(
        build(|operation| operation.id() == Some("getOrder")),
        "get_order"
    );
    assert_eq!(
        build(|operation| operation.name() == "get_order"),
        "get_order"
    );
    assert_eq!(
        build(|operation| operation.path() == "/categories"),
        "add_category"
    );
    // As ADK names what has no name: by path and method.
    assert_eq!(
        build(|operation| operation.method() == Method::Delete),
        "orders_id_delete"
    );
    assert_eq!(
        build(adk::tool::openapi::Operation::is_deprecated),
        "orders_id_delete"
    );
}

#[test]
fn hints_follow_the_method() {
    let shop = shop().with_deprecated().build().unwrap();
    let of = |name| {
        let hints = tool(&shop, name).hints();
        [
            hints.is_read_only(),
            hints.is_destructive(),
            hints.is_idempotent(),
        ]
    };
    assert_eq!(of("list_orders"), [true, false, true]);
    assert_eq!(of("create_order"), [false, false, false]);
    assert_eq!(of("replace_order"), [false, false, true]);
    assert_eq!(of("orders_id_delete"), [false, true, true]);
}

#[test]
fn arguments_of_one_name_are_told_apart_by_their_place() {
    let mut operation = body(json!({"type": "object", "properties": {"id": {}, "body_id": {}}}));
    operation["parameters"] = json!([
        {"name": "id", "in": "query", "schema": {"type": "string"}},
        {"name": "id", "in": "header", "schema": {"type": "string"}},
        {"name": "id", "in": "cookie", "schema": {"type": "string"}},
        {"name": "body_id", "in": "query", "schema": {"type": "string"}},
    ]);
    let schema = schema(operation, json!({}));
    let names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    let expected = [
        "id",
        "header_id",
        "cookie_id",
        "body_id",
        "body_id_2",
        "body_body_id",
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_body_that_is_no_closed_object_is_one_argument() {
    for (body, expected) in [
        (
            json!({"type": "array", "items": {"type": "string"}}),
            json!("array"),
        ),
        (json!({"type": "object"}), json!("object")),
        (
            json!({"type": "object", "properties": {"a": {}}, "additionalProperties": true}),
            json!("object"),
        ),
        (json!({"type": "string"}), json!("string")),
    ] {
        let schema = schema(self::body(body), json!({}));
        assert_eq!(schema["properties"]["body"]["type"], expected, "{schema:#}");
        assert_eq!(schema["required"], json!(["body"]));
    }
}

#[test]
fn an_optional_body_with_needed_fields_is_one_argument() {
    let mut operation = body(json!({"type": "object", "required": ["a"], "properties": {"a": {}}}));
    operation["requestBody"]["required"] = false.into();
    let schema = schema(operation, json!({}));
    assert_eq!(schema["required"], json!([]));
    assert_eq!(schema["properties"]["body"]["required"], json!(["a"]));
}

#[test]
fn long_descriptions_are_cut() {
    let operation = json!({"summary": "é".repeat(2_000)});
    let toolset = OpenApiToolset::from_value(document("get", "/op", operation));
    let toolset = toolset.server("https://a.example").build().unwrap();
    let description = tool(&toolset, "op").description().to_owned();
    assert_eq!(description.chars().count(), 1024);
    assert!(description.ends_with("é…"));
}
