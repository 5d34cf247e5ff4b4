//! Pictures of agents, as the programs that draw them read them.

mod graphviz;
mod mermaid;

use std::sync::Arc;

use adk::agent::{AgentKind, Graph};
use adk::graph::{EdgeKind, NodeKind};
use adk::{Agent, AgentTool};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde::Deserialize;
use serde_json::Value;
use tests::drawn::{Drawn, ODD_NAMES, desk};
use tests::tool::tool;

/// A picture, as somebody understands it.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Picture {
    nodes: Vec<Mark>,
    edges: Vec<Line>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Mark {
    id: String,
    label: String,
    shape: String,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Line {
    from: String,
    to: String,
    label: String,
    look: String,
}

impl Picture {
    /// The same in an order that every program can keep.
    fn sorted(mut self) -> Self {
        self.nodes.sort();
        self.edges.sort();
        self
    }
}

/// What a language calls the looks of things.
struct Words {
    shape: fn(NodeKind) -> &'static str,
    arrow: &'static str,
    dotted: &'static str,
}

impl Words {
    /// The picture that a graph means.
    fn picture(&self, graph: &Graph) -> Picture {
        let nodes = graph.nodes().iter().enumerate().map(|(place, node)| Mark {
            id: format!("n{place}"),
            label: in_one_line(&node.name),
            shape: (self.shape)(node.kind).to_owned(),
        });
        let edges = graph.edges().iter().map(|edge| {
            let (label, look) = match edge.kind {
                EdgeKind::Step(step) => (step.to_string(), self.arrow),
                EdgeKind::Again => ("again".to_owned(), self.arrow),
                EdgeKind::Tool => (String::new(), self.dotted),
                _ => (String::new(), self.arrow),
            };
            Line {
                from: format!("n{}", edge.from),
                to: format!("n{}", edge.to),
                label,
                look: look.to_owned(),
            }
        });
        let picture = Picture {
            nodes: nodes.collect(),
            edges: edges.collect(),
        };
        picture.sorted()
    }

    /// Checks that each graph was understood as it was meant.
    fn check(&self, graphs: &[Graph], understood: &[Picture]) {
        assert_eq!(graphs.len(), understood.len());
        for (graph, understood) in graphs.iter().zip(understood) {
            assert_eq!(*understood, self.picture(graph), "{graph:#?}");
        }
    }
}

fn in_one_line(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// The graphs that each language is tried with.
fn graphs() -> Vec<Graph> {
    let mut graphs = vec![desk().graph(), Drawn::odd().graph()];
    let mut runner = TestRunner::deterministic();
    let trees = proptest::collection::vec(tree(), 64).new_tree(&mut runner);
    let trees = trees.unwrap_or_else(|error| panic!("{error}")).current();
    graphs.extend(trees.iter().map(Agent::graph));
    graphs
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        select(ODD_NAMES).prop_map(str::to_owned),
        proptest::collection::vec(any::<char>(), 0..12).prop_map(String::from_iter),
        // Words of which the languages themselves are made.
        "[-a-z0-9#;&|<>\"'`\\\\/(){}\\[\\]%:=,.*_~^!? \\n]{0,16}",
    ]
}

fn kind() -> impl Strategy<Value = AgentKind> {
    use AgentKind::{Custom, Llm, Loop, Parallel, Sequential};
    select(vec![Llm, Sequential, Parallel, Loop, Custom])
}

/// An agent and its tools, of which the last may be an agent with such tools.
fn alone() -> impl Strategy<Value = Drawn> {
    let tools = || proptest::collection::vec(name(), 0..3);
    (name(), kind(), tools(), proptest::option::of(tools())).prop_map(
        |(name, kind, tools, inner)| {
            let mut agent = with_tools(&name, kind, tools);
            if let Some(tools) = inner {
                let inner = with_tools("inner", AgentKind::Custom, tools);
                agent.tools.push(Arc::new(AgentTool::new(inner)));
            }
            agent
        },
    )
}

fn with_tools(name: &str, kind: AgentKind, tools: Vec<String>) -> Drawn {
    let mut agent = Drawn::new(name, kind);
    for name in tools {
        let tool = tool(&name, |_, _| async { Ok(Value::Null) });
        agent.tools.push(Arc::new(tool));
    }
    agent
}

fn tree() -> impl Strategy<Value = Arc<dyn Agent>> {
    let leaf = alone().prop_map(|agent| Arc::new(agent) as Arc<dyn Agent>);
    leaf.prop_recursive(3, 12, 4, |below| {
        (alone(), proptest::collection::vec(below, 0..4)).prop_map(|(mut agent, below)| {
            agent.below = below;
            Arc::new(agent) as Arc<dyn Agent>
        })
    })
}

#[test]
fn graphs_are_of_many_kinds() {
    let graphs = graphs();
    let nodes = || graphs.iter().flat_map(Graph::nodes);
    let edges = || graphs.iter().flat_map(Graph::edges);
    for kind in [
        EdgeKind::Below,
        EdgeKind::Step(1),
        EdgeKind::Again,
        EdgeKind::Tool,
    ] {
        assert!(edges().any(|edge| edge.kind == kind), "{kind:?}");
    }
    assert!(nodes().any(|node| &*node.name == "inner"));
    assert!(nodes().any(|node| node.name.contains('\\')));
    assert!(graphs.iter().any(|graph| graph.nodes().len() > 20));
}
