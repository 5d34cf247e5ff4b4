//! A tree's agents have names of their own, and each stands under one other.

use super::{AgentKind, Facts};
use crate::__private::checks::{is_same, refuse};
use crate::tool::args::ConstText;

/// Refuses an entry of a list of agents that brings a name that the tree has already, that is
/// a root, or that a model could not choose.
#[track_caller]
pub const fn check_below(agent: &Facts, index: usize) {
    let entry = agent.below[index];
    if entry.is_unknown() {
        return;
    }
    undescribed(agent, entry);
    no_root(agent, entry);
    if let Some(found) = find(entry, agent.name) {
        same_name(agent, found, entry);
    }
    let mut earlier = 0;
    while earlier < index {
        let before = agent.below[earlier];
        if let Some((first, second)) = common(before, entry) {
            if is_same(first.item, second.item) {
                two_parents(agent, second, [before, entry]);
            }
            same_name(agent, second, entry);
        }
        earlier += 1;
    }
}

#[track_caller]
const fn undescribed(agent: &Facts, entry: &Facts) {
    if matches!(agent.kind, AgentKind::Llm) && !entry.is_described {
        let text = ConstText::new().with("agent `").with(entry.name);
        let text = text.with("` has no description, by which the model of `");
        let text = text.with(agent.name).with("` could choose it");
        refuse(&text.with("\nhelp: say what it is for in a `///` line on its function"));
    }
}

#[track_caller]
const fn no_root(agent: &Facts, entry: &Facts) {
    if let Some(root) = find_root(entry) {
        let text = ConstText::new().with("agent `").with(root.name);
        let text = text.with("` is a `root`, but here it is below `");
        let text = text.with(agent.name).with("`\nhelp: take `root` ");
        refuse(&text.with("away from its `#[agent]`, or list it among `tools`"));
    }
}

/// `second` has the name of an agent before it, and `entry` brings it.
#[track_caller]
const fn same_name(agent: &Facts, second: &Facts, entry: &Facts) {
    let text = ConstText::new().with("two agents in the tree of `");
    let text = text.with(agent.name).with("` are named `");
    let mut text = text.with(second.name).with("`");
    if !is_same(second.item, entry.item) {
        text = text.with(", this one below `").with(entry.name).with("`");
    }
    if is_same(second.name, agent.name) {
        text = text.with("; the other one is its root");
    }
    refuse(&text.with("\nhelp: rename one with `#[agent(name = \"…\")]`"));
}

/// `shared` stands at or below each of the two entries.
#[track_caller]
const fn two_parents(agent: &Facts, shared: &Facts, entries: [&Facts; 2]) {
    let first = parent(agent, entries[0], shared.item);
    let second = parent(agent, entries[1], shared.item);
    let text = ConstText::new().with("agent `").with(shared.name);
    let text = if is_same(first, second) {
        text.with("` is listed twice")
    } else {
        let text = text.with("` has two parents, `").with(first);
        text.with("` and `").with(second).with("`")
    };
    let text = text.with("\nhelp: list it once, or list it among `tools`, ");
    refuse(&text.with("where each use is a tree of its own"));
}

/// The name of the agent right above an item that is somewhere at or below `entry`.
const fn parent<'a>(agent: &'a Facts, entry: &'a Facts, item: &str) -> &'static str {
    let (mut above, mut at) = (agent, entry);
    while !is_same(at.item, item) {
        let mut index = 0;
        while index < at.below.len() && !holds(at.below[index], item) {
            index += 1;
        }
        if index == at.below.len() {
            return above.name;
        }
        (above, at) = (at, at.below[index]);
    }
    above.name
}

const fn holds(agent: &Facts, item: &str) -> bool {
    if is_same(agent.item, item) {
        return true;
    }
    let mut index = 0;
    while index < agent.below.len() {
        if holds(agent.below[index], item) {
            return true;
        }
        index += 1;
    }
    false
}

/// The first agent of that name in a tree.
const fn find<'a>(agent: &'a Facts, name: &str) -> Option<&'a Facts> {
    if is_same(agent.name, name) {
        return Some(agent);
    }
    let mut index = 0;
    while index < agent.below.len() {
        if let Some(found) = find(agent.below[index], name) {
            return Some(found);
        }
        index += 1;
    }
    None
}

const fn find_root(agent: &Facts) -> Option<&Facts> {
    if agent.is_root {
        return Some(agent);
    }
    let mut index = 0;
    while index < agent.below.len() {
        if let Some(found) = find_root(agent.below[index]) {
            return Some(found);
        }
        index += 1;
    }
    None
}

/// The first two agents of one name, one in each tree.
const fn common<'a>(first: &'a Facts, second: &'a Facts) -> Option<(&'a Facts, &'a Facts)> {
    if !second.is_unknown()
        && let Some(found) = find(first, second.name)
    {
        return Some((found, second));
    }
    let mut index = 0;
    while index < second.below.len() {
        if let Some(found) = common(first, second.below[index]) {
            return Some(found);
        }
        index += 1;
    }
    None
}
