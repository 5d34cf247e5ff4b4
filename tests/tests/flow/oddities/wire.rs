//! Answers that a vendor's server should not give, through its client: each is an event or a
//! typed error, plain and streamed, and the session goes on.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use adk::model::{Gemini, Llm, LlmRequest, ResponseStream};
use adk::testing::ScriptedModel;
use adk::{LlmAgent, RunConfig, tool};
use bytes::Bytes;
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::canned::Canned;
use tests::stage::{Stage, assert_goes_on, streaming};
use tests::transcript;

/// Answers the first request as Gemini's server, all others by a script.
#[derive(Debug, Clone)]
struct Odd {
    gemini: Gemini,
    script: ScriptedModel,
    is_asked: Arc<AtomicBool>,
}

impl Llm for Odd {
    fn name(&self) -> &'static str {
        "odd"
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        if self.is_asked.swap(true, Ordering::Relaxed) {
            self.script.generate(request)
        } else {
            self.gemini.generate(request)
        }
    }
}

/// Adds one.
#[tool]
async fn add_one(
    /// The number to add to.
    n: u32,
) -> u32 {
    n + 1
}

#[expect(clippy::unwrap_used, reason = "a helper of tests fails like a test")]
async fn play(body: Bytes, config: RunConfig) -> String {
    let gemini = Gemini::builder("m")
        .api_key("canary")
        .transport(Canned::new([body]));
    let script = ScriptedModel::new().text("Done.");
    let model = Odd {
        gemini: gemini.build().unwrap(),
        script: script.clone(),
        is_asked: Arc::default(),
    };
    let stage = Stage::new(
        LlmAgent::builder("helper")
            .model(model)
            .tool(add_one::tool()),
    );
    let came = transcript::of_run(stage.run("Hi").config(config)).await;
    assert_goes_on(&stage, &script).await;
    came
}

/// What comes of the frames, sent one by one; and of the first alone, not streamed, where
/// the two differ in more than the pieces.
async fn both(frames: &[Value]) -> String {
    let mut body = String::new();
    for frame in frames {
        let _ = write!(
            body,
            "data: {frame}

"
        );
    }
    let streamed = play(body.into(), streaming()).await;
    let [frame] = frames else {
        return streamed;
    };
    let plain = play(frame.to_string().into(), RunConfig::new()).await;
    let whole = streamed
        .lines()
        .filter(|line| !line.starts_with("helper …"));
    if whole.eq(plain.lines()) {
        return plain;
    }
    format!("streamed:\n{streamed}plain:\n{plain}")
}

async fn table(cases: impl IntoIterator<Item = (&str, Vec<Value>)>) -> String {
    let mut table = String::new();
    for (name, frames) in cases {
        let _ = write!(table, "# {name}\n{}", both(&frames).await);
    }
    table
}

fn frame(parts: &Value, reason: &str) -> Vec<Value> {
    vec![json!({"candidates": [{"content": {"parts": parts}, "finishReason": reason}]})]
}

fn called(call: &Value) -> Vec<Value> {
    frame(&json!([{"functionCall": call}]), "STOP")
}

