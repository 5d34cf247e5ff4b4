//! What may happen in a session.

use proptest::prelude::*;

use super::QUESTIONS;

/// An event, its texts still without their numbers.
#[derive(Debug, Clone)]
pub(super) struct Happens {
    pub(super) author: &'static str,
    pub(super) role: &'static str,
    pub(super) branch: Option<&'static str>,
    pub(super) parts: Vec<Said>,
    /// Whether its calls may be answered later.
    pub(super) later: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Said {
    Text,
    Thought,
    Nothing,
    Signature,
    Picture,
    Call(u8),
    Answer(u8),
    Question(&'static str, u8),
    Reply(&'static str, u8),
    Heard,
    Spoke,
}

fn said() -> impl Strategy<Value = Said> {
    let name = || prop::sample::select(&QUESTIONS[..]);
    prop_oneof![
        4 => Just(Said::Text),
        1 => prop::sample::select(vec![
            Said::Thought, Said::Nothing, Said::Signature, Said::Picture, Said::Heard, Said::Spoke,
        ]),
        3 => (0..4_u8).prop_map(Said::Call),
        3 => (0..4_u8).prop_map(Said::Answer),
        1 => (name(), 0..4_u8).prop_map(|(name, id)| Said::Question(name, id)),
        1 => (name(), 0..4_u8).prop_map(|(name, id)| Said::Reply(name, id)),
    ]
}

prop_compose! {
    /// Anyone says anything.
    fn anything()(
        author in prop::sample::select(vec!["user", "helper", "helper", "guide", "critic"]),
        role in prop::sample::select(vec!["model", "model", "user", "user", "tool", ""]),
        branch in prop::sample::select(vec![None, None, Some("a"), Some("a.b"), Some("c")]),
        parts in prop::collection::vec(said(), 0..4),
        later in any::<bool>(),
    ) -> Happens {
        Happens { author, role, branch, parts, later }
    }
}

pub(super) fn by(author: &'static str, role: &'static str, parts: Vec<Said>) -> Happens {
    Happens {
        author,
        role,
        branch: None,
        parts,
        later: false,
    }
}

/// A few events that belong together, as they do in most sessions, or any one.
pub(super) fn scene() -> impl Strategy<Value = Vec<Happens>> {
    let author = || prop::sample::select(vec!["helper", "helper", "guide"]);
    let ids = prop::collection::btree_set(0..4_u8, 1..4);
    let turn = (author(), ids, any::<bool>()).prop_map(|(author, ids, later)| {
        let calls = ids.iter().copied().map(Said::Call).collect();
        let answers = ids.iter().copied().map(Said::Answer).collect();
        let calls = Happens {
            later,
            ..by(author, "model", calls)
        };
        vec![calls, by(author, "user", answers)]
    });
    let late = (author(), 0..4_u8).prop_map(|(author, id)| {
        let calls = Happens {
            later: true,
            ..by(author, "model", vec![Said::Call(id)])
        };
        let words = by(author, "model", vec![Said::Text]);
        let user = by("user", "user", vec![Said::Text]);
        vec![
            calls,
            words,
            user,
            by("user", "user", vec![Said::Answer(id)]),
        ]
    });
    let talk = author().prop_map(|author| {
        vec![
            by("user", "user", vec![Said::Text]),
            by(author, "model", vec![Said::Text]),
        ]
    });
    let spoken = author().prop_map(|author| {
        let heard = by("user", "", vec![Said::Heard]);
        vec![heard.clone(), heard, by(author, "", vec![Said::Spoke])]
    });
    let asked = (0..4_u8, any::<bool>()).prop_map(|(id, answered)| {
        let question = by("helper", "model", vec![Said::Question(QUESTIONS[0], id)]);
        let reply = by("user", "user", vec![Said::Reply(QUESTIONS[0], id)]);
        let mut scene = vec![by("helper", "model", vec![Said::Call(id)])];
        scene.push(by("helper", "user", vec![Said::Answer(id)]));
        scene.push(Happens {
            later: true,
            ..question
        });
        scene.extend(answered.then_some(reply));
        scene
    });
    prop_oneof![
        4 => anything().prop_map(|happens| vec![happens]),
        2 => turn,
        2 => talk,
        1 => late,
        1 => spoken,
        1 => asked,
    ]
}
