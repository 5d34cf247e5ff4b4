//! Whatever happened in a session: what a model sees of it obeys the rules that every
//! provider has, nothing that was said is lost or told twice, and each call has the answer
//! that was given last.

mod happens;
mod seen;
mod writer;

use adk::agent::IncludeContents;
use adk::content::FunctionCall;
use adk::testing::ScriptedModel;
use adk::{Content, Event};
use proptest::prelude::*;
use serde_json::json;
use tests::history::assert_valid_history;
use tests::stage::helper;
use tests::tool::echo;

use super::after;
use happens::{Happens, Said, by, scene};
use seen::{actual, expected};
use writer::Writer;

/// The calls by which a run asks its user.
const QUESTIONS: [&str; 2] = ["adk_request_confirmation", "adk_request_credential"];

/// What the model is sent in a run of two steps, and the session after it.
async fn requests(
    include: IncludeContents,
    history: &[Happens],
    message: &[Said],
) -> (Vec<Vec<Content>>, Vec<Event>) {
    let mut writer = Writer::default();
    let events: Vec<_> = history
        .iter()
        .map(|happens| writer.event(happens))
        .collect();
    let message = writer.event(&by("user", "user", message.to_vec())).build();
    let model = ScriptedModel::new()
        .calls([FunctionCall::new("echo", json!({"n": 0})).with_id("0")])
        .text("Done.");
    let agent = helper(&model).tool(echo()).include_contents(include);
    let stage = after(agent, events).await;
    let message = message
        .content()
        .cloned()
        .unwrap_or_else(|| Content::user(""));
    let answer = stage.run(message).text().await;
    assert!(answer.is_ok(), "{answer:?}");
    let requests = model.requests().into_iter();
    let requests = requests
        .map(|request| request.contents().to_vec())
        .collect();
    (requests, stage.session().await.events().cloned().collect())
}

async fn play(history: &[Happens], message: &[Said]) {
    let (all, events) = requests(IncludeContents::Default, history, message).await;
    let (turn, _) = requests(IncludeContents::None, history, message).await;
    let speaks = !message.is_empty() && message.iter().all(|said| matches!(said, Said::Text));
    for (step, (all, turn)) in all.iter().zip(&turn).enumerate() {
        assert_valid_history(all);
        assert_valid_history(turn);
        // The last events are a call, its answer, and the last word.
        let before = &events[..events.len() - 3 + 2 * step];
        let (expected, actual) = (expected(before), actual(all));
        assert_eq!(actual.calls, expected.calls);
        if step == 0 && !speaks {
            // Where an answer came last, some words are left out.
            assert!(is_part_of(&actual.said, &expected.said));
        } else {
            assert_eq!(actual.said, expected.said);
        }
        let begins = |content: &Content| content.text().starts_with("Handle the requests");
        let turn = &turn[usize::from(begins(&turn[0]))..];
        assert!(all.ends_with(turn), "the turn is no end of the whole");
    }
    assert_eq!((all.len(), turn.len()), (2, 2));
}

fn is_part_of<T: PartialEq>(some: &[T], all: &[T]) -> bool {
    let mut all = all.iter();
    some.iter().all(|wanted| all.any(|found| found == wanted))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_request_is_valid_and_whole(
        history in prop::collection::vec(scene(), 0..10),
        message in prop::collection::vec(
            prop_oneof![2 => Just(Said::Text), 1 => (0..4_u8).prop_map(Said::Answer)],
            0..3,
        ),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.unwrap().block_on(play(&history.concat(), &message));
    }
}
