//! Graphviz' `dot` lays out what we draw.

use adk::Agent;
use adk::agent::AgentKind;
use adk::graph::{Graph, NodeKind};
use serde::Deserialize;
use tests::drawn::desk;
use tests::peers;

use super::{Line, Mark, Picture, Words, graphs};

const WORDS: Words = Words {
    shape: |kind| match kind {
        NodeKind::Agent(AgentKind::Llm) => "ellipse",
        NodeKind::Agent(AgentKind::Custom) => "hexagon",
        NodeKind::Tool => "box",
        _ => "box3d",
    },
    arrow: "solid forward",
    dotted: "dotted none",
};

/// A graph in the JSON of `dot`.
#[derive(Deserialize)]
struct Laid {
    #[serde(default)]
    objects: Vec<Object>,
    #[serde(default)]
    edges: Vec<Edge>,
}

#[derive(Deserialize)]
struct Object {
    name: String,
    shape: String,
    #[serde(default, rename = "_ldraw_")]
    label: Vec<Drawing>,
}

#[derive(Deserialize)]
struct Edge {
    tail: usize,
    head: usize,
    style: Option<String>,
    dir: Option<String>,
    #[serde(default, rename = "_ldraw_")]
    label: Vec<Drawing>,
}

/// One stroke; a label's texts are among them, as they are printed.
#[derive(Deserialize)]
struct Drawing {
    text: Option<String>,
}

fn printed(drawings: &[Drawing]) -> String {
    let lines: Vec<_> = drawings
        .iter()
        .filter_map(|drawing| drawing.text.as_deref())
        .collect();
    lines.join("\n")
}

impl From<Laid> for Picture {
    fn from(laid: Laid) -> Self {
        let id = |place: usize| laid.objects[place].name.clone();
        let edges = laid.edges.iter().map(|edge| Line {
            from: id(edge.tail),
            to: id(edge.head),
            label: printed(&edge.label),
            look: format!(
                "{} {}",
                edge.style.as_deref().unwrap_or("solid"),
                edge.dir.as_deref().unwrap_or("forward")
            ),
        });
        let nodes = laid.objects.iter().map(|object| Mark {
            id: object.name.clone(),
            label: printed(&object.label),
            shape: object.shape.clone(),
        });
        Self {
            edges: edges.collect(),
            nodes: nodes.collect(),
        }
    }
}

/// What `dot` makes of all these drawings.
fn understood(drawings: &str) -> Vec<Picture> {
    let answer = peers::answer("dot", &["-Tjson"], drawings);
    let laid = serde_json::Deserializer::from_str(&answer).into_iter::<Laid>();
    laid.map(|laid| laid.unwrap_or_else(|error| panic!("{error}: {answer}")))
        .map(|laid| Picture::from(laid).sorted())
        .collect()
}

#[test]
fn graphviz_reads_what_was_meant() {
    if !peers::are_asked() {
        return;
    }
    let graphs = graphs();
    let drawings: String = graphs.iter().map(Graph::to_dot).collect();
    WORDS.check(&graphs, &understood(&drawings));
}

#[test]
fn graphviz_notices_another_meaning() {
    if !peers::are_asked() {
        return;
    }
    let drawing = desk().graph().to_dot();
    let meant = [WORDS.picture(&desk().graph())];
    assert_eq!(understood(&drawing), meant);
    for (from, to) in [
        (r#"label="pay-now""#, r#"label="p&amp;y""#),
        (r#"label="2""#, r#"label="3""#),
        ("n0 -> n1 [style=dotted", "n0 -> n1 [style=solid"),
        ("n2 -> n5", "n5 -> n2"),
        ("shape=hexagon", "shape=box"),
    ] {
        let other = drawing.replace(from, to);
        assert_ne!(other, drawing, "{from}");
        assert_ne!(understood(&other), meant, "{from}");
    }
}
