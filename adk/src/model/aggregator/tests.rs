use proptest::prelude::*;

use super::*;
use crate::content::{FunctionCall, Json};
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

fn piece(id: &str, path: &str, value: &str, goes_on: bool) -> String {
    format!(
        r#"{{"functionCall":{{{id}"name":"","args":{{}},"partialArgs":[{{"jsonPath":"{path}",{value}}}],"willContinue":{goes_on}}}}}"#
    )
}

fn id_in(parts: &str) -> String {
    let parts: Vec<Part> = serde_json::from_str(&format!("[{parts}]")).unwrap();
    let id = parts[0].function_call().and_then(FunctionCall::id);
    id.unwrap().to_owned()
}

#[test]
fn arguments_in_pieces_grow_by_path() {
    let begin = r#"{"functionCall":{"name":"f","willContinue":true},"thoughtSignature":"c2ln"}"#;
    let chunks = [
        piece(
            "",
            "$.city",
            r#""stringValue":"Pa","willContinue":true"#,
            true,
        ),
        piece("", "$.city", r#""stringValue":"ris""#, true),
        piece("", "$.empty", r#""stringValue":"""#, true),
        piece("", "$.days[0].n", r#""numberValue":1"#, true),
        piece("", "$.days[1].n", r#""numberValue":2.5"#, true),
        piece("", "$['a.b'][\\\"c\\\"]", r#""boolValue":true"#, true),
        piece("", "none", r#""nullValue":null"#, false),
    ];
    let (partials, whole) = run([begin].into_iter().chain(chunks.iter().map(String::as_str)));
    let whole = whole.unwrap();
    let id = id_in(&whole);
    assert!(id.starts_with("adk-"), "{id}");
    assert_eq!(
        whole.replace(&id, "ID"),
        concat!(
            r#"{"functionCall":{"id":"ID","name":"f","args":{"city":"Paris","empty":"","days":[{"n":1},{"n":2.5}],"#,
            r#""a.b":{"c":true},"none":null}},"thoughtSignature":"c2ln"}"#
        )
    );
    assert_eq!(partials.len(), 8);
    assert!(partials[..8].iter().all(|partial| id_in(partial) == id));
}

#[test]
fn interleaved_calls_are_kept_apart() {
    let text = |id: &str, text: &str, goes_on| {
        piece(
            &format!(r#""id":"{id}","#),
            "$.t",
            &format!(r#""stringValue":"{text}""#),
            goes_on,
        )
    };
    let begin =
        |id: &str| format!(r#"{{"functionCall":{{"id":"{id}","name":"f","willContinue":true}}}}"#);
    let chunks = [
        begin("1"),
        text("1", "a", true),
        begin("2"),
        text("2", "x", true),
        text("1", "b", true),
        r#"{"text":"aside"}"#.into(),
        text("2", "y", false),
        text("1", "c", false),
        r#"{"functionCall":{}}"#.into(),
    ];
    assert_eq!(
        whole_of(chunks.iter().map(String::as_str)),
        concat!(
            r#"{"functionCall":{"id":"1","name":"f","args":{"t":"abc"}}},"#,
            r#"{"functionCall":{"id":"2","name":"f","args":{"t":"xy"}}},{"text":"aside"}"#
        )
    );
}

#[test]
fn a_call_whose_arguments_never_ended_is_not_in_the_whole() {
    let begin = r#"{"functionCall":{"name":"f","willContinue":true}}"#;
    let half = piece("", "$.t", r#""stringValue":"a""#, true);
    let error = run([begin, &half]).1.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ModelProtocol);
    assert!(error.to_string().contains("`f`"), "{error}");

    let mut aggregator = Aggregator::new();
    for text in [r#"{"text":"a"}"#, begin, &half, r#"{"text":"b"}"#] {
        aggregator.push(chunk(text)).unwrap();
    }
    aggregator
        .push(LlmResponse::default().with_finish_reason(FinishReason::MaxTokens))
        .unwrap();
    let whole = aggregator.finish().unwrap();
    assert_eq!(parts(&whole), r#"{"text":"a"},{"text":"b"}"#);
    assert_eq!(whole.error_code(), None);
}

#[test]
fn pieces_that_do_not_fit_are_an_error() {
    let begin = r#"{"functionCall":{"name":"f","willContinue":true}}"#;
    let deep = "[0]".repeat(101);
    for path in [
        "",
        "$",
        "$.a[1]",
        "$.a[x]",
        "$['a",
        "$.a[99999999999999999999]",
        &deep,
    ] {
        let half = piece("", path, r#""numberValue":1"#, true);
        let error = run([begin, &half]).1.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ModelProtocol, "{path}");
    }
    assert!(
        run([&*piece("", "$.a", r#""numberValue":1"#, true)])
            .1
            .is_err()
    );
    let unreadable = r#"{"functionCall":{"name":"f","partialArgs":7,"willContinue":true}}"#;
    assert!(run([unreadable]).1.is_err());
}

proptest! {
    #[test]
    fn no_path_panics(path in r#"[$.\[\]'"a0-9é]{0,12}"#) {
        let path = path.replace('"', "\\\"");
        let begin = r#"{"functionCall":{"name":"f","willContinue":true}}"#;
        let _ = run([begin, &piece("", &path, r#""numberValue":1"#, true), &piece("", &path, r#""boolValue":true"#, false)]);
    }
}
