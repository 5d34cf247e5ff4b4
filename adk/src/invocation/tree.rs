//! The agents under one root, each in its place: who is above and below whom, and who may be
//! handed the conversation. Built with the runner, shared by its runs.

use std::collections::HashMap;
use std::iter;
use std::ops::Range;
use std::ptr;
use std::sync::{Arc, OnceLock};

use super::{Agent, TransferPolicy, check_agent_name};
use crate::content::Content;
use crate::error::{Error, ErrorKind, Result};
use crate::graph::AgentKind;
use crate::tool::Tool;
use crate::tool::builtin::exit_loop;

/// The deepest tree: each floor of it is a stream in the stream above.
const MAX_DEPTH: usize = 64;

/// Where an agent stands in its tree.
pub(crate) type Place = usize;

/// Above all others.
pub(crate) const ROOT: Place = 0;

/// The root first, each agent before those below it.
#[derive(Debug)]
pub(crate) struct AgentTree {
    nodes: Box<[Node]>,
    places: HashMap<Arc<str>, Place>,
}

/// One agent in its tree, and what is made once for it there.
#[derive(Debug)]
pub(crate) struct Node {
    agent: Arc<dyn Agent>,
    /// Its name, as its events have it.
    name: Arc<str>,
    parent: Option<Place>,
    /// The first place behind the agents below.
    end: Place,
    /// The whole system instruction, where no part of it changes.
    pub(crate) fixed_instruction: OnceLock<Content>,
    /// The tool by which its model hands over; none where there is nobody to hand over to.
    pub(crate) transfer: OnceLock<Option<Arc<dyn Tool>>>,
}

impl AgentTree {
    /// Gives each agent under `root` its place.
    ///
    /// # Errors
    /// [`ErrorKind::DuplicateName`] for two agents of one name, [`ErrorKind::InvalidName`],
    /// [`ErrorKind::Config`] for a tree that is too deep.
    pub(crate) fn new(root: &Arc<dyn Agent>) -> Result<Self> {
        let (mut nodes, mut places) = (Vec::new(), HashMap::new());
        plant(root, (None, 1), &mut nodes, &mut places)?;
        Ok(Self {
            nodes: nodes.into(),
            places,
        })
    }

    /// Refuses an agent with the tool `exit_loop` and no loop above it. An agent that code of its
    /// own leads may hear the call too.
    ///
    /// # Errors
    /// [`ErrorKind::Config`].
    pub(crate) fn check_exits(&self) -> Result<()> {
        let is_loose = |place: &Place| {
            let mut lead = iter::successors(Some(*place), |at| self.nodes[*at].parent);
            let hears = |at| matches!(self.agent(at).kind(), AgentKind::Loop | AgentKind::Custom);
            let exits = |tool: &Arc<dyn Tool>| tool.name() == exit_loop::NAME;
            self.agent(*place).tools().iter().any(exits) && !lead.any(hears)
        };
        let Some(place) = (0..self.nodes.len()).find(is_loose) else {
            return Ok(());
        };
        let text = format!(
            "agent `{}` has the tool `exit_loop`, and no loop is above it\nhelp: put the agent \
             into a `LoopAgent`, or take the tool away",
            self.agent(place).name()
        );
        Err(Error::new(ErrorKind::Config, text))
    }

    pub(crate) fn root(&self) -> &Arc<dyn Agent> {
        self.agent(ROOT)
    }

    pub(crate) fn agents(&self) -> impl Iterator<Item = &Arc<dyn Agent>> {
        self.nodes.iter().map(|node| &node.agent)
    }

    pub(crate) fn node(&self, place: Place) -> &Node {
        &self.nodes[place]
    }

    pub(crate) fn agent(&self, place: Place) -> &Arc<dyn Agent> {
        &self.nodes[place].agent
    }

    pub(crate) fn name(&self, place: Place) -> &Arc<str> {
        &self.nodes[place].name
    }

    pub(crate) fn find(&self, name: &str) -> Option<Place> {
        self.places.get(name).copied()
    }

    /// The place of this very agent, or of one that shares its name with it, as clones do.
    pub(crate) fn place_of(&self, agent: &Arc<dyn Agent>) -> Option<Place> {
        let place = self.find(agent.name())?;
        ptr::eq(self.agent(place).name(), agent.name()).then_some(place)
    }

