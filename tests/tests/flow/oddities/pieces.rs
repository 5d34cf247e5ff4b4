//! Calls that arrive in pieces, or without ids, in a run: each goes by one id from its first
//! piece to its answer.

use adk::content::FunctionCall;
use adk::model::{Aggregator, FinishReason, LlmResponse};
use adk::plugin::AfterModel;
use adk::testing::ScriptedModel;
use adk::{Content, ErrorKind, Event, LlmAgent, Part, Result};
use futures::StreamExt as _;
use insta::assert_snapshot;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use tests::model::Streams;
use tests::stage::{Stage, streaming};
use tests::tool::echo;
use tests::transcript;

/// What a client makes of chunks of these parts: partial responses, and the whole.
#[expect(clippy::unwrap_used, reason = "a helper of tests fails like a test")]
fn answer(chunks: impl IntoIterator<Item = Value>) -> Vec<Result<LlmResponse>> {
    let mut aggregator = Aggregator::new();
    let mut responses = Vec::new();
    for parts in chunks {
        let content = serde_json::from_value::<Content>(json!({"parts": parts})).unwrap();
        responses.extend(aggregator.push(LlmResponse::new(content)).transpose());
    }
    let stop = LlmResponse::default().with_finish_reason(FinishReason::Stop);
    responses.extend(aggregator.push(stop).transpose());
    responses.push(aggregator.finish());
    responses
}

fn stage(model: &Streams) -> Stage {
    let agent = LlmAgent::builder("helper").model(model.clone());
    Stage::new(agent.tool(echo()))
}

async fn play(chunks: impl IntoIterator<Item = Value>) -> String {
    let done = LlmResponse::new(Content::model("Done."));
    let model = Streams::new().then(answer(chunks)).then([Ok(done)]);
    transcript::of_run(stage(&model).run("Hi").config(streaming())).await
}

fn begin(id: &str) -> Value {
    json!({"functionCall": {"id": id, "name": "echo", "willContinue": true}})
}

fn text(id: &str, text: &str) -> Value {
    let pieces = json!([{"jsonPath": "$.t", "stringValue": text}]);
    json!({"functionCall": {"id": id, "partialArgs": pieces, "willContinue": true}})
}

fn end(id: &str) -> Value {
    json!({"functionCall": {"id": id}})
}

