//! What the model reads of tags.

use adk::prelude::*;
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::Deserialize;

use super::call;

async fn said(tool: &FunctionTool, all: &[&str]) -> String {
    let mut said = Vec::new();
    for args in all {
        said.push(call(tool, args).await);
    }
    said.join("\n")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "only Debug reads the fields")]
enum Due {
    Day { days: u8 },
    Hour { hours: u8 },
}

/// Takes a tag.
#[tool]
async fn remind(
    #[arg(undocumented)] due: Due,
    #[arg(undocumented)] more: Option<Vec<Due>>,
) -> String {
    format!("{due:?} {more:?}")
}

#[tokio::test]
async fn a_wrong_tag_is_told_with_those_that_there_are() {
    let all = [
        r#"{"due": {"kind": "day", "days": 1}}"#,
        r#"{"due": {"kind": "days", "hours": 2}}"#,
        r#"{"due": {"hours": 2}}"#,
        r#"{"due": {"kind": "Hour", "hours": "2"}}"#,
        r#"{"due": {"kind": "day", "days": 1}, "more": [{"kind": 3}]}"#,
        r#"{"due": {"kind": "day"}}"#,
    ];
    assert_snapshot!(said(&remind::tool(), &all).await, @r#"
    {"result":"Day { days: 1 } None"}
    error: the arguments of `remind` do not fit:
    - `due.kind`: expected one of "day", "hour", got "days"
    it takes `due`, `more` (optional)
    error: the arguments of `remind` do not fit:
    - `due.kind`: missing; expected one of "day", "hour"
    it takes `due`, `more` (optional)
    {"result":"Hour { hours: 2 } None"}
    error: the arguments of `remind` do not fit:
    - `more[0].kind`: expected one of "day", "hour", got 3
    it takes `due`, `more` (optional)
    error: the arguments of `remind` do not fit:
    - `due.days`: missing; expected an integer from 0 to 255
    it takes `due`, `more` (optional)
    "#);
}
