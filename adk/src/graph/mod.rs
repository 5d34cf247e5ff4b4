//! A tree of agents as a picture, for documents and for people who ask what an agent may do. It
//! is plain data, so that a tool can have one too.

mod draw;
mod kind;

pub use kind::AgentKind;

/// An agent, those below it and their tools, to be drawn: what
/// [`Agent::graph`](crate::Agent::graph) gives.
///
/// Arrows lead from an agent to those below it: the plan's numbers stand on those of a
/// sequence or a loop, whose last agent has an arrow back to the first. Where agents that models
/// lead may hand the conversation back or to each other, that is not drawn. Dotted lines lead
/// to tools, and to the agent that an [`AgentTool`](crate::AgentTool) is, with all below it; tools
/// that a toolset lists only when a run begins are not known here.
///
/// ```
/// use adk::testing::ScriptedModel;
/// use adk::{Agent, LlmAgent, SequentialAgent};
///
/// # fn main() -> adk::Result<()> {
/// let agent = |name: &str| LlmAgent::builder(name).model(ScriptedModel::new()).build();
/// let article = SequentialAgent::builder("article")
///     .sub_agent(agent("draft")?)
///     .sub_agent(agent("polish")?)
///     .build()?;
/// let drawn = article.graph().to_mermaid();
/// assert_eq!(drawn, "flowchart TD
///   n0[[\"article\"]]
///   n1([\"draft\"])
///   n2([\"polish\"])
///   n0 -->|1| n1
///   n0 -->|2| n2
/// ");
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// An agent or a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// Its name; that of a tool made at run time may be any text.
    pub name: Box<str>,
    /// What it is.
    pub kind: NodeKind,
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeKind {
    /// An agent, and what leads it.
    Agent(AgentKind),
    /// A tool.
    Tool,
}

/// From one node to another, by their places in [`Graph::nodes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edge {
    /// The place of the agent that it begins at.
    pub from: usize,
    /// The place of the node that it leads to.
    pub to: usize,
    /// What it means.
    pub kind: EdgeKind,
}

/// What an edge means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EdgeKind {
    /// To an agent below, which may run.
    Below,
    /// To an agent below, which runs in this place, counted from 1.
    Step(usize),
    /// From the last agent of a loop to the first.
    Again,
    /// To a tool, or to the agent that is one.
    Tool,
}

impl Graph {
    /// The root first, each agent before its tools and those below it.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The edges, in the order in which they are drawn.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
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

    /// One node.
    pub(crate) fn of_node(name: &str, kind: NodeKind) -> Self {
        let name = name.into();
        Self {
            nodes: vec![Node { name, kind }],
            edges: Vec::new(),
        }
    }

    /// Adds all of another graph; the place of its root.
    pub(crate) fn add(&mut self, other: Self) -> usize {
        let place = self.nodes.len();
        self.nodes.extend(other.nodes);
        let moved = other.edges.into_iter().map(|edge| Edge {
            from: edge.from + place,
            to: edge.to + place,
            ..edge
        });
        self.edges.extend(moved);
        place
    }

    pub(crate) fn connect(&mut self, from: usize, to: usize, kind: EdgeKind) {
        self.edges.push(Edge { from, to, kind });
    }
}