#[tokio::test]
async fn fault_19_a_call_in_pieces_has_one_id_of_the_runs_platform() {
    let chunks = || {
        let one = [begin(""), text("", "Par"), text("", "is"), end("")];
        let two = [begin(""), text("", "Rome"), end("")];
        one.into_iter().chain(two).map(|part| json!([part]))
    };
    let came = play(chunks()).await;
    assert_snapshot!(came, @r#"
    helper …: call echo(adk-id-3) {}
    helper …: call (adk-id-3) {}
    helper …: call (adk-id-3) {}
    helper …: call (adk-id-3) {}
    helper …: call echo(adk-id-8) {}
    helper …: call (adk-id-8) {}
    helper …: call (adk-id-8) {}
    helper: call echo(adk-id-3) {"t":"Paris"}, call echo(adk-id-8) {"t":"Rome"}
    helper: answer echo(adk-id-3) {"t":"Paris"}, answer echo(adk-id-8) {"t":"Rome"}
    helper: "Done."
    "#);
    assert_eq!(play(chunks()).await, came);
}

#[tokio::test]
async fn fault_27_interleaved_calls_keep_their_arguments_and_ids_apart() {
    let chunks = [
        json!([begin("x"), begin("y")]),
        json!([text("y", "Ro"), text("x", "Par")]),
        json!([text("x", "is"), end("x"), text("y", "me")]),
        json!([end("y")]),
    ];
    assert_snapshot!(play(chunks).await, @r#"
    helper …: call echo(x) {}, call echo(y) {}
    helper …: call (y) {}, call (x) {}
    helper …: call (x) {}, call (x) {}, call (y) {}
    helper …: call (y) {}
    helper: call echo(x) {"t":"Paris"}, call echo(y) {"t":"Rome"}
    helper: answer echo(x) {"t":"Paris"}, answer echo(y) {"t":"Rome"}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn calls_with_one_id_or_none_are_told_apart_in_pieces_as_in_the_whole() {
    let whole =
        |id: &str, n: u32| json!({"functionCall": {"id": id, "name": "echo", "args": {"n": n}}});
    let chunks = [
        json!([whole("x", 1)]),
        json!([begin("x")]),
        json!([text("x", "again")]),
        json!([end("x"), whole("", 3)]),
        // Ends what has ended: no call, and no place among them.
        json!([end("x"), whole("x", 4)]),
        json!([whole("", 5)]),
    ];
    assert_snapshot!(play(chunks).await, @r#"
    helper …: call echo(x) {"n":1}
    helper …: call echo(adk-id-4) {}
    helper …: call (adk-id-4) {}
    helper …: call (adk-id-4) {}, call echo(adk-id-7) {"n":3}
    helper …: call echo(adk-id-9) {"n":4}
    helper …: call echo(adk-id-11) {"n":5}
    helper: call echo(x) {"n":1}, call echo(adk-id-4) {"t":"again"}, call echo(adk-id-7) {"n":3}, call echo(adk-id-9) {"n":4}, call echo(adk-id-11) {"n":5}
    helper: answer echo(x) {"n":1}, answer echo(adk-id-4) {"t":"again"}, answer echo(adk-id-7) {"n":3}, answer echo(adk-id-9) {"n":4}, answer echo(adk-id-11) {"n":5}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn a_call_that_a_hook_adds_has_an_id_of_its_own() {
    let bare = |n: u32| FunctionCall::new("echo", json!({"n": n}));
    let model = ScriptedModel::new()
        .call("echo", json!({"n": 1}))
        .text("Done.");
    let agent = LlmAgent::builder("helper").model(model).tool(echo());
    let stage = Stage::new(
        agent.after_model(move |_, response: LlmResponse| async move {
            let Some(content) = response
                .content()
                .filter(|content| content.function_calls().next().is_some())
            else {
                return Ok(AfterModel::Proceed);
            };
            let parts = content.parts().iter().cloned();
            let parts = parts.chain([Part::from_function_call(bare(2))]);
            let content = Content::new(adk::Role::Model, parts);
            Ok(AfterModel::Replace(response.with_content(content)))
        }),
    );
    assert_snapshot!(stage.play("Hi").await, @r#"
    helper: call echo(adk-id-3) {"n":1}, call echo(adk-id-4) {"n":2}
    helper: answer echo(adk-id-3) {"n":1}, answer echo(adk-id-4) {"n":2}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn pieces_that_never_fit_or_end_are_a_typed_error_and_no_call() {
    let unfit = json!({"functionCall": {"partialArgs": [{"jsonPath": "$.t[7]", "numberValue": 1}], "willContinue": true}});
    let faults = [
        vec![json!([begin("")]), json!([text("", "half")])],
        vec![json!([begin("")]), json!([unfit])],
        vec![json!([text("", "no call began")])],
    ];
    for chunks in faults {
        let model = Streams::new()
            .then(answer(chunks))
            .then([Ok(LlmResponse::new(Content::model("Here.")))]);
        let stage = stage(&model);
        let error = stage
            .run("Hi")
            .config(streaming())
            .text()
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ModelProtocol, "{error}");
        assert_eq!(stage.run("Still there?").text().await.unwrap(), "Here.");
        let stored = stage.stored().await;
        assert_eq!(
            stored,
            "user: \"Hi\"\nuser: \"Still there?\"\nhelper: \"Here.\"\n"
        );
    }
}

/// A part of a call, or of none, as no server should send it.
fn odd_part() -> impl Strategy<Value = Value> {
    let fields = [
        (
            "id",
            vec![
                json!(null),
                json!(""),
                json!("x"),
                json!("y"),
                json!("adk-pieced-1"),
            ],
        ),
        ("name", [vec![json!("")], vec![json!("echo"); 7]].concat()),
        ("args", vec![json!(null), json!({"n": 1}), json!("text")]),
        ("willContinue", vec![json!(null), json!(true), json!(false)]),
        (
            "partialArgs",
            vec![
                json!(null),
                json!([]),
                json!([{"jsonPath": "$.t"}]),
                json!([{"jsonPath": "$.t", "stringValue": "a"}]),
                json!([{"jsonPath": "$.l[0].t", "numberValue": 1}]),
            ],
        ),
    ];
    let [id, name, args, goes_on, pieces] =
        fields.map(|(field, values)| select(values).prop_map(move |value| (field, value)));
    (id, name, args, goes_on, pieces).prop_map(|(id, name, args, goes_on, pieces)| {
        let fields = [id, name, args, goes_on, pieces].into_iter();
        let fields = fields.map(|(field, value)| (field.to_owned(), value));
        json!({"functionCall": Value::Object(fields.collect())})
    })
}

fn ids(event: &Event) -> Vec<&str> {
    let calls = event
        .content()
        .into_iter()
        .flat_map(Content::function_calls);
    calls.map(|call| call.id().unwrap_or_default()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn whatever_pieces_come_each_call_is_answered_once_by_its_id(
        chunks in vec(vec(odd_part(), 0..4).prop_map(Value::from), 0..6),
    ) {
        let done = || [Ok(LlmResponse::new(Content::model("Done.")))];
        // Most streams would end within a call otherwise, and be no more than an error.
        let ends = ["x", "y", "adk-pieced-1"].map(end).into_iter().chain([(); 24].map(|()| end("")));
        let chunks = chunks.into_iter().chain([ends.collect::<Value>()]);
        let model = Streams::new().then(answer(chunks)).then(done()).then(done());
        let stage = stage(&model);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let events = runtime.block_on(stage.run("Hi").config(streaming()).collect::<Vec<_>>());
        for event in &events {
            let event = match event {
                Ok(event) => event,
                Err(error) => {
                    prop_assert_eq!(error.kind(), ErrorKind::ModelProtocol, "{}", error);
                    continue;
                }
            };
            prop_assert!(!ids(event).contains(&""), "{}", transcript::line(event));
            prop_assert!(!ids(event).contains(&"adk-pieced-1"));
        }
        let whole = events.iter().flatten().find(|event| !event.is_partial());
        let called = whole.map(ids).unwrap_or_default();
        for event in events.iter().flatten().filter(|event| event.is_partial()) {
            let kept = |id: &&str| called.contains(id);
            // A call that was not ended is in pieces alone, and then the answer is an error.
            prop_assert!(whole.is_none() || ids(event).iter().all(kept));
        }
        let answers = events.iter().flatten().filter_map(Event::content);
        let answered: Vec<_> = answers
            .flat_map(Content::function_responses)
            .map(|answer| answer.id().unwrap_or_default())
            .collect();
        prop_assert_eq!(&answered, &called);
        let distinct: std::collections::HashSet<_> = called.iter().collect();
        prop_assert_eq!(distinct.len(), called.len());
        prop_assert_eq!(runtime.block_on(stage.run("Still there?").text()).unwrap(), "Done.");
    }
}
