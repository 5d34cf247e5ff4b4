//! Mermaid's parser reads what we draw.

use adk::Agent;
use adk::agent::AgentKind;
use adk::graph::{Graph, NodeKind};
use serde_json::json;
use tests::drawn::desk;
use tests::peers;

use super::{Picture, Words, graphs};

const WORDS: Words = Words {
    shape: |kind| match kind {
        NodeKind::Agent(AgentKind::Llm) => "stadium",
        NodeKind::Agent(AgentKind::Custom) => "hexagon",
        NodeKind::Tool => "square",
        _ => "subroutine",
    },
    arrow: "normal arrow_point",
    dotted: "dotted arrow_open",
};

/// What Mermaid makes of these drawings.
fn understood(drawings: &[String]) -> Vec<Picture> {
    let answer = peers::answer("node", &["mermaid.js"], &json!(drawings).to_string());
    let pictures: Result<Vec<Picture>, _> = serde_json::from_str(&answer);
    let pictures = pictures.unwrap_or_else(|error| panic!("{error}: {answer}"));
    pictures.into_iter().map(Picture::sorted).collect()
}

#[test]
fn mermaid_reads_what_was_meant() {
    if !peers::are_asked() {
        return;
    }
    let graphs = graphs();
    let drawings: Vec<_> = graphs.iter().map(Graph::to_mermaid).collect();
    WORDS.check(&graphs, &understood(&drawings));
}

#[test]
fn mermaid_notices_another_meaning() {
    if !peers::are_asked() {
        return;
    }
    let drawing = desk().graph().to_mermaid();
    let others = [
        (r#""pay-now""#, r#""p#38;y""#),
        ("|2|", "|3|"),
        ("n0 -.- n1", "n0 --- n1"),
        ("n2 --> n5", "n5 --> n2"),
        (r#"n14{{"own"}}"#, r#"n14["own"]"#),
    ];
    let changed = others.map(|(from, to)| drawing.replace(from, to));
    assert!(!changed.contains(&drawing));
    let meant = WORDS.picture(&desk().graph());
    for other in understood(&changed) {
        assert_ne!(other, meant);
    }
    assert_eq!(understood(&[drawing]), [meant]);
}
