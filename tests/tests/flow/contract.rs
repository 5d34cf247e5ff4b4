//! What ADK's agents, runners and wire formats have in common with ours, where no other room
//! of these tests comes upon it.

use std::sync::Arc;

use adk::content::{FunctionCall, FunctionResponse};
use adk::event::EventActions;
use adk::model::LlmResponse;
use adk::testing::ScriptedModel;
use adk::tool::builtin::exit_loop;
use adk::{Content, Event, LoopAgent, Part, Role};
use futures::TryStreamExt as _;
use serde_json::{Value, json};
use tests::stage::{Stage, built, helper, streaming};
use tests::tool::{echo, tool};

/// Every key that an event may have, as ADK writes them.
fn full() -> Value {
    json!({
        "id": "id-1",
        "timestamp": 1_700_000_000.25,
        "invocationId": "e-1",
        "author": "helper",
        "branch": "both.helper",
        "content": {"role": "model", "parts": [
            {"text": "Hm.", "thought": true, "thoughtSignature": "c2ln"},
            {"inlineData": {"mimeType": "image/png", "data": "+/8=", "displayName": "a.png"}},
            {"fileData": {"mimeType": "text/plain", "fileUri": "gs://a/b"}},
            {"functionCall": {"id": "1", "name": "f", "args": {"a": 1}}},
            {"functionResponse": {"id": "1", "name": "f", "response": {"b": 2}}},
            {"executableCode": {"language": "PYTHON", "code": "1"}},
            {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}},
        ]},
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 2, "totalTokenCount": 3},
        "finishReason": "STOP",
        "modelVersion": "m-1",
        "partial": true,
        "turnComplete": true,
        "interrupted": true,
        "errorCode": "ODD",
        "errorMessage": "odd",
        "citationMetadata": {"citations": []},
        "groundingMetadata": {"webSearchQueries": ["q"]},
        "logprobsResult": {"chosenCandidates": []},
        "avgLogprobs": -0.5,
        "customMetadata": {"own": 1},
        "inputTranscription": {"text": "Hi", "finished": true},
        "outputTranscription": {"text": "Hello"},
        "actions": {
            "stateDelta": {"k": 1, "user:k": null},
            "artifactDelta": {"a.png": 2},
            "requestedToolConfirmations": {"1": {"hint": "Go?", "confirmed": false, "payload": {"n": 1}}},
            "skipSummarization": true,
            "transferToAgent": "other",
            "escalate": true,
        },
        "longRunningToolIds": ["1"],
        "isolationScope": "s",
        "nodeInfo": {"path": "a/b"},
    })
}

