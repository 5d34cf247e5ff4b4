//! What is known of an agent while compiling, and the checks that go by it, which run then too.
//!
//! An agent's own check goes to the entry of its list that is at fault, so each looks at what
//! one entry adds to those before it. What a `..` entry brings is not known, and nothing is
//! claimed of it.

#![expect(
    clippy::exhaustive_structs,
    clippy::exhaustive_enums,
    reason = "generated code makes them"
)]

mod closest;
mod names;
mod place;
mod state;
mod template;

use std::marker::PhantomData;

pub use names::check_below;
pub use place::{check_agent_tool, check_root_entry, check_root_tool, check_server_tool};
pub use state::{check_output_key, check_reads, check_state_below};
pub use template::{check_computed, check_instruction};

pub use crate::graph::AgentKind;
use crate::session::StateKey;

/// An agent, and through it all that is known below it.
#[derive(Debug)]
pub struct Facts {
    pub name: &'static str,
    /// The item that made it, by module and name.
    pub item: &'static str,
    pub kind: AgentKind,
    /// Whether anything says what it is for.
    pub is_described: bool,
    /// Whether its author said that nothing is above it.
    pub is_root: bool,
    /// The written instructions; a computed one is not known.
    pub instruction: Option<&'static str>,
    pub global_instruction: Option<&'static str>,
    pub writes: Writes,
    /// The names of its tools, those behind `..` aside.
    pub tools: &'static [&'static str],
    /// What is known of its tools: of those that are agents. One that is a tool of itself is a
    /// cycle here, and does not compile.
    pub asks: &'static [&'static Facts],
    /// The agents below it, those behind `..` aside.
    pub below: &'static [&'static Facts],
    /// Whether none stands behind `..`.
    pub is_whole: bool,
    /// The state that it and those below it use, where that is declared.
    pub state: Option<DeclaredState>,
}

/// The key of the state that an agent's answer is kept under.
#[derive(Debug, Clone, Copy)]
pub enum Writes {
    Nothing,
    /// One by its text.
    Key(&'static str),
    /// One by the constant that knows its type.
    Typed(&'static str),
    /// One that only the program knows.
    Unknown,
}

/// A struct that names keys of the state.
#[derive(Debug, Clone, Copy)]
pub struct DeclaredState {
    /// As its author wrote it.
    pub name: &'static str,
    pub keys: &'static [&'static str],
}

impl Facts {
    /// An agent of which nothing is known.
    pub const UNKNOWN: &'static Self = &Self {
        name: "",
        item: "",
        kind: AgentKind::Custom,
        is_described: true,
        is_root: false,
        instruction: None,
        global_instruction: None,
        writes: Writes::Unknown,
        tools: &[],
        asks: &[],
        below: &[],
        is_whole: false,
        state: None,
    };

    const fn is_unknown(&self) -> bool {
        self.name.is_empty()
    }
}

/// A struct that `#[agent]` made.
pub trait Known {
    /// What is known of the agent.
    const FACTS: &'static Facts;
}

/// What is known of an entry in a list: of tools and of what is no agent, nothing. The constant
/// of the type is taken before the trait's.
#[derive(Debug)]
pub struct FactsOf<T>(PhantomData<T>);

impl<T: Known> FactsOf<T> {
    /// Of an agent.
    pub const FACTS: &'static Facts = T::FACTS;
}

/// Everything else.
pub trait NoFacts {
    /// Nothing.
    const FACTS: &'static Facts = Facts::UNKNOWN;
}

impl<T> NoFacts for FactsOf<T> {}

/// The key of the state that a constant names.
#[derive(Debug)]
pub struct KeyName<T>(pub T);

impl KeyName<&'static str> {
    /// The key.
    #[must_use]
    pub const fn writes(self) -> Writes {
        Writes::Key(self.0)
    }
}

impl<T> KeyName<StateKey<T>> {
    /// The key.
    #[must_use]
    pub const fn writes(self) -> Writes {
        Writes::Typed(self.0.name())
    }
}
