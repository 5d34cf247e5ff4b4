//! What is said of an answer, by a model of one's own: in the response, and in an event's JSON.

use adk::model::{Aggregator, FinishReason, LlmResponse, UsageMetadata};
use adk::{Content, Event, Json};
use serde_json::json;

#[test]
fn a_model_of_ones_own_says_of_its_stream_what_the_clients_say() {
    let chunk = |text: &str| LlmResponse::new(Content::model(text)).with_model_version("own-1");
    let chunks = [
        chunk("Par")
            .with_citation_metadata(json!({"citations": [{"uri": "a"}]}))
            .with_logprobs_result(json!({"chosenCandidates": [{"token": "Par"}]}))
            .with_grounding_metadata(json!({"webSearchQueries": ["q"]})),
        chunk("is")
            .with_citation_metadata(json!({"citations": [{"uri": "b"}]}))
            .with_logprobs_result(json!({"chosenCandidates": [{"token": "is"}]}))
            .with_custom_metadata(json!({"cached": true}))
            .with_usage(UsageMetadata::new(1, 2))
            .with_finish_reason(FinishReason::Stop),
    ];
    let mut aggregator = Aggregator::new();
    for chunk in chunks {
        aggregator.push(chunk).unwrap();
    }
    let whole = aggregator.finish().unwrap();
    let text = |json: Option<&Json>| json.unwrap().as_str().to_owned();
    assert_eq!(text(whole.custom_metadata()), r#"{"cached":true}"#);
    assert_eq!(
        text(whole.logprobs_result()),
        r#"{"chosenCandidates":[{"token":"Par"},{"token":"is"}]}"#
    );
    assert_eq!(whole.avg_logprobs(), None);
    let event = Event::builder("helper").response(whole).build();
    let event = serde_json::to_value(&event).unwrap();
    let fields = [
        (
            "content",
            json!({"parts": [{"text": "Paris"}], "role": "model"}),
        ),
        ("modelVersion", json!("own-1")),
        (
            "citationMetadata",
            json!({"citations": [{"uri": "a"}, {"uri": "b"}]}),
        ),
        ("groundingMetadata", json!({"webSearchQueries": ["q"]})),
        ("customMetadata", json!({"cached": true})),
    ];
    for (field, expected) in fields {
        assert_eq!(event[field], expected, "{field}");
    }
}
