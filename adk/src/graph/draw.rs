//! Graphs in the languages that draw them. Nodes go by their places, so that no name has to be
//! one that a language takes.

use std::fmt::{self, Write as _};

use super::{AgentKind, EdgeKind, Graph, NodeKind};

pub(super) fn dot(graph: &Graph) -> String {
    written(|out| {
        writeln!(out, "digraph agents {{")?;
        for (place, node) in graph.nodes.iter().enumerate() {
            let shape = match node.kind {
                NodeKind::Agent(AgentKind::Llm) => "ellipse",
                NodeKind::Agent(AgentKind::Custom) => "hexagon",
                NodeKind::Agent(_) => "box3d",
                NodeKind::Tool => "box",
            };
            let name = in_dot(&node.name);
            writeln!(out, "  n{place} [label=\"{name}\", shape={shape}];")?;
        }
        for edge in &graph.edges {
            let look = match edge.kind {
                EdgeKind::Below => String::new(),
                EdgeKind::Step(step) => format!(" [label=\"{step}\"]"),
                EdgeKind::Again => " [label=\"again\", constraint=false]".to_owned(),
                EdgeKind::Tool => " [style=dotted, dir=none]".to_owned(),
            };
            writeln!(out, "  n{} -> n{}{look};", edge.from, edge.to)?;
        }
        writeln!(out, "}}")
    })
}

pub(super) fn mermaid(graph: &Graph) -> String {
    written(|out| {
        writeln!(out, "flowchart TD")?;
        for (place, node) in graph.nodes.iter().enumerate() {
            let (open, close) = match node.kind {
                NodeKind::Agent(AgentKind::Llm) => ("([", "])"),
                NodeKind::Agent(AgentKind::Custom) => ("{{", "}}"),
                NodeKind::Agent(_) => ("[[", "]]"),
                NodeKind::Tool => ("[", "]"),
            };
            let name = in_mermaid(&node.name);
            writeln!(out, "  n{place}{open}\"{name}\"{close}")?;
        }
        for edge in &graph.edges {
            let arrow = match edge.kind {
                EdgeKind::Below => "-->".to_owned(),
                EdgeKind::Step(step) => format!("-->|{step}|"),
                EdgeKind::Again => "-->|again|".to_owned(),
                EdgeKind::Tool => "-.-".to_owned(),
            };
            writeln!(out, "  n{} {arrow} n{}", edge.from, edge.to)?;
        }
        Ok(())
    })
}

/// Writing to a text does not fail.
fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut text = String::new();
    _ = write(&mut text);
    text
}

/// The name within quotes. Graphviz reads escapes of its own, and HTML's.
fn in_dot(name: &str) -> String {
    let mut text = String::new();
    for letter in printed(name) {
        match letter {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '&' => text.push_str("&amp;"),
            _ => text.push(letter),
        }
    }
    text
}

/// The name within quotes. What Mermaid, its Markdown or HTML might read is told by number: all
/// but letters and digits, and what joins them.
fn in_mermaid(name: &str) -> String {
    let letters: Vec<char> = printed(name).collect();
    let is_word = |at: Option<usize>| {
        at.and_then(|at| letters.get(at))
            .is_some_and(|letter| letter.is_alphanumeric())
    };
    let mut text = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let joins = is_word(at.checked_sub(1)) && is_word(Some(at + 1));
        if letter.is_alphanumeric() || (joins && matches!(letter, '_' | '-' | '.' | ' ')) {
            text.push(*letter);
        } else {
            // To a text, writing does not fail.
            _ = write!(text, "#{};", u32::from(*letter));
        }
    }
    if text.is_empty() {
        // Mermaid takes no empty label.
        text.push(' ');
    }
    text
}

/// The letters of a name in one line.
fn printed(name: &str) -> impl Iterator<Item = char> {
    name.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
}