#[test]
fn every_key_of_an_event_is_read_and_written_back() {
    let event: Event = serde_json::from_value(full()).unwrap();
    assert_eq!(serde_json::to_value(&event).unwrap(), full());
    let response = event.response();
    assert!(response.is_partial() && response.is_turn_complete() && response.is_interrupted());
    assert_eq!(event.branch(), Some("both.helper"));
    assert_eq!(response.avg_logprobs(), Some(-0.5));
    assert_eq!(response.error_code(), Some("ODD"));
    assert_eq!(response.custom_metadata().unwrap().as_str(), r#"{"own":1}"#);
    let actions = event.actions();
    assert_eq!(actions.artifact_delta()["a.png"], 2);
    assert_eq!(actions.transfer_to_agent(), Some("other"));
    assert!(actions.escalate() && actions.skip_summarization());
    let data = &event.content().unwrap().parts()[1];
    assert_eq!(
        serde_json::to_value(data).unwrap()["inlineData"]["data"],
        "+/8="
    );
}

#[test]
fn maps_that_are_empty_are_left_out_and_read_as_none() {
    let actions = json!({"stateDelta": {}, "artifactDelta": {}, "requestedToolConfirmations": {}});
    let event: Event = serde_json::from_value(json!({ "actions": actions })).unwrap();
    assert_eq!(event.actions(), &EventActions::new());
    assert_eq!(serde_json::to_value(&event).unwrap()["actions"], json!({}));
}

#[test]
fn an_event_is_final_by_what_is_in_it() {
    let call = || Part::from_function_call(FunctionCall::new("f", json!({})).with_id("1"));
    let answer = Part::from_function_response(FunctionResponse::new("f", json!({})));
    let code = json!({"codeExecutionResult": {"outcome": "OUTCOME_OK"}});
    let code: Part = serde_json::from_value(code).unwrap();
    let says =
        |parts: Vec<Part>| Event::builder("helper").content(Content::new(Role::Model, parts));
    let is_final = |parts| says(parts).build().is_final_response();
    assert!(is_final(vec![Part::from_text("Done.")]));
    assert!(is_final(vec![code.clone(), Part::from_text("So it is 4.")]));
    assert!(!is_final(vec![Part::from_text("It is"), code]));
    assert!(!is_final(vec![Part::from_text("I ask."), call()]));
    assert!(!is_final(vec![answer]));
    let piece = LlmResponse::new(Content::model("Do")).into_partial();
    let piece = Event::builder("helper").response(piece).build();
    assert!(!piece.is_final_response());
    let last_word = says(vec![call()]).actions(EventActions::new().with_skip_summarization());
    assert!(last_word.build().is_final_response());
    let waits = says(vec![call()]).long_running_tool_ids(["1".into()]);
    assert!(waits.build().is_final_response());
}

#[tokio::test]
async fn what_the_calls_of_a_turn_did_is_united() {
    let save = tool("save", |ctx, _| async move {
        ctx.save_artifact("note", Part::from_text("n")).await?;
        Ok(json!({}))
    });
    let escalate = tool("escalate", |ctx, _| async move {
        ctx.escalate();
        Ok(json!({}))
    });
    let last_word = tool("last_word", |ctx, _| async move {
        ctx.skip_summarization();
        Ok(json!({}))
    });
    let names = ["save", "escalate", "save", "last_word", "echo"];
    let calls = names.map(|name| FunctionCall::new(name, json!({})));
    let model = ScriptedModel::new().calls(calls);
    let agent = helper(&model).tool(save).tool(escalate).tool(last_word);
    let stage = Stage::new(agent.tool(echo()));
    let events: Vec<_> = stage.run("Hi").try_collect().await.unwrap();
    let [called, answered] = &events[..] else {
        panic!("not a call and its answers: {events:?}");
    };
    assert_eq!(called.actions(), &EventActions::new());
    let content = answered.content().unwrap();
    let answers: Vec<_> = content
        .function_responses()
        .map(FunctionResponse::name)
        .collect();
    assert_eq!(answers, names);
    assert_eq!(
        (content.role(), answered.author()),
        (Some(&Role::User), "helper")
    );
    let actions = serde_json::to_value(answered.actions()).unwrap();
    assert_eq!(
        actions,
        json!({"artifactDelta": {"note": 2}, "skipSummarization": true, "escalate": true})
    );
}

#[tokio::test]
async fn requests_of_all_runs_share_the_declarations() {
    let model = ScriptedModel::new()
        .call("echo", json!({}))
        .text("Done.")
        .text("Hi.");
    let stage = Stage::new(helper(&model).tool(echo()));
    stage.play("Hi").await;
    stage.play("Again").await;
    let requests = model.requests();
    assert_eq!(requests.len(), 3);
    for request in &requests {
        let same = Arc::ptr_eq(&request.declarations()[0], &requests[0].declarations()[0]);
        assert!(same, "a declaration was copied");
    }
}

#[tokio::test]
async fn exit_loop_answers_with_an_empty_object_and_has_the_last_word() {
    let critic = ScriptedModel::new()
        .text("Better.")
        .call("exit_loop", json!({}));
    let agent = helper(&critic).tool(exit_loop::tool());
    let looped = LoopAgent::builder("looped").sub_agent(built(agent));
    let stage = Stage::of(looped.build().unwrap(), |runner| runner);
    let events: Vec<Event> = stage.run("Write!").try_collect().await.unwrap();
    let last = events.last().unwrap();
    let answer = last.content().unwrap().function_responses().next().unwrap();
    assert_eq!(
        (answer.name(), answer.response().as_str()),
        ("exit_loop", "{}")
    );
    assert!(last.actions().escalate() && last.actions().skip_summarization());
    assert_eq!(critic.requests().len(), 2);
}

#[tokio::test]
async fn pieces_are_events_of_their_own() {
    let model = ScriptedModel::new().text("It is sunny.");
    let stage = Stage::new(helper(&model));
    let run = stage.run("Hi").config(streaming());
    let events: Vec<Event> = run.try_collect().await.unwrap();
    let partial: Vec<_> = events.iter().map(Event::is_partial).collect();
    assert_eq!(partial, [true, true, true, false]);
    let mut ids: Vec<_> = events.iter().map(Event::id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 4);
    assert!(events.iter().all(|event| event.invocation_id() == "e-id-1"));
}
