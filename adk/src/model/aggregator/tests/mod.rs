//! What partials and whole come of which chunks.

mod pieces;

use super::*;
use crate::content::Json;
use crate::model::UsageMetadata;

fn chunk(parts: &str) -> LlmResponse {
    LlmResponse::new(serde_json::from_str(&format!(r#"{{"parts":[{parts}]}}"#)).unwrap())
}

fn stop() -> LlmResponse {
    LlmResponse::default().with_finish_reason(FinishReason::Stop)
}

fn parts(response: &LlmResponse) -> String {
    let parts = response.content().map(Content::parts).unwrap_or_default();
    let text = serde_json::to_string(parts).unwrap();
    text[1..text.len() - 1].to_owned()
}

/// The parts of each partial response, and of the whole.
fn run<'a>(chunks: impl IntoIterator<Item = &'a str>) -> (Vec<String>, Result<String>) {
    let mut aggregator = Aggregator::new();
    let mut partials = Vec::new();
    for parts_of_chunk in chunks {
        match aggregator.push(chunk(parts_of_chunk)) {
            Ok(partial) => partials.extend(partial.as_ref().map(parts)),
            Err(error) => return (partials, Err(error)),
        }
    }
    aggregator.push(stop()).unwrap();
    (partials, aggregator.finish().map(|whole| parts(&whole)))
}

fn whole_of<'a>(chunks: impl IntoIterator<Item = &'a str>) -> String {
    run(chunks).1.unwrap()
}

#[test]
fn texts_are_merged_while_the_thought_flag_stays() {
    let chunks = [
        r#"{"text":"a","thought":true}"#,
        r#"{"text":"b","thought":true},{"text":"c"}"#,
        r#"{},{"text":""}"#,
        r#"{"text":"d"},{"inlineData":{"mimeType":"m","data":"AA=="}},{"text":"e"}"#,
    ];
    let (partials, whole) = run(chunks);
    assert_eq!(partials[..2], chunks[..2]);
    assert_eq!(
        whole.unwrap(),
        r#"{"text":"ab","thought":true},{"text":"cd"},{"inlineData":{"mimeType":"m","data":"AA=="}},{"text":"e"}"#
    );
}

#[test]
fn a_signature_stays_with_an_empty_text_or_moves_to_the_next_call() {
    let chunks = [
        r#"{"text":"a","thoughtSignature":"c2ln"}"#,
        r#"{"functionCall":{"name":"f","args":{}}},{"functionCall":{"name":"f","args":{}}}"#,
        r#"{"text":"","thoughtSignature":"ZW5k"}"#,
    ];
    assert_eq!(
        whole_of(chunks),
        concat!(
            r#"{"text":"a"},{"functionCall":{"name":"f","args":{}},"thoughtSignature":"c2ln"},"#,
            r#"{"functionCall":{"name":"f","args":{}}},{"thoughtSignature":"ZW5k"}"#
        )
    );
}

#[test]
fn whole_calls_go_on_as_they_came() {
    let chunks = [
        r#"{"functionCall":{"name":"f","args":{"a":1}}},{"functionCall":{"id":"x","name":"f","args":{}}}"#,
        r#"{"functionCall":{"id":"","name":"h","args":{}}}"#,
    ];
    let (partials, whole) = run(chunks);
    assert_eq!(partials[..2], chunks);
    assert_eq!(whole.unwrap(), chunks.join(","));
}

#[test]
fn the_whole_carries_what_was_said_last_and_partials_say_whether_they_end_the_turn() {
    let mut aggregator = Aggregator::new();
    let mut first = chunk(r#"{"text":"a"}"#).with_usage(UsageMetadata::new(1, 1));
    first.rare_mut().grounding_metadata = Some(Json::from(serde_json::json!({"g": 1})));
    first.model_version = Some("m-1".into());
    let mut last = chunk(r#"{"text":"b"}"#)
        .with_usage(UsageMetadata::new(1, 2))
        .with_finish_reason(FinishReason::Stop);
    last.rare_mut().error_message = Some("a remark".into());
    let first = aggregator.push(first).unwrap().unwrap();
    assert!(first.is_partial() && !first.is_turn_complete());
    let last = aggregator.push(last).unwrap().unwrap();
    assert!(last.is_partial() && last.is_turn_complete());
    assert_eq!(last.error_message(), None);
    let usage_alone = LlmResponse::default().with_usage(UsageMetadata::new(1, 3));
    assert!(aggregator.push(usage_alone).unwrap().is_none());
    let whole = aggregator.finish().unwrap();
    assert!(!whole.is_partial());
    assert_eq!(whole.content().unwrap().text(), "ab");
    assert_eq!(whole.usage().unwrap().candidates_token_count(), 3);
    assert_eq!(whole.finish_reason(), Some(&FinishReason::Stop));
    assert_eq!(whole.model_version(), Some("m-1"));
    assert_eq!(whole.grounding_metadata().unwrap().as_str(), r#"{"g":1}"#);
    assert_eq!((whole.error_code(), whole.error_message()), (None, None));
}

#[test]
fn what_chunks_say_of_the_answer_is_joined() {
    let said = |field: &str, json: &str| {
        let mut chunk = chunk(r#"{"text":"a"}"#);
        let json = json.parse::<Json>().ok();
        let rare = chunk.rare_mut();
        match field {
            "citations" => rare.citation_metadata = json,
            "grounding" => rare.grounding_metadata = json,
            _ => rare.logprobs_result = json,
        }
        chunk
    };
    let mut aggregator = Aggregator::new();
    for chunk in [
        said("citations", r#"{"citationSources":[{"uri":"a"}]}"#),
        said(
            "citations",
            r#"{"citationSources":[{"uri":"a"},{"uri":"b"}]}"#,
        ),
        said("grounding", r#"{"webSearchQueries":["q"]}"#),
        said("grounding", "{}"),
        said(
            "logprobs",
            r#"{"chosenCandidates":[{"token":"a"}],"logProbabilitySum":-1}"#,
        ),
        said(
            "logprobs",
            r#"{"chosenCandidates":[{"token":"a"}],"logProbabilitySum":-2}"#,
        ),
        stop(),
    ] {
        aggregator.push(chunk).unwrap();
    }
    let whole = aggregator.finish().unwrap();
    let text = |json: Option<&Json>| json.map(|json| json.as_str().to_owned()).unwrap();
    assert_eq!(
        text(whole.citation_metadata()),
        r#"{"citationSources":[{"uri":"a"},{"uri":"b"}]}"#
    );
    assert_eq!(
        text(whole.grounding_metadata()),
        r#"{"webSearchQueries":["q"]}"#
    );
    let rare = whole.rare.unwrap();
    assert_eq!(
        text(rare.logprobs_result.as_ref()),
        r#"{"chosenCandidates":[{"token":"a"},{"token":"a"}],"logProbabilitySum":-2}"#
    );
}

#[test]
fn what_was_spoken_is_passed_on_and_joined() {
    let heard = |text| LlmResponse::default().with_input_transcription(Transcription::new(text));
    let spoken = Transcription::new("Hi.").finished();
    let mut aggregator = Aggregator::new();
    for chunk in [
        heard("Hel"),
        heard("lo"),
        LlmResponse::default().with_output_transcription(spoken),
    ] {
        assert!(aggregator.push(chunk).unwrap().is_some());
    }
    aggregator.push(stop()).unwrap();
    let whole = aggregator.finish().unwrap();
    assert_eq!(
        whole.input_transcription(),
        Some(&Transcription::new("Hello"))
    );
    assert!(whole.output_transcription().unwrap().is_finished());
}

#[test]
fn silence_has_a_reason_or_is_an_error() {
    let mut blocked = Aggregator::new();
    let mut last = LlmResponse::default().with_finish_reason(FinishReason::Safety);
    last.rare_mut().error_message = Some("unsafe".into());
    assert!(blocked.push(last).unwrap().unwrap().is_turn_complete());
    let whole = blocked.finish().unwrap();
    assert_eq!(
        (whole.error_code(), whole.error_message()),
        (Some("SAFETY"), Some("unsafe"))
    );
    assert_eq!(whole.content().unwrap().parts(), []);

    let mut refused = Aggregator::new();
    assert!(
        refused
            .push(LlmResponse::from_error("BLOCKLIST", "no"))
            .unwrap()
            .is_none()
    );
    let whole = refused.finish().unwrap();
    assert_eq!(
        (whole.error_code(), whole.content()),
        (Some("BLOCKLIST"), None)
    );

    let mut cut = Aggregator::new();
    cut.push(chunk(r#"{"text":"a"}"#)).unwrap();
    assert_eq!(cut.finish().unwrap_err().kind(), ErrorKind::ModelProtocol);
    assert_eq!(whole_of([]), "");
}
