//! What a model is to see, found the slow and simple way, and what it sees.

use adk::content::FunctionResponse;
use adk::model::Transcription;
use adk::{Content, Event, Role};

use super::QUESTIONS;

/// What `helper` is to see of a session, found the slow and simple way.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Seen {
    /// The numbers of what was said.
    pub(super) said: Vec<u32>,
    /// The ids of its own calls, and the numbers of the answers to them.
    pub(super) calls: Vec<(String, Option<u64>)>,
}

pub(super) fn expected(events: &[Event]) -> Seen {
    let mut seen = Seen::default();
    // The id of every call so far, and its place among the agent's own.
    let mut called: Vec<(String, Option<usize>)> = Vec::new();
    for event in events {
        let foreign = !["user", "helper"].contains(&event.author());
        let Some(content) = event.content().filter(|said| !said.parts().is_empty()) else {
            let response = event.response();
            let heard = [
                response.input_transcription(),
                response.output_transcription(),
            ];
            let heard = heard.into_iter().flatten().map(Transcription::text);
            seen.said.extend(heard.flat_map(numbers));
            continue;
        };
        let Some(role) = content.role() else {
            continue;
        };
        for answer in content.function_responses().filter(|_| !foreign) {
            let answers = |(id, own): &&(String, Option<usize>)| {
                answer.id() == Some(id) && (own.is_some() || event.author() == "user")
            };
            if let Some((_, Some(place))) = called.iter().rev().find(answers) {
                seen.calls[*place].1 = number_in(answer);
            }
        }
        for part in content.parts() {
            if let Some(call) = part
                .function_call()
                .filter(|call| !QUESTIONS.contains(&call.name()))
            {
                let id = call.id().unwrap_or_default().to_owned();
                if foreign {
                    called.push((id, None));
                } else if *role == Role::Model && event.author() == "helper" {
                    called.push((id.clone(), Some(seen.calls.len())));
                    seen.calls.push((id, None));
                }
            } else if let Some(text) = part.text().filter(|_| !foreign || !part.is_thought()) {
                seen.said.extend(numbers(text));
            }
        }
    }
    seen
}

pub(super) fn actual(contents: &[Content]) -> Seen {
    let mut seen = Seen::default();
    for part in contents.iter().flat_map(Content::parts) {
        if let Some(call) = part.function_call() {
            assert!(!QUESTIONS.contains(&call.name()), "a question to the user");
            seen.calls
                .push((call.id().unwrap_or_default().to_owned(), None));
        } else if let Some(text) = part.text() {
            assert!(!text.contains("adk_request"), "a question that is told");
            seen.said.extend(numbers(text));
        }
    }
    let answers = contents.iter().flat_map(Content::function_responses);
    // That each call is answered in its turn is checked elsewhere.
    for ((_, found), answer) in seen.calls.iter_mut().zip(answers) {
        *found = number_in(answer);
    }
    seen
}

fn numbers(text: &str) -> Vec<u32> {
    let marks = text.split('§').skip(1);
    marks
        .filter_map(|mark| mark.split(';').next()?.parse().ok())
        .collect()
}

/// The number in an answer; an answer that was made up has none.
fn number_in(answer: &FunctionResponse) -> Option<u64> {
    answer.response().to_value()["n"].as_u64()
}
