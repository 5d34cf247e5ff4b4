//! The graph of an agent: its own node, the graphs of its tools and of the agents below it.

use super::Agent;
use crate::graph::{AgentKind, EdgeKind, Graph, NodeKind};

impl Graph {
    /// The graph under an agent, itself included, as [`Agent::graph`] draws it where an agent
    /// has no picture of its own.
    #[must_use]
    pub fn of(agent: &(impl Agent + ?Sized)) -> Self {
        let mut graph = Self::of_node(agent.name(), NodeKind::Agent(agent.kind()));
        add_tools(&mut graph, agent);
        add_below(&mut graph, agent);
        graph
    }
}

fn add_tools(graph: &mut Graph, agent: &(impl Agent + ?Sized)) {
    for tool in agent.tools() {
        let drawn = tool.graph();
        let tool = drawn.unwrap_or_else(|| Graph::of_node(tool.name(), NodeKind::Tool));
        let tool = graph.add(tool);
        graph.connect(0, tool, EdgeKind::Tool);
    }
}

fn add_below(graph: &mut Graph, agent: &(impl Agent + ?Sized)) {
    let kind = agent.kind();
    let below = agent.sub_agents().iter();
    let below: Vec<_> = below.map(|agent| graph.add(agent.graph())).collect();
    let in_order = matches!(kind, AgentKind::Sequential | AgentKind::Loop);
    for (index, agent) in below.iter().enumerate() {
        let step = if in_order {
            EdgeKind::Step(index + 1)
        } else {
            EdgeKind::Below
        };
        graph.connect(0, *agent, step);
    }
    if let (AgentKind::Loop, Some(first), Some(last)) = (kind, below.first(), below.last()) {
        graph.connect(*last, *first, EdgeKind::Again);
    }
}
