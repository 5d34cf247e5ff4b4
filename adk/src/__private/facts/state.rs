//! An instruction needs no key that nothing writes, where an agent declares the state.

use super::closest::is_close;
use super::template::next;
use super::{AgentKind, DeclaredState, Facts, Writes};
use crate::__private::checks::{has, is_same, refuse};
use crate::instruction::braces::{Braces, Kind};
use crate::tool::args::ConstText;

/// An agent above another, and which of its agents leads there.
struct Above<'a> {
    agent: &'a Facts,
    index: usize,
    up: Option<&'a Self>,
}

/// Refuses a text of the agent's own with a key that nothing writes before it.
#[track_caller]
pub const fn check_reads(agent: &Facts, text: &str) {
    if let Some(state) = &agent.state
        && let Some(found) = unwritten(agent, text, agent, None, state)
    {
        let message = in_braces(&ConstText::new(), &found).with(" is no key of `");
        refuse(&mended(
            &message.with(state.name).with("`"),
            &found,
            agent,
            state,
        ));
    }
}

/// Refuses the agent's own `output_key`, where it is the text of a key that the state declares.
#[track_caller]
pub const fn check_output_key(agent: &Facts) {
    if let Some(state) = &agent.state {
        typed(agent, state);
    }
}

/// Refuses an entry of the agent's list that keeps its answer under a declared key without its
/// type, or with an instruction that needs a key that nothing writes before it. An agent that
/// declares a state itself answers for itself.
#[track_caller]
pub const fn check_state_below(agent: &Facts, index: usize) {
    let Some(state) = &agent.state else { return };
    let above = Above {
        agent,
        index,
        up: None,
    };
    typed_below(agent.below[index], state);
    if let Some((reader, found)) = first_reader(agent, agent.below[index], &above, state) {
        let message = ConstText::new().with("agent `").with(reader.name);
        let message = in_braces(&message.with("` needs "), &found);
        if writes(agent, found.name, Some(reader)) {
            let message =
                message.with(", which is written by an agent that does not run before it");
            too_late(&message, &found, state);
        }
        if writes(agent, found.name, None) {
            too_late(
                &message.with(", which only its own answer writes"),
                &found,
                state,
            );
        }
        let message = message.with(", which neither `").with(state.name);
        let message = message.with("` declares nor an agent writes");
        refuse(&mended(&message, &found, agent, state));
    }
}

#[track_caller]
const fn too_late(text: &ConstText, found: &Braces<'_>, state: &DeclaredState) {
    let text = text
        .with("\nhelp: have it written earlier, or write `{")
        .with(found.name);
    let text =
        text.with("?}` if it may be missing; a key that comes from outside is declared in `");
    refuse(&text.with(state.name).with("`"));
}

#[track_caller]
const fn typed_below(agent: &Facts, state: &DeclaredState) {
    if agent.state.is_some() {
        return;
    }
    typed(agent, state);
    let mut index = 0;
    while index < agent.below.len() {
        typed_below(agent.below[index], state);
        index += 1;
    }
}

#[track_caller]
const fn typed(agent: &Facts, state: &DeclaredState) {
    if let Writes::Key(key) = agent.writes
        && has(state.keys, key)
    {
        let text = ConstText::new().with("agent `").with(agent.name);
        let text = text.with("` keeps its answer under `").with(key);
        let text = text
            .with("`, whose type `")
            .with(state.name)
            .with("` declares");
        let text =
            text.with("\nhelp: name the key by its constant, so that the type is checked: `");
        refuse(&text.with("output_key = ").with(state.name).with("::…`"));
    }
}

const fn in_braces(text: &ConstText, found: &Braces<'_>) -> ConstText {
    let text = text.with("`{").with(found.name);
    text.with(if found.is_optional { "?}`" } else { "}`" })
}

const fn mended(
    text: &ConstText,
    found: &Braces<'_>,
    root: &Facts,
    state: &DeclaredState,
) -> ConstText {
    let text = text.with("\nhelp: ");
    let text = match meant(found.name, root, state) {
        Some(key) => text
            .with("did you mean `{")
            .with(key)
            .with("}`? Or declare it"),
        None => text.with("declare the key"),
    };
    text.with(" in `").with(state.name).with("`")
}

