//! One answer, streamed in chunks of any cut: the whole that comes of it is the same, and the
//! partial responses hold no more and no less.

mod answer;
mod cuts;

use std::collections::BTreeMap;

use adk::{Content, Event, Part};
use answer::answers;
use bytes::Bytes;
use cuts::Cuts;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::runtime::Builder;

use crate::Answered;
use crate::vendor::{Vendor, canned};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn an_answer_is_the_same_in_chunks_of_any_cut(
        answer in answers(),
        cuts in vec(any::<u8>(), 1..200),
    ) {
        let frames = answer.frames(&mut Cuts::new(cuts));
        let frames = frames.iter().map(|frame| Bytes::from(format!("data: {frame}\n\n")));
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let answered = runtime.block_on(canned(&Vendor::Gemini, frames.collect()));
        prop_assert_eq!(whole(&answered), answer.expected());
        prop_assert_eq!(said(&answered, true), said(&answered, false));
        check_ids(&answered)?;
    }
}

/// The last response as an event has it, without what is the event's own.
fn whole(answered: &Answered) -> Value {
    let event = Event::builder("a")
        .response(answered.whole().clone())
        .build();
    let mut event = serde_json::to_value(&event).unwrap();
    let fields = event.as_object_mut().unwrap();
    for own in ["id", "timestamp", "invocationId", "author", "actions"] {
        fields.remove(own);
    }
    event
}

fn parts(answered: &Answered, partial: bool) -> impl Iterator<Item = &Part> {
    let responses = answered.responses.iter();
    let responses = responses.filter(move |response| response.is_partial() == partial);
    let contents = responses.filter_map(|response| response.content());
    contents.flat_map(Content::parts)
}

/// The text, and the thoughts, of all partial responses or of the whole.
fn said(answered: &Answered, partial: bool) -> BTreeMap<bool, String> {
    let mut said = BTreeMap::from([(true, String::new()), (false, String::new())]);
    for part in parts(answered, partial) {
        let text = part.text().unwrap_or_default();
        said.entry(part.is_thought()).or_default().push_str(text);
    }
    said
}

/// Calls begin in the order in which they stand in the whole, and every piece has its id.
fn check_ids(answered: &Answered) -> Result<(), TestCaseError> {
    let calls = |partial| parts(answered, partial).filter_map(Part::function_call);
    let ids: Vec<_> = calls(false).map(|call| call.id()).collect();
    let begun = calls(true).filter(|call| !call.name().is_empty());
    prop_assert_eq!(&begun.map(|call| call.id()).collect::<Vec<_>>(), &ids);
    let mut texts: BTreeMap<(Option<&str>, String), String> = BTreeMap::new();
    for call in calls(true) {
        prop_assert!(ids.contains(&call.id()));
        let pieces = call.partial_args().map_or(json!([]), adk::Json::to_value);
        for piece in pieces.as_array().unwrap() {
            let path = piece["jsonPath"].to_string();
            let text = piece["stringValue"].as_str().unwrap_or_default();
            texts.entry((call.id(), path)).or_default().push_str(text);
        }
    }
    for ((id, _), text) in texts.iter().filter(|(_, text)| !text.is_empty()) {
        let whole = calls(false).find(|call| call.id() == *id).unwrap();
        prop_assert!(whole.args().as_str().contains(&json!(text).to_string()));
    }
    Ok(())
}
