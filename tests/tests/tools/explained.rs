//! What the model reads of values that only their types refuse, and of tags.

use adk::prelude::*;
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, de::Error};

use super::said;

/// A day as libraries of times have them.
#[derive(Debug, JsonSchema)]
#[schemars(transparent, extend("format" = "date"))]
#[expect(dead_code, reason = "only Debug reads the field")]
struct Day(String);

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let is_day = text.len() == 10;
        is_day
            .then_some(Self(text))
            .ok_or_else(|| D::Error::custom("input contains invalid characters"))
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only Debug reads the fields")]
struct Span {
    from: Day,
    to: Option<Day>,
}

/// Reads texts.
#[tool]
async fn texts(
    #[arg(undocumented)] since: Option<Day>,
    #[arg(undocumented, as_string)] id: Option<u64>,
    #[arg(undocumented)] letter: Option<char>,
    #[arg(undocumented)] spans: Option<Vec<Span>>,
) -> String {
    format!("{since:?} {id:?} {letter:?} {spans:?}")
}

#[tokio::test]
async fn what_a_type_refuses_is_told_with_what_was_wanted() {
    let all = [
        r#"{"since": "2026-01-31", "id": 7}"#,
        r#"{"since": "tomorrow"}"#,
        r#"{"id": -1}"#,
        r#"{"id": "seven", "since": "now"}"#,
        r#"{"spans": [{"from": "2026-01-31", "to": "later"}]}"#,
        r#"{"since": 5}"#,
        r#"{"since": [5]}"#,
    ];
    assert_snapshot!(said(&texts::tool(), &all).await, @r#"
    {"result":"Some(Day(\"2026-01-31\")) Some(7) None None"}
    error: the arguments of `texts` do not fit:
    - `since`: expected a string in the format `date`, such as "2026-01-31", got "tomorrow" (input contains invalid characters)
    it takes `since` (optional), `id` (optional), `letter` (optional), `spans` (optional)
    error: the arguments of `texts` do not fit:
    - `id`: expected a string that the tool takes, got "-1" (invalid digit found in string)
    it takes `since` (optional), `id` (optional), `letter` (optional), `spans` (optional)
    error: the arguments of `texts` do not fit:
    - `since`: expected a string in the format `date`, such as "2026-01-31", got "now" (input contains invalid characters)
    - `id`: expected a string that the tool takes, got "seven" (invalid digit found in string)
    it takes `since` (optional), `id` (optional), `letter` (optional), `spans` (optional)
    error: the arguments of `texts` do not fit:
    - `spans[0].to`: expected a string in the format `date`, such as "2026-01-31", got "later" (input contains invalid characters)
    it takes `since` (optional), `id` (optional), `letter` (optional), `spans` (optional)
    error: the arguments of `texts` do not fit:
    - `since`: expected a string in the format `date`, such as "2026-01-31", got "5" (input contains invalid characters)
    it takes `since` (optional), `id` (optional), `letter` (optional), `spans` (optional)
    error: the arguments of `texts` do not fit:
    - `since`: expected a string in the format `date`, such as "2026-01-31", got [5]
    it takes `since` (optional), `id` (optional), `letter` (optional), `spans` (optional)
    "#);
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
