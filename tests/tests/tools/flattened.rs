//! Parameters whose fields stand beside the others: structs, enums and maps, perhaps in an
//! `Option`; and what `build()` says of what is not an object.

use std::collections::BTreeMap;

use adk::prelude::*;
use adk::testing::{ScriptedModel, check_declaration};
use adk::{ErrorKind, content::SchemaDialect};
use insta::{assert_json_snapshot, assert_snapshot};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{call, said, sent};

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only Debug reads the fields")]
struct Page {
    page: u32,
    size: Option<u8>,
}

/// Searches.
#[tool]
async fn search(#[arg(undocumented)] query: &str, #[arg(flatten)] page: Option<Page>) -> String {
    format!("{query} {page:?}")
}

#[tokio::test]
async fn an_option_is_none_when_none_of_its_fields_is_sent() {
    let schema = &sent(search::declaration())["parametersJsonSchema"];
    assert_json_snapshot!(schema["required"], @r#"
    [
      "query"
    ]
    "#);
    let all = [
        r#"{"query": "q"}"#,
        r#"{"query": "q", "page": 2}"#,
        r#"{"query": "q", "page": "2", "size": 5}"#,
        r#"{"query": "q", "page": null, "size": null}"#,
        r#"{"query": "q", "size": 5}"#,
        r#"{"query": "q", "pge": 5}"#,
    ];
    assert_snapshot!(said(&search::tool(), &all).await, @r#"
    {"result":"q None"}
    {"result":"q Some(Page { page: 2, size: None })"}
    {"result":"q Some(Page { page: 2, size: Some(5) })"}
    {"result":"q None"}
    error: the arguments of `search` do not fit:
    - `page`: missing; expected an integer from 0 to 4294967295
    it takes `query`, `page` (optional), `size` (optional)
    error: the arguments of `search` do not fit:
    - `pge`: unknown; did you mean `page`?
    it takes `query`, `page` (optional), `size` (optional)
    "#);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "only Debug reads the fields")]
enum Target {
    City { name: String },
    Point(f64, f64),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "only Debug reads the fields")]
enum Sort {
    Date { newest: bool },
    Name,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only Debug reads the fields")]
struct Wrapped(Page);

/// Flattens much.
#[tool]
async fn much(
    #[arg(flatten)] target: Target,
    #[arg(flatten)] sort: Option<Sort>,
    #[arg(flatten)] rest: BTreeMap<String, u8>,
    #[arg(flatten)] page: Wrapped,
) -> String {
    format!("{target:?} {sort:?} {rest:?} {page:?}")
}

#[tokio::test]
async fn each_takes_what_is_its_own_whatever_their_order() {
    let all = [
        r#"{"city": {"name": "Paris"}, "page": 1}"#,
        r#"{"point": [1, 2], "page": 1, "kind": "date", "newest": true, "size": 2, "more": 3}"#,
        r#"{"page": 1, "kind": "name", "city": {"name": "Paris"}}"#,
        r#"{"page": 1}"#,
        r#"{"page": 1, "city": {"name": "Paris"}, "point": [1, 2]}"#,
    ];
    assert_snapshot!(said(&much::tool(), &all).await, @r#"
    {"result":"City { name: \"Paris\" } None {} Wrapped(Page { page: 1, size: None })"}
    {"result":"Point(1.0, 2.0) Some(Date { newest: true }) {\"more\": 3} Wrapped(Page { page: 1, size: Some(2) })"}
    {"result":"City { name: \"Paris\" } Some(Name) {} Wrapped(Page { page: 1, size: None })"}
    error: the arguments of `much` do not fit:
    - one of `city`, `point` is missing
    it takes `city` (optional), `point` (optional), `kind` (optional), `newest` (optional), `page`, `size` (optional)
    error: the arguments of `much` do not fit:
    - only one of `city`, `point` can be sent
    it takes `city` (optional), `point` (optional), `kind` (optional), `newest` (optional), `page`, `size` (optional)
    "#);
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Nothing;

#[derive(Debug, Deserialize, JsonSchema)]
struct Empty {}

#[tokio::test]
async fn what_has_no_fields_takes_no_arguments() {
    let unit = FunctionTool::new("a", "A.", |(): (), _| async { Ok::<_, ToolError>(1) });
    let nothing = FunctionTool::new("a", "A.", |_: Nothing, _| async { Ok::<_, ToolError>(1) });
    let empty = FunctionTool::new("a", "A.", |_: Empty, _| async { Ok::<_, ToolError>(1) });
    for tool in [unit, nothing, empty] {
        assert_eq!(call(&tool, "{}").await, r#"{"result":1}"#);
        let told = "error: the arguments of `a` do not fit:\n- `a`: unknown\nit takes no arguments";
        assert_eq!(call(&tool, r#"{"a": 1}"#).await, told);
        assert!(built(tool).is_ok());
    }
}

fn built(tool: FunctionTool) -> adk::Result<LlmAgent> {
    let model = ScriptedModel::new();
    LlmAgent::builder("helper").model(model).tool(tool).build()
}

#[derive(Debug, Deserialize, JsonSchema)]
enum Unit {
    Celsius,
    Fahrenheit,
}

/// Flattens what is not an object.
#[tool]
async fn flat(
    #[arg(flatten)] number: u8,
    #[arg(flatten)] list: Option<Vec<u8>>,
    #[arg(flatten)] unit: Unit,
) {
    let _ = (number, list, unit);
}

#[test]
fn what_is_not_an_object_is_refused_by_build() {
    let error = built(flat::tool()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_snapshot!(error, @r#"
    tool `flat` of agent `helper`: `u8` cannot be flattened: it is sent as an integer from 0 to 255, and the arguments of a tool are an object
    help: take `#[arg(flatten)]` away, so that it is sent under a name of its own; what a closure takes is a struct with such fields
    tool `flat` of agent `helper`: `Option<Vec<u8>>` cannot be flattened: it is sent as an array or null, and the arguments of a tool are an object
    help: take `#[arg(flatten)]` away, so that it is sent under a name of its own; what a closure takes is a struct with such fields
    tool `flat` of agent `helper`: `Unit` cannot be flattened: it is sent as one of "Celsius", "Fahrenheit", and the arguments of a tool are an object
    help: take `#[arg(flatten)]` away, so that it is sent under a name of its own; what a closure takes is a struct with such fields
    "#);
    let problems = check_declaration(SchemaDialect::OpenAi, flat::declaration());
    assert_eq!(problems.len(), 3);
    let text = FunctionTool::new("a", "A.", |_: String, _| async { Ok::<_, ToolError>(1) });
    assert_snapshot!(built(text).unwrap_err(), @"
    tool `a` of agent `helper`: `String` cannot be flattened: it is sent as a string, and the arguments of a tool are an object
    help: take `#[arg(flatten)]` away, so that it is sent under a name of its own; what a closure takes is a struct with such fields
    ");
    let list = FunctionTool::new("a", "A.", |_: Vec<u8>, _| async { Ok::<_, ToolError>(1) });
    assert!(built(list).is_err());
    assert!(built(search::tool()).is_ok() && built(much::tool()).is_ok());
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Size {
    size: Option<u8>,
}

#[tokio::test]
async fn a_decider_takes_some_of_the_fields() {
    let tool = FunctionTool::new("turn", "Turns.", |page: Page, _| async move {
        Ok::<_, ToolError>(page.page)
    });
    let tool = tool.confirm_when(|size: Size, _| async move { size.size > Some(9) });
    let asked = call(&tool, r#"{"page": 1, "size": 10}"#).await;
    assert!(asked.contains("requires confirmation"), "{asked}");
    assert_eq!(
        call(&tool, r#"{"page": 1, "size": 9}"#).await,
        r#"{"result":1}"#
    );
}