#[tokio::test]
async fn an_answer_that_holds_nothing() {
    let candidate = |candidate: Value| vec![json!({"candidates": [candidate]})];
    let came = table([
        ("no candidates", vec![json!({"candidates": []})]),
        ("an empty candidate", candidate(json!({}))),
        (
            "a candidate of nulls",
            candidate(json!({"content": null, "finishReason": null})),
        ),
        (
            "no parts",
            candidate(json!({"content": {}, "finishReason": "STOP"})),
        ),
        (
            "no parts, too long",
            candidate(json!({"finishReason": "MAX_TOKENS"})),
        ),
        (
            "an unknown reason alone",
            candidate(json!({"finishReason": "TIRED", "finishMessage": "so late"})),
        ),
        (
            "a reason that is none",
            frame(&json!([{"text": "Hi."}]), "FINISH_REASON_UNSPECIFIED"),
        ),
        (
            "a reason of another type",
            candidate(json!({"finishReason": 7})),
        ),
        (
            "a malformed call",
            candidate(json!({"finishReason": "MALFORMED_FUNCTION_CALL"})),
        ),
        (
            "parts of nothing",
            frame(&json!([{}, {"text": ""}, {"thought": true}]), "STOP"),
        ),
    ]);
    assert_snapshot!(came.await, @r#"
    # no candidates
    streamed:
    error ModelProtocol: the model's stream ended before its answer was whole
    plain:
    error ModelProtocol: Gemini sent no answer: `{"candidates":[]}`
    # an empty candidate
    streamed:
    error ModelProtocol: the model's stream ended before its answer was whole
    plain:
    error ModelProtocol: Gemini sent no answer: `{"candidates":[{}]}`
    # a candidate of nulls
    streamed:
    error ModelProtocol: the model's stream ended before its answer was whole
    plain:
    error ModelProtocol: Gemini sent no answer: `{"candidates":[{"content":null,"finishReason":null}]}`
    # no parts
    helper: EMPTY_RESPONSE: the model answered nothing
    # no parts, too long
    helper: MAX_TOKENS: 
    # an unknown reason alone
    helper: TIRED: so late
    # a reason that is none
    streamed:
    helper …: "Hi."
    error ModelProtocol: the model's stream ended before its answer was whole
    plain:
    helper: "Hi."
    # a reason of another type
    error ModelProtocol: Gemini sent an unknown form of answer: `{"candidates":[{"finishReason":7}]}`
    # a malformed call
    helper: MALFORMED_FUNCTION_CALL: 
    # parts of nothing
    helper: EMPTY_RESPONSE: the model answered nothing
    "#);
}

#[tokio::test]
async fn a_call_that_is_none() {
    let came = table([
        (
            "a name that is no tool's",
            called(&json!({"name": "launch", "args": {}})),
        ),
        ("no name", called(&json!({"args": {"n": 1}}))),
        ("nothing at all", called(&json!({}))),
        ("no arguments", called(&json!({"name": "add_one"}))),
        (
            "arguments of null",
            called(&json!({"name": "add_one", "args": null})),
        ),
        (
            "arguments in a text",
            called(&json!({"name": "add_one", "args": "{\"n\":1}"})),
        ),
        (
            "a text for arguments",
            called(&json!({"name": "add_one", "args": "one"})),
        ),
        (
            "a list for arguments",
            called(&json!({"name": "add_one", "args": [1]})),
        ),
        (
            "an argument of another type",
            called(&json!({"name": "add_one", "args": {"n": []}})),
        ),
        (
            "an argument too many",
            called(&json!({"name": "add_one", "args": {"n": 1, "m": 2}})),
        ),
        (
            "an id of another type",
            called(&json!({"id": 7, "name": "add_one", "args": {"n": 1}})),
        ),
        (
            "an empty id",
            called(&json!({"id": "", "name": "add_one", "args": {"n": 1}})),
        ),
    ]);
    assert_snapshot!(came.await, @r#"
    # a name that is no tool's
    helper: call launch(adk-id-3) {}
    helper: answer launch(adk-id-3) {"error":"tool 'launch' not found.\nAvailable tools: add_one"}
    helper: "Done."
    # no name
    helper: call (adk-id-3) {"n":1}
    helper: answer (adk-id-3) {"error":"tool '' not found.\nAvailable tools: add_one"}
    helper: "Done."
    # nothing at all
    streamed:
    helper: EMPTY_RESPONSE: the model answered nothing
    plain:
    helper: call (adk-id-3) {}
    helper: answer (adk-id-3) {"error":"tool '' not found.\nAvailable tools: add_one"}
    helper: "Done."
    # no arguments
    helper: call add_one(adk-id-3) {}
    helper: answer add_one(adk-id-3) {"error":"the arguments of `add_one` do not fit:\n- `n`: missing; expected an integer from 0 to 4294967295\nit takes `n`"}
    helper: "Done."
    # arguments of null
    helper: call add_one(adk-id-3) {}
    helper: answer add_one(adk-id-3) {"error":"the arguments of `add_one` do not fit:\n- `n`: missing; expected an integer from 0 to 4294967295\nit takes `n`"}
    helper: "Done."
    # arguments in a text
    helper: call add_one(adk-id-3) "{\"n\":1}"
    helper: answer add_one(adk-id-3) {"result":2}
    helper: "Done."
    # a text for arguments
    helper: call add_one(adk-id-3) "one"
    helper: answer add_one(adk-id-3) {"error":"the arguments of `add_one` do not fit:\n- expected an object with `n`, got \"one\"\nit takes `n`"}
    helper: "Done."
    # a list for arguments
    helper: call add_one(adk-id-3) [1]
    helper: answer add_one(adk-id-3) {"error":"the arguments of `add_one` do not fit:\n- expected an object with `n`, got [1]\nit takes `n`"}
    helper: "Done."
    # an argument of another type
    helper: call add_one(adk-id-3) {"n":[]}
    helper: answer add_one(adk-id-3) {"error":"the arguments of `add_one` do not fit:\n- `n`: expected an integer from 0 to 4294967295, got []\nit takes `n`"}
    helper: "Done."
    # an argument too many
    helper: call add_one(adk-id-3) {"n":1,"m":2}
    helper: answer add_one(adk-id-3) {"error":"the arguments of `add_one` do not fit:\n- `m`: unknown\nit takes `n`"}
    helper: "Done."
    # an id of another type
    error ModelProtocol: Gemini sent an unknown form of answer: `{"candidates":[{"content":{"parts":[{"functionCall":{"id":7,"name":"add_one","args":{"n":1}}}]},"finishReason":"STOP"}]}`
    # an empty id
    helper: call add_one(adk-id-3) {"n":1}
    helper: answer add_one(adk-id-3) {"result":2}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn a_call_behind_what_seemed_the_end() {
    let call = json!({"functionCall": {"id": "x", "name": "add_one", "args": {"n": 1}}});
    let text = json!({"text": "That is all."});
    let late = [frame(&json!([text]), "STOP"), frame(&json!([call]), "STOP")].concat();
    let twice = json!([call, text, call]);
    let came = table([
        ("behind the text", frame(&json!([text, call]), "STOP")),
        ("twice, with one id", frame(&twice, "STOP")),
        ("behind the reason to end", late),
        (
            "too long an answer",
            frame(&json!([text, call]), "MAX_TOKENS"),
        ),
    ]);
    assert_snapshot!(came.await, @r#"
    # behind the text
    helper: "That is all.", call add_one(x) {"n":1}
    helper: answer add_one(x) {"result":2}
    helper: "Done."
    # twice, with one id
    helper: call add_one(x) {"n":1}, "That is all.", call add_one(adk-id-3) {"n":1}
    helper: answer add_one(x) {"result":2}, answer add_one(adk-id-3) {"result":2}
    helper: "Done."
    # behind the reason to end
    helper …: "That is all."
    helper …: call add_one(x) {"n":1}
    helper: "That is all.", call add_one(x) {"n":1}
    helper: answer add_one(x) {"result":2}
    helper …: "Done."
    helper: "Done."
    # too long an answer
    helper: "That is all.", call add_one(x) {"n":1}
    helper: answer add_one(x) {"result":2}
    helper: "Done."
    "#);
}
