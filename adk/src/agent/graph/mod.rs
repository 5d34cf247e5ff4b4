//! A tree of agents as a picture, for documents and for people who ask what an agent may do.

mod draw;

use crate::invocation::{Agent, AgentKind};

/// An agent, those below it and their tools, to be drawn.
///
/// Arrows lead from an agent to those below it: the plan's numbers stand on those of a
/// sequence or a loop, whose last agent has an arrow back to the first. Where agents that models
/// lead may hand the conversation back or to each other, that is not drawn. Dotted lines lead
/// to tools; those that a toolset lists only when a run begins are not known here.
///
/// ```
/// use adk::agent::Graph;
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, SequentialAgent};
///
/// # fn main() -> adk::Result<()> {
/// let agent = |name: &str| LlmAgent::builder(name).model(ScriptedModel::new()).build();
/// let article = SequentialAgent::builder("article")
///     .sub_agent(agent("draft")?)
///     .sub_agent(agent("polish")?)
///     .build()?;
/// let drawn = Graph::of(&article).to_mermaid();
/// assert_eq!(drawn, "flowchart TD
///   n0[[\"article\"]]
///   n1([\"draft\"])
///   n2([\"polish\"])
///   n0 -->|1| n1
///   n0 -->|2| n2
/// ");
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct Graph {
    /// The root first, each agent before its tools and those below it.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

#[derive(Debug, Clone)]
struct Node {
    name: Box<str>,
    kind: NodeKind,
}

#[derive(Debug, Clone, Copy)]
enum NodeKind {
    Agent(AgentKind),
    Tool,
}

/// From one node to another, by their places.
#[derive(Debug, Clone)]
struct Edge {
    from: usize,
    to: usize,
    kind: EdgeKind,
}

#[derive(Debug, Clone, Copy)]
enum EdgeKind {
    /// To an agent below, which may run.
    Below,
    /// To an agent below, which runs in this place.
    Step(usize),
    /// From the last agent of a loop to the first.
    Again,
    /// To a tool.
    Tool,
}

impl Graph {
    /// The graph under an agent, itself included.
    #[must_use]
    pub fn of(agent: &dyn Agent) -> Self {
        let mut graph = Self {
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        graph.add(agent);
        graph
    }

    /// The graph in Graphviz' language.
    #[must_use]
    pub fn to_dot(&self) -> String {
        draw::dot(self)
    }

    /// The graph in Mermaid's language.
    #[must_use]
    pub fn to_mermaid(&self) -> String {
        draw::mermaid(self)
    }

    /// Adds an agent and all below it; its place.
    fn add(&mut self, agent: &dyn Agent) -> usize {
        let kind = agent.kind();
        let place = self.node(agent.name(), NodeKind::Agent(kind));
        for tool in agent.tools() {
            let tool = self.node(tool.name(), NodeKind::Tool);
            self.edge(place, tool, EdgeKind::Tool);
        }
        let below: Vec<_> = agent
            .sub_agents()
            .iter()
            .map(|agent| self.add(&**agent))
            .collect();
        let in_order = matches!(kind, AgentKind::Sequential | AgentKind::Loop);
        for (index, agent) in below.iter().enumerate() {
            let step = if in_order {
                EdgeKind::Step(index + 1)
            } else {
                EdgeKind::Below
            };
            self.edge(place, *agent, step);
        }
        if let (AgentKind::Loop, Some(first), Some(last)) = (kind, below.first(), below.last()) {
            self.edge(*last, *first, EdgeKind::Again);
        }
        place
    }

    fn node(&mut self, name: &str, kind: NodeKind) -> usize {
        let name = name.into();
        self.nodes.push(Node { name, kind });
        self.nodes.len() - 1
    }

    fn edge(&mut self, from: usize, to: usize, kind: EdgeKind) {
        self.edges.push(Edge { from, to, kind });
    }
}
