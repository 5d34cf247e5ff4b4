//! Graphs in the languages that draw them. Nodes go by their places, so that no name has to be
//! one that a language takes.

use std::fmt::{self, Write as _};

use super::{EdgeKind, Graph, NodeKind};
use crate::invocation::AgentKind;

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
            let name = escaped(&node.name, "\\\"");
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
            let name = escaped(&node.name, "#quot;");
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

/// The name within quotes: a tool made at run time may have any.
fn escaped(name: &str, quote: &str) -> String {
    let name = name.replace('\\', "\\\\").replace('"', quote);
    name.replace(['\n', '\r'], " ")
}
