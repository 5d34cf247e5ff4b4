//! All that generated code may touch. No part of the public interface: it changes with
//! any version, together with `adk-macros`.

mod agent;
mod checks;
mod facts;
mod instruction;
mod state;

pub use std::sync::OnceLock;

pub use futures_core::future::BoxFuture;

pub use agent::{AnswerKey, Ended, check_input, dependency, ended, output_key};
pub use checks::{
    check_bound, check_description, check_long_running_description, check_method, check_once,
    check_part,
};
pub use facts::{
    AgentKind, DeclaredState, Facts, FactsOf, KeyName, Known, NoFacts, Writes, check_agent_tool,
    check_below, check_computed, check_instruction, check_output_key, check_reads,
    check_root_entry, check_root_tool, check_server_tool, check_state_below,
};
pub use instruction::{computed, given_instruction, instruction};

pub use state::Kept;

pub use crate::agent::agent_tool::add_agent;
pub use crate::agent::entry::{AgentEntry, AnyAgent, ManyAgents, OneAgent};
pub use crate::agent::made::MadeAgent;
pub use crate::tool::args::{
    Bound, BoundKey, BoundValue, KindOf, Param, Params, Signature, ValueKind,
};
pub use crate::tool::entry::{AnyEntry, Entry, LentEntry, ManyEntry, SharedEntry, ToolsetEntry};
pub use crate::tool::function::{
    Answer, Call, Confirm, Deciding, Decision, caught, confirming, confirming_method,
    function_tool, needing,
};
pub use crate::tool::lend::{Lend, Shown, blocking, text_default};
pub use crate::tool::made::MadeTool;
pub use crate::tool::output::{
    Delivered, Failed, NoResult, OutputOf, Returned, Written, output_schema,
};
pub use crate::tool::toolset::{
    MainBlock, Method, Methods, NamesOf, Part, PartNames, Shareable, SharedToolset, gathered,
};

/// The traits by which types are told apart through autoref, without their names: generated
/// code has all of them in scope.
pub mod traits {
    pub use super::state::{NeverKept as _, OnlyRead as _};
    pub use crate::tool::args::AnyKind as _;
    pub use crate::tool::function::{AnyAnswer as _, LaterAnswer as _};
    pub use crate::tool::lend::{HiddenDefault as _, ShownDefault as _};
    pub use crate::tool::output::{
        AnyDelivered as _, AnyFailed as _, AnyItem as _, AnyReturned as _, CausedFailed as _,
        FallibleStreamDelivered as _, FallibleStreamItem as _, ResultSchema as _,
        ResultWithoutSchema as _, StreamDelivered as _, StreamItem as _, ValueSchema as _,
        ValueWithoutSchema as _,
    };
    pub use crate::tool::toolset::NoNames as _;
}
