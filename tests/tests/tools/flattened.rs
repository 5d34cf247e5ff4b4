//! What stands between the other arguments under no name of its own: structs that may be
//! absent, alternatives, and types that are no objects.

use adk::prelude::*;
use adk::testing::ScriptedModel;
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

/// Cannot be called.
#[tool]
async fn never(#[arg(flatten)] numbers: Vec<u8>) {
    drop(numbers);
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
    - missing field `city`
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
    - more than one of `card`, `account`, `cash` is there
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

#[test]
fn a_type_that_is_never_an_object_is_told_by_build() {
    let build = |tool| {
        let agent = LlmAgent::builder("helper").model(ScriptedModel::new());
        agent.tool(tool).build().unwrap_err().to_string()
    };
    assert_snapshot!(build(never::tool()), @"
    tool `never` of agent `helper`: arguments come as an object, and the type that takes them here is never one
    help: take a struct or a map, or a parameter that is not flattened
    ");
    let closure = FunctionTool::new("double", "Doubles.", |number: u8, _| async move {
        Ok::<_, ToolError>(number * 2)
    });
    assert_snapshot!(build(closure), @"
    tool `double` of agent `helper`: arguments come as an object, and the type that takes them here is never one
    help: take a struct or a map, or a parameter that is not flattened
    ");
}