    /// The places of an agent and of all below it.
    pub(crate) fn under(&self, place: Place) -> Range<Place> {
        place..self.nodes[place].end
    }

    pub(crate) fn children(&self, place: Place) -> impl Iterator<Item = Place> {
        let end = self.nodes[place].end;
        let exists = move |child: &Place| *child < end;
        let first = Some(place + 1).filter(exists);
        iter::successors(first, move |child| {
            Some(self.nodes[*child].end).filter(exists)
        })
    }

    /// Whether the agent's model may hand the conversation over, and to whom above it.
    pub(crate) fn policy(&self, place: Place) -> Option<TransferPolicy> {
        self.agent(place).transfer_policy()
    }

    /// Whom the agent's model may hand the conversation over to: the agents below it, and
    /// where a model drives the one above, that one and those beside it.
    pub(crate) fn targets(&self, place: Place) -> Vec<&Arc<dyn Agent>> {
        let Some(policy) = self.policy(place) else {
            return Vec::new();
        };
        let mut targets: Vec<_> = self.children(place).collect();
        let parent = self.nodes[place].parent;
        if let Some(parent) = parent.filter(|parent| self.policy(*parent).is_some()) {
            if policy.to_parent {
                targets.push(parent);
            }
            if policy.to_peers {
                targets.extend(self.children(parent).filter(|peer| *peer != place));
            }
        }
        targets.into_iter().map(|place| self.agent(place)).collect()
    }

    /// Whether the agent may keep the conversation until the user's next message: from it up,
    /// every model could give it back.
    pub(crate) fn may_keep(&self, place: Place) -> bool {
        let mut above = Some(place);
        while let Some(at) = above {
            let Some(policy) = self.policy(at) else {
                return false;
            };
            above = self.nodes[at].parent;
            if above.is_some() && !policy.to_parent {
                return false;
            }
        }
        true
    }

    /// Whether an agent above leads it by a plan of its own.
    pub(crate) fn follows_plan(&self, place: Place) -> bool {
        let mut above =
            iter::successors(self.nodes[place].parent, |above| self.nodes[*above].parent);
        above.any(|place| self.policy(place).is_none())
    }

    /// Where a run goes on when these agents were answered: they themselves, or what stands
    /// above them and leads its agents by a plan of its own.
    pub(crate) fn entries(&self, from: Place, answered: &[Place]) -> Vec<Place> {
        let mut entries = Vec::new();
        self.enter(from, answered, &mut entries);
        entries
    }

    fn enter(&self, at: Place, answered: &[Place], entries: &mut Vec<Place>) {
        let hands_over = self.policy(at).is_some();
        if !hands_over || answered.contains(&at) {
            entries.push(at);
        }
        if hands_over {
            let is_above = |child: &Place| {
                let under = self.under(*child);
                answered.iter().any(|place| under.contains(place))
            };
            for child in self.children(at).filter(is_above) {
                self.enter(child, answered, entries);
            }
        }
    }
}

fn plant(
    agent: &Arc<dyn Agent>,
    (parent, depth): (Option<Place>, usize),
    nodes: &mut Vec<Node>,
    places: &mut HashMap<Arc<str>, Place>,
) -> Result<()> {
    check_agent_name(agent.name())?;
    let (place, name) = (nodes.len(), Arc::from(agent.name()));
    if places.insert(Arc::clone(&name), place).is_some() {
        let text =
            format!("two agents are called `{name}`: each agent of a tree needs its own name");
        return Err(Error::new(ErrorKind::DuplicateName, text));
    }
    if depth > MAX_DEPTH {
        let text = format!(
            "agent `{name}` is {depth} levels deep in its tree, and the limit is {MAX_DEPTH}"
        );
        return Err(Error::new(ErrorKind::Config, text));
    }
    nodes.push(Node {
        agent: Arc::clone(agent),
        name,
        parent,
        end: place,
        fixed_instruction: OnceLock::new(),
        transfer: OnceLock::new(),
    });
    for below in agent.sub_agents() {
        plant(below, (Some(place), depth + 1), nodes, places)?;
    }
    nodes[place].end = nodes.len();
    Ok(())
}
