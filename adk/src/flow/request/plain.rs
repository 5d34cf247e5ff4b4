//! The short way for a conversation in which nothing is out of order: all of it is told as it
//! stands, at the price of a look at each event. Whatever else there is goes the long way
//! ([`Turns`](super::turns::Turns)), which gives the same here.

use super::turns::{answers_all, is_models};
use crate::content::{Content, Role};
use crate::event::{Event, USER};
use crate::flow::output::mismatch;

/// What `agent` is told of `events`, all of which it sees; `None` where a part of it would have to
/// be changed, moved, left out or added.
pub(super) fn contents<'a>(
    events: impl ExactSizeIterator<Item = &'a Event>,
    agent: &str,
) -> Option<Vec<Content>> {
    let mut told = Vec::with_capacity(events.len() + 1);
    let mut last = None::<&Content>;
    for event in events {
        if is_odd(event) {
            return None;
        }
        let said = event.content().filter(|said| !said.parts().is_empty());
        let Some(content) = said else { continue };
        if !may_say(event.author(), content, agent) || !goes_on(last, content) {
            return None;
        }
        last = Some(content);
        told.push(content.clone());
    }
    let is_whole = !last.is_some_and(Content::has_calls);
    is_whole.then_some(told)
}

/// Whether there is more to tell of an event than its content, or less.
fn is_odd(event: &Event) -> bool {
    let response = event.response();
    mismatch(response).is_some()
        || response.input_transcription().is_some()
        || response.output_transcription().is_some()
        || !event.actions().inner_calls().is_empty()
}

/// Whether the author may say all of the content to the agent's model.
fn may_say(author: &str, content: &Content, agent: &str) -> bool {
    let by_model = author == agent && is_models(content);
    let by_user = content.role() == Some(&Role::User) && !content.has_calls();
    content.is_for_models() && (by_model || by_user && (author == USER || author == agent))
}

/// Whether the content may stand behind the last one: calls are followed by their answers, and a
/// model does not speak twice.
fn goes_on(last: Option<&Content>, content: &Content) -> bool {
    match last.filter(|last| last.has_calls()) {
        Some(calls) => answers_all(calls, content),
        None if content.has_responses() => false,
        None => !is_models(content) || !last.is_some_and(is_models),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::contents::turns_in;
    use super::*;
    use crate::content::{FunctionCall, FunctionResponse, Part};
    use crate::event::{EventActions, InnerCall};
    use crate::flow::IncludeContents;
    use crate::flow::output::OUTPUT_MISMATCH;
    use crate::model::{LlmResponse, Transcription};

    fn call(id: &str) -> Part {
        Part::from_function_call(FunctionCall::new("f", json!({})).with_id(id))
    }

    fn answer(id: &str) -> Part {
        Part::from_function_response(FunctionResponse::new("f", json!({})).with_id(id))
    }

    /// One of each kind of event that is told in another way.
    fn kinds() -> Vec<Event> {
        let says = |author: &str, role, part: Part| {
            let content = Content::new(role, [part]);
            Event::builder(author).content(content).build()
        };
        let both = |parts: [Part; 2], role| {
            let content = Content::new(role, parts);
            Event::builder("agent").content(content).build()
        };
        let heard = LlmResponse::default().with_input_transcription(Transcription::new("heard"));
        let spoken = LlmResponse::default().with_output_transcription(Transcription::new("spoken"));
        let unfit = LlmResponse::new(Content::model("unfit")).with_error(OUTPUT_MISMATCH, "why");
        let mut asks = EventActions::new();
        asks.add_inner_calls(vec![InnerCall {
            id: "2".into(),
            call: FunctionCall::new("f", json!({})),
            session: "inner".into(),
            agent_call: FunctionCall::new("g", json!({})),
            confirmation: None,
        }]);
        let asks = Event::builder("agent").actions(asks);
        vec![
            says(USER, Role::User, Part::from_text("asks")),
            says("agent", Role::Model, Part::from_text("says")),
            says("agent", Role::Model, call("1")),
            says("agent", Role::User, answer("1")),
            both([call("1"), call("2")], Role::Model),
            both([answer("1"), answer("2")], Role::User),
            both([answer("2"), answer("1")], Role::User),
            both([Part::from_text("calls"), call("1")], Role::Model),
            says("agent", Role::Model, answer("1")),
            says("agent", Role::User, Part::from_text("prints")),
            says("agent", Role::Model, Part::from_text("")),
            says("other", Role::Model, Part::from_text("reports")),
            says(USER, Role::User, call("1")),
            says(USER, Role::User, answer("1")),
            says(USER, Role::Model, Part::from_text("pretends")),
            Event::builder("agent").build(),
            Event::builder("agent").response(heard).build(),
            Event::builder("agent").response(spoken).build(),
            Event::builder("agent").response(unfit).build(),
            asks.content(Content::model("asks")).build(),
        ]
    }

    #[test]
    fn what_goes_the_short_way_is_told_as_on_the_long_one() {
        let kinds = kinds();
        let mut short = 0;
        for number in 0..kinds.len().pow(4) {
            let digit = |place: u32| number / kinds.len().pow(place) % kinds.len();
            let events = [0, 1, 2, 3].map(|place| &kinds[digit(place)]);
            if let Some(told) = contents(events.into_iter(), "agent") {
                let turns = turns_in(events.into_iter(), "agent", None);
                assert_eq!(
                    told,
                    turns.into_contents(IncludeContents::Default),
                    "{events:#?}"
                );
                short += 1;
            }
        }
        assert!(short > 400, "{short} of {}", kinds.len().pow(4));
    }
}
