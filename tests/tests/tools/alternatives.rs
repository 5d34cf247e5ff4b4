//! What stands between the other arguments under no name of its own: structs that may be
//! absent, and alternatives.

use adk::prelude::*;
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{call, sent};

#[derive(Debug, Deserialize, JsonSchema)]
struct Place {
    city: String,
    #[serde(default)]
    street: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Home(Place);

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Payment {
    Card { number: u64 },
    Account(Account),
    Cash(Option<u8>),
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Account {
    iban: String,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Nothing;

#[derive(Debug, Deserialize, JsonSchema)]
struct Perhaps(Option<u8>);

/// Goes home.
#[tool]
async fn go(#[arg(flatten)] place: Option<Place>, #[arg(undocumented)] at: u8) -> String {
    let place = place.map(|place| format!("{} {}", place.city, place.street));
    format!("{place:?} at {at}")
}

/// Goes home.
#[tool]
async fn go_home(#[arg(flatten)] home: Home) -> String {
    home.0.city + &home.0.street
}

/// Pays.
#[tool]
async fn pay(#[arg(flatten)] payment: Payment, #[arg(undocumented)] amount: u8) -> Payment {
    assert!(amount > 0);
    payment
}

/// Takes what need not be there.
#[tool]
async fn lacks(
    #[arg(undocumented)] unit: (),
    #[arg(undocumented)] nothing: Nothing,
    #[arg(undocumented)] perhaps: Perhaps,
) -> bool {
    let ((), Nothing) = (unit, nothing);
    perhaps.0.is_none()
}

#[tokio::test]
async fn a_struct_that_may_be_absent() {
    let go = go::tool();
    let schema = &sent(go.declaration())["parametersJsonSchema"];
    assert_eq!(schema["required"].to_string(), r#"["at"]"#);
    assert_snapshot!(call(&go, r#"{"at":1}"#).await, @r#"{"result":"None at 1"}"#);
    assert_snapshot!(call(&go, r#"{"at":1,"city":"Bonn"}"#).await, @r#"{"result":"Some(\"Bonn \") at 1"}"#);
    assert_snapshot!(call(&go, r#"{"at":1,"street":"Weg"}"#).await, @"
    error: the arguments of `go` do not fit:
    - `city`: missing; expected a string
    it takes `city` (optional), `street` (optional), `at`
    ");
    assert_snapshot!(call(&go, r#"{"at":1,"town":"Bonn"}"#).await, @"
    error: the arguments of `go` do not fit:
    - `town`: unknown
    it takes `city` (optional), `street` (optional), `at`
    ");
    assert_snapshot!(call(&go_home::tool(), r#"{"city":"Bonn"}"#).await, @r#"{"result":"Bonn"}"#);
}

#[tokio::test]
async fn alternatives_that_are_told_apart_by_a_key() {
    let pay = pay::tool();
    assert_snapshot!(call(&pay, r#"{"card":{"number":1},"amount":2}"#).await, @r#"{"card":{"number":1}}"#);
    assert_snapshot!(call(&pay, r#"{"amount":2,"account":{"iban":"x"}}"#).await, @r#"{"account":{"iban":"x"}}"#);
    assert_snapshot!(call(&pay, r#"{"amount":2,"cash":null}"#).await, @r#"{"cash":null}"#);
    assert_snapshot!(call(&pay, r#"{"amount":2}"#).await, @"
    error: the arguments of `pay` do not fit:
    - one of `card`, `account`, `cash` is missing
    it takes `card` (optional), `account` (optional), `cash` (optional), `amount`
    ");
    assert_snapshot!(call(&pay, r#"{"amount":2,"cash":1,"card":{"number":1}}"#).await, @"
    error: the arguments of `pay` do not fit:
    - only one of `card`, `account`, `cash` can be sent
    it takes `card` (optional), `account` (optional), `cash` (optional), `amount`
    ");
    assert_snapshot!(call(&pay, r#"{"amount":2,"card":{"number":-1}}"#).await, @"
    error: the arguments of `pay` do not fit:
    - `card.number`: expected an integer of at least 0, got -1
    it takes `card` (optional), `account` (optional), `cash` (optional), `amount`
    ");
}

#[tokio::test]
async fn what_is_optional_in_the_schema_may_be_left_out() {
    let lacks = lacks::tool();
    let schema = &sent(lacks.declaration())["parametersJsonSchema"];
    assert_eq!(schema["required"].to_string(), "[]");
    assert_snapshot!(call(&lacks, "{}").await, @r#"{"result":true}"#);
}
