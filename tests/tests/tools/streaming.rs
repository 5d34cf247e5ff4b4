//! Tools that report progress: streams, and functions that report by themselves.

use std::cell::Cell;
use std::sync::{Arc, Mutex};

use adk::prelude::*;
use adk::schemars::JsonSchema;
use adk::testing;
use futures::stream::{self, BoxStream, Stream, StreamExt as _};
use serde::Serialize;
use serde_json::json;

use super::sent;

/// What was reported in a call, and what the call came to.
async fn heard(tool: FunctionTool, args: &str) -> (Vec<String>, String) {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&reports);
    let ctx = testing::tool_context_builder()
        .on_progress(move |report| kept.lock().unwrap().push(report.to_string()))
        .build();
    let result = tool.run(&ctx, &args.parse().unwrap()).await;
    let text = result.map_or_else(|error| format!("error: {error}"), |json| json.to_string());
    let reports = reports.lock().unwrap().clone();
    (reports, text)
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Step {
    done: u8,
}

/// Counts.
#[tool]
async fn counts(
    /// How far.
    to: u8,
) -> impl Stream<Item = Step> {
    stream::iter(1..=to).map(|done| Step { done })
}

/// Counts, and is not `async`.
#[tool]
fn counts_sync(
    /// How far.
    to: u8,
) -> impl Stream<Item = u8> {
    stream::iter(1..=to)
}

/// Reads the words of a text.
#[tool]
fn words(
    /// The text.
    text: &str,
) -> BoxStream<'_, Result<&str, String>> {
    let words = text.split(' ').map(|word| match word {
        "" => Err("two blanks".to_owned()),
        word => Ok(word),
    });
    stream::iter(words).boxed()
}

type Steps = BoxStream<'static, Step>;

/// Returns an alias.
#[tool]
async fn alias() -> Steps {
    stream::iter([Step { done: 1 }, Step { done: 2 }]).boxed()
}

/// Fails before there is a stream.
#[tool]
async fn opens(
    /// Where.
    place: &str,
) -> Result<impl Stream<Item = Result<u8, ToolError>>, String> {
    if place.is_empty() {
        return Err("no place".to_owned());
    }
    Ok(stream::iter([Ok(1), Ok(2), Err(ToolError::model("torn"))]))
}

/// Holds what is not `Sync`, and has items that are not `Send`.
#[tool]
async fn only_send() -> impl Stream<Item = std::rc::Rc<str>> {
    let cell = Cell::new(0_u8);
    stream::poll_fn(move |_| {
        cell.set(cell.get() + 1);
        std::task::Poll::Ready((cell.get() < 3).then(|| format!("{cell:?}").into()))
    })
}

#[tokio::test]
async fn every_item_but_the_last_is_progress() {
    let (reports, result) = heard(counts::tool(), r#"{"to":3}"#).await;
    assert_eq!(reports, [r#"{"done":1}"#, r#"{"done":2}"#]);
    assert_eq!(result, r#"{"done":3}"#);
    let (reports, result) = heard(counts_sync::tool(), r#"{"to":2}"#).await;
    assert_eq!(reports, [r#"{"result":1}"#]);
    assert_eq!(result, r#"{"result":2}"#);
    let (reports, result) = heard(alias::tool(), "{}").await;
    assert_eq!((reports.len(), &*result), (1, r#"{"done":2}"#));
    let (reports, result) = heard(only_send::tool(), "{}").await;
    assert_eq!(reports, [r#"{"result":"Cell { value: 1 }"}"#]);
    assert_eq!(result, r#"{"result":"Cell { value: 2 }"}"#);
}

#[tokio::test]
async fn a_stream_of_one_or_none_reports_nothing() {
    for tool in [counts::tool(), counts_sync::tool()] {
        let (reports, result) = heard(tool, r#"{"to":0}"#).await;
        assert_eq!((reports.len(), &*result), (0, "{}"));
    }
    let (reports, result) = heard(counts::tool(), r#"{"to":1}"#).await;
    assert_eq!((reports.len(), &*result), (0, r#"{"done":1}"#));
}

#[tokio::test]
async fn an_error_ends_the_stream() {
    let (reports, result) = heard(words::tool(), r#"{"text":"a b  c"}"#).await;
    assert_eq!(reports, [r#"{"result":"a"}"#, r#"{"result":"b"}"#]);
    assert_eq!(result, "error: two blanks");
    let (reports, result) = heard(opens::tool(), r#"{"place":"here"}"#).await;
    assert_eq!((reports.len(), &*result), (2, "error: torn"));
    let (reports, result) = heard(opens::tool(), r#"{"place":""}"#).await;
    assert_eq!((reports.len(), &*result), (0, "error: no place"));
}

#[test]
fn the_result_is_declared_as_an_item() {
    let step = &sent(counts::declaration())["responseJsonSchema"];
    assert_eq!(step["properties"]["done"]["type"], "integer");
    assert_eq!(&sent(alias::declaration())["responseJsonSchema"], step);
    let number = &sent(counts_sync::declaration())["responseJsonSchema"];
    assert_eq!(number["properties"]["result"]["type"], "integer");
    assert_eq!(&sent(opens::declaration())["responseJsonSchema"], number);
    let word = &sent(words::declaration())["responseJsonSchema"];
    assert_eq!(word["properties"]["result"]["type"], "string");
}

/// Reports by itself.
#[tool]
async fn copies(
    /// How many.
    files: u8,
    ctx: &ToolContext,
) -> u8 {
    for done in 0..files {
        ctx.progress(json!({ "done": done })).await;
    }
    files
}

#[tokio::test]
async fn a_function_reports_by_itself() {
    let (reports, result) = heard(copies::tool(), r#"{"files":2}"#).await;
    assert_eq!(reports, [r#"{"done":0}"#, r#"{"done":1}"#]);
    assert_eq!(result, r#"{"result":2}"#);
    assert_eq!(copies(200, &testing::tool_context()).await, 200);
}
