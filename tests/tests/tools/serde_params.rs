//! `#[serde(…)]` and `#[schemars(…)]` on parameters do what they do on a struct's fields.

use std::time::Duration;

use adk::prelude::*;
use adk::testing::ScriptedModel;
use insta::{assert_json_snapshot, assert_snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::{call, sent};

mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_secs)
    }
}

fn shout<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| text.to_uppercase())
}

fn english() -> String {
    "en".to_owned()
}

/// Plays a piece of music.
#[tool]
async fn play(
    /// How long.
    #[serde(with = "seconds")]
    #[schemars(with = "u64", range(min = 1, max = 600))]
    length: Duration,
    #[serde(rename = "title", alias = "name", deserialize_with = "shout")]
    #[schemars(length(max = 20), extend("examples" = ["Aria"]))]
    #[arg(description = "What it is called.")]
    what: String,
    /// Language of the title.
    #[serde(default = "english")]
    language: String,
    #[schemars(description = "Who plays it.", regex(pattern = "^[A-Z]"))] by: Option<&str>,
    /// How loud.
    #[schemars(example = 5)]
    #[arg(default = 3, max = 9)]
    volume: u8,
    /// How fast.
    #[serde(with = "seconds")]
    #[schemars(with = "u8")]
    #[arg(default = Duration::from_secs(2), min = 1)]
    fade: Duration,
) -> String {
    format!("{what} ({language}) by {by:?}: {length:?} at {volume}, {fade:?}")
}

#[test]
fn the_model_is_told_what_the_attributes_say() {
    assert_json_snapshot!(sent(play::declaration())["parametersJsonSchema"], @r#"
    {
      "type": "object",
      "properties": {
        "length": {
          "type": "integer",
          "description": "How long.",
          "minimum": 1,
          "maximum": 600
        },
        "title": {
          "type": "string",
          "description": "What it is called.",
          "maxLength": 20,
          "examples": [
            "Aria"
          ]
        },
        "language": {
          "type": "string",
          "description": "Language of the title.",
          "default": "en"
        },
        "by": {
          "type": "string",
          "description": "Who plays it.",
          "pattern": "^[A-Z]"
        },
        "volume": {
          "type": "integer",
          "description": "How loud.",
          "minimum": 0,
          "maximum": 9,
          "examples": [
            5
          ],
          "default": 3
        },
        "fade": {
          "type": "integer",
          "description": "How fast.",
          "minimum": 1,
          "maximum": 255
        }
      },
      "required": [
        "length",
        "title"
      ],
      "additionalProperties": false
    }
    "#);
    let builder = LlmAgent::builder("player").model(ScriptedModel::new());
    assert!(builder.tool(play::tool()).build().is_ok());
}

#[tokio::test]
async fn arguments_decode_as_the_attributes_say() {
    let mut said = Vec::new();
    for args in [
        r#"{"length": 90, "title": "aria"}"#,
        r#"{"name": "aria", "length": 90, "volume": 9, "language": "it", "by": "Gould", "fade": 1}"#,
        r#"{"length": "90", "title": "aria", "by": null}"#,
        r#"{"length": 90, "what": "aria"}"#,
        r#"{"length": "long", "title": 7, "volume": 10, "fade": 0}"#,
        "{}",
    ] {
        said.push(call(&play::tool(), args).await);
    }
    assert_snapshot!(said.join("\n"), @r#"
    {"result":"ARIA (en) by None: 90s at 3, 2s"}
    {"result":"ARIA (it) by Some(\"Gould\"): 90s at 9, 1s"}
    {"result":"ARIA (en) by None: 90s at 3, 2s"}
    error: the arguments of `play` do not fit:
    - `what`: unknown
    - `title`: missing; expected a string of at most 20 characters
    it takes `length`, `title`, `language` (optional), `by` (optional), `volume` (optional), `fade` (optional)
    error: the arguments of `play` do not fit:
    - `length`: expected an integer from 1 to 600, got "long"
    - `volume`: expected an integer from 0 to 9, got 10
    - `fade`: expected an integer from 1 to 255, got 0
    it takes `length`, `title`, `language` (optional), `by` (optional), `volume` (optional), `fade` (optional)
    error: the arguments of `play` do not fit:
    - `length`: missing; expected an integer from 1 to 600
    - `title`: missing; expected a string of at most 20 characters
    it takes `length`, `title`, `language` (optional), `by` (optional), `volume` (optional), `fade` (optional)
    "#);
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Place {
    city: String,
    country: Option<String>,
}

/// Takes what is flattened between others.
#[tool]
async fn send(
    #[arg(undocumented)] first: u8,
    #[arg(flatten)] place: Place,
    #[serde(default)]
    #[arg(undocumented)]
    second: u8,
    #[arg(flatten)] rest: Rest,
    #[arg(undocumented)] third: Option<u8>,
) -> String {
    format!("{first} {place:?} {second} {rest:?} {third:?}")
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Rest {
    note: String,
}

#[tokio::test]
async fn properties_keep_the_order_of_the_source() {
    let schema = sent(send::declaration());
    let properties = schema["parametersJsonSchema"]["properties"].as_object();
    let names: Vec<_> = properties.unwrap().keys().collect();
    assert_eq!(
        names,
        ["first", "city", "country", "second", "note", "third"]
    );
    assert_eq!(
        schema["parametersJsonSchema"]["required"],
        serde_json::json!(["first", "city", "note"])
    );
    let args = r#"{"first": 1, "city": "Paris", "second": 2, "note": "n", "third": 3}"#;
    assert_snapshot!(call(&send::tool(), args).await, @r#"{"result":"1 Place { city: \"Paris\", country: None } 2 Rest { note: \"n\" } Some(3)"}"#);
    assert_snapshot!(call(&send::tool(), r#"{"first": 1, "city": 2}"#).await, @"
    error: the arguments of `send` do not fit:
    - `note`: missing; expected a string
    it takes `first`, `city`, `country` (optional), `second` (optional), `note`, `third` (optional)
    ");
}
