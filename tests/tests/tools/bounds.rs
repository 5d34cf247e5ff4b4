//! Bounds of parameters: what the model is told, and what `build()` says of those that do
//! not fit a type which only its schema describes.

use std::collections::BTreeSet;

use adk::prelude::*;
use adk::testing::{ScriptedModel, check_declaration};
use adk::{ErrorKind, LlmAgent, content::SchemaDialect};
use insta::{assert_json_snapshot, assert_snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sent;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Level(u8);

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema matters")]
struct Note(String);

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema matters")]
struct Tags(Vec<String>);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    #[expect(dead_code, reason = "only its schema matters")]
    Number(u8),
    #[expect(dead_code, reason = "only its schema matters")]
    Text(String),
}

/// Bounds lists.
#[tool]
async fn lists(
    #[arg(undocumented, min_len = 1, max_len = 3)] borrowed: &[String],
    #[arg(undocumented, max_len = 2)] optional: Option<Vec<u8>>,
    #[arg(undocumented, min_len = 1)] set: BTreeSet<u8>,
    #[arg(undocumented, max_len = 4)] own: Tags,
) {
    let _ = (borrowed, optional, set, own);
}

#[test]
fn lengths_of_lists_count_items() {
    assert_json_snapshot!(sent(lists::declaration())["parametersJsonSchema"]["properties"], @r#"
    {
      "borrowed": {
        "type": "array",
        "items": {
          "type": "string"
        },
        "minItems": 1,
        "maxItems": 3
      },
      "optional": {
        "type": "array",
        "items": {
          "type": "integer",
          "minimum": 0,
          "maximum": 255
        },
        "maxItems": 2
      },
      "set": {
        "type": "array",
        "uniqueItems": true,
        "items": {
          "type": "integer",
          "minimum": 0,
          "maximum": 255
        },
        "minItems": 1
      },
      "own": {
        "type": "array",
        "items": {
          "type": "string"
        },
        "maxItems": 4
      }
    }
    "#);
}

/// Has bounds that fit types of the author's own, and numbers that are large.
#[tool]
async fn fitting(
    #[arg(undocumented, max = 100000000000000000000000000)] huge: i128,
    #[arg(undocumented, min = 1, max = 5, default = Level(3))] level: Level,
    #[arg(undocumented, max_len = 5, pattern = "^a")] note: Note,
    #[arg(undocumented, min = 1, max_len = 5)] either: Option<Either>,
) {
    let _ = (huge, level, note, either);
}

/// Has bounds that do not.
#[tool]
async fn misfitting(
    #[arg(undocumented, min = 1, max = 300)] high: Level,
    #[arg(undocumented, max = 2, default = Level(3))] defaulted: Level,
    #[arg(undocumented, max_len = 2)] long: Option<Level>,
    #[arg(undocumented, min = 2)] note: Note,
    #[arg(undocumented, one_of("a", "b"))] tags: Tags,
) {
    let _ = (high, defaulted, long, note, tags);
}

fn built(tool: FunctionTool) -> adk::Result<LlmAgent> {
    let model = ScriptedModel::new();
    LlmAgent::builder("helper").model(model).tool(tool).build()
}

#[test]
fn a_bound_that_fits_the_schema_is_taken() {
    assert!(built(fitting::tool()).is_ok());
    assert_eq!(
        check_declaration(SchemaDialect::OpenAi, fitting::declaration()),
        []
    );
}

#[test]
fn a_bound_that_does_not_fit_the_schema_is_told_by_build() {
    let error = built(misfitting::tool()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_snapshot!(error, @"
    tool `misfitting` of agent `helper`: parameter `high`: this parameter is never above 255, and `max` is 300
    help: choose 255 or less
    tool `misfitting` of agent `helper`: parameter `defaulted`: the default does not fit: expected a value of at most 2, got 3
    tool `misfitting` of agent `helper`: parameter `long`: `max_len` bounds a text or a list, and this parameter is a number
    help: `max` bounds a number
    tool `misfitting` of agent `helper`: parameter `note`: `min` bounds a number, and this parameter is a text
    help: `min_len` bounds how many characters it has
    tool `misfitting` of agent `helper`: parameter `tags`: `one_of` is for a text or a number, and this parameter is a list
    help: take a list of an `enum` with these values
    ");
    let problems = check_declaration(SchemaDialect::OpenAi, misfitting::declaration());
    assert_eq!(problems.len(), 5);
}
