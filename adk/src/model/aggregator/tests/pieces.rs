//! Calls whose arguments come in pieces.

use proptest::prelude::*;

use super::*;
use crate::content::FunctionCall;

fn piece(id: &str, path: &str, value: &str, goes_on: bool) -> String {
    format!(
        r#"{{"functionCall":{{{id}"name":"","args":{{}},"partialArgs":[{{"jsonPath":"{path}",{value}}}],"willContinue":{goes_on}}}}}"#
    )
}

/// As vendors send what goes on with the call before.
fn goes_on(pieces: &str) -> String {
    format!(r#"{{"functionCall":{{"partialArgs":[{pieces}],"willContinue":true}}}}"#)
}

fn id_in(parts: &str) -> String {
    let parts: Vec<Part> = serde_json::from_str(&format!("[{parts}]")).unwrap();
    let id = parts[0].function_call().and_then(FunctionCall::id);
    id.unwrap().to_owned()
}

#[test]
fn fault_19_arguments_in_pieces_grow_by_path() {
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
    assert_eq!(
        whole,
        concat!(
            r#"{"functionCall":{"id":"adk-pieced-1","name":"f","args":{"city":"Paris","empty":"","days":[{"n":1},{"n":2.5}],"#,
            r#""a.b":{"c":true},"none":null}},"thoughtSignature":"c2ln"}"#
        )
    );
    assert_eq!(partials.len(), 8);
    assert!(partials[..8].iter().all(|partial| id_in(partial) == id));
}

#[test]
fn an_end_or_a_null_takes_nothing_back() {
    let begin = r#"{"functionCall":{"name":"f","args":{"kept":1},"willContinue":true}}"#;
    let chunks = [
        goes_on(r#"{"jsonPath":"$.first","willContinue":true}"#),
        goes_on(r#"{"jsonPath":"$.first","stringValue":"a","willContinue":true}"#),
        goes_on(r#"{"jsonPath":"$.first"},{"jsonPath":"$.none","nullValue":"NULL_VALUE"}"#),
        goes_on(""),
        r#"{"functionCall":{}},{"functionCall":{}},{"text":"b"},{"functionCall":{"args":{}}}"#
            .into(),
        r#"{"text":"c"}"#.into(),
    ];
    let chunks = [begin].into_iter().chain(chunks.iter().map(String::as_str));
    let (partials, whole) = run(chunks);
    assert_eq!(
        whole.unwrap(),
        concat!(
            r#"{"functionCall":{"id":"adk-pieced-1","name":"f","args":{"kept":1,"first":"a","none":null}}},"#,
            r#"{"text":"bc"}"#
        )
    );
    // What ends a call a second time is nobody's.
    assert_eq!(
        partials[5],
        r#"{"functionCall":{"id":"adk-pieced-1","name":"","args":{}}},{"text":"b"}"#
    );
}

#[test]
fn a_call_in_pieces_takes_the_signature_of_a_text_as_a_whole_one_does() {
    let signed = r#"{"text":"a","thought":true,"thoughtSignature":"c2ln"}"#;
    let begin = r#"{"functionCall":{"id":"1","name":"f","willContinue":true}}"#;
    let (partials, whole) = run([signed, begin, r#"{"functionCall":{"id":"1"}}"#]);
    let call = r#"{"functionCall":{"id":"1","name":"f","args":{}},"thoughtSignature":"c2ln"}"#;
    assert_eq!(
        whole.unwrap(),
        format!(r#"{{"text":"a","thought":true}},{call}"#)
    );
    assert!(partials[1].contains("c2ln"), "{}", partials[1]);
}

#[test]
fn calls_side_by_side_have_a_bound() {
    let begin =
        |n: usize| format!(r#"{{"functionCall":{{"id":"{n}","name":"f","willContinue":true}}}}"#);
    let end = |n: usize| format!(r#"{{"functionCall":{{"id":"{n}"}}}}"#);
    let calls = (0..1000).map(begin).chain((0..1000).map(end));
    let again = calls.collect::<Vec<_>>().join(",");
    assert_eq!(whole_of([&*again, &*again]).matches(r#""f""#).count(), 2000);
    let too_many: Vec<_> = (0..1001).map(begin).collect();
    let error = run([&*too_many.join(",")]).1.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ModelProtocol);
    assert!(error.to_string().contains("1000 calls"), "{error}");
}

#[test]
fn fault_27_interleaved_calls_are_kept_apart() {
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