/// The first agent at or below `agent` that needs a key that nothing writes.
const fn first_reader<'a>(
    root: &Facts,
    agent: &'a Facts,
    above: &Above<'_>,
    state: &DeclaredState,
) -> Option<(&'a Facts, Braces<'a>)> {
    if agent.state.is_some() {
        return None;
    }
    if let Some(text) = agent.instruction
        && let Some(found) = unwritten(root, text, agent, Some(above), state)
    {
        return Some((agent, found));
    }
    let mut index = 0;
    while index < agent.below.len() {
        let here = Above {
            agent,
            index,
            up: Some(above),
        };
        if let Some(found) = first_reader(root, agent.below[index], &here, state) {
            return Some(found);
        }
        index += 1;
    }
    None
}

/// The first key in a text that nothing writes; one that may be missing can be written later.
const fn unwritten<'a>(
    root: &Facts,
    text: &'a str,
    reader: &Facts,
    above: Option<&Above<'_>>,
    state: &DeclaredState,
) -> Option<Braces<'a>> {
    let mut at = 0;
    while let Some(found) = next(text, at) {
        let is_written = !matches!(found.kind, Kind::State)
            || has(state.keys, found.name)
            || writes_before(found.name, reader, above)
            || (found.is_optional && writes(root, found.name, None));
        if !is_written {
            return Some(found);
        }
        at = found.end;
    }
    None
}

/// Whether an agent that runs before the reader may write the key: those above it, and of those
/// beside it the earlier ones of a sequence, all of a loop and of those that a model or code leads,
/// and none of those side by side.
const fn writes_before(key: &str, reader: &Facts, mut above: Option<&Above<'_>>) -> bool {
    while let Some(at) = above {
        let (is_in_order, is_parallel) = (
            matches!(at.agent.kind, AgentKind::Sequential),
            matches!(at.agent.kind, AgentKind::Parallel),
        );
        if is_key(at.agent.writes, key) || (!is_parallel && !at.agent.is_whole) {
            return true;
        }
        let (mut index, below) = (0, at.agent.below);
        while index < below.len() && !is_parallel {
            let is_own = index == at.index && !matches!(at.agent.kind, AgentKind::Loop);
            let is_later = is_in_order && index >= at.index;
            if !is_own && !is_later && writes(below[index], key, Some(reader)) {
                return true;
            }
            index += 1;
        }
        above = at.up;
    }
    false
}

/// Whether an agent of a tree may write the key, one of them aside.
const fn writes(agent: &Facts, key: &str, aside: Option<&Facts>) -> bool {
    let is_aside = match aside {
        Some(aside) => is_same(agent.item, aside.item),
        None => false,
    };
    if (is_key(agent.writes, key) && !is_aside) || !agent.is_whole {
        return true;
    }
    let mut index = 0;
    while index < agent.below.len() {
        if writes(agent.below[index], key, aside) {
            return true;
        }
        index += 1;
    }
    false
}

const fn is_key(writes: Writes, key: &str) -> bool {
    match writes {
        Writes::Nothing => false,
        Writes::Key(own) | Writes::Typed(own) => is_same(own, key),
        Writes::Unknown => true,
    }
}

/// The declared or written key that was likely meant.
const fn meant<'a>(written: &str, root: &Facts, state: &'a DeclaredState) -> Option<&'a str> {
    let mut index = 0;
    while index < state.keys.len() {
        if is_close(written, state.keys[index]) {
            return Some(state.keys[index]);
        }
        index += 1;
    }
    meant_below(written, root)
}

const fn meant_below(written: &str, agent: &Facts) -> Option<&'static str> {
    if let Writes::Key(key) | Writes::Typed(key) = agent.writes
        && is_close(written, key)
    {
        return Some(key);
    }
    let mut index = 0;
    while index < agent.below.len() {
        if let Some(key) = meant_below(written, agent.below[index]) {
            return Some(key);
        }
        index += 1;
    }
    None
}
