//! Where a tool can stand: `exit_loop` below a loop, one of a model's server not beside functions.

use super::{AgentKind, Facts};
use crate::__private::checks::{has, refuse};
use crate::tool::args::ConstText;
use crate::tool::builtin::exit_loop;
use crate::tool::mixing_fault;

/// Refuses a tool of Gemini's server that the model does not take `beside` what else there is.
#[track_caller]
pub const fn check_server_tool(model: &str, tool: &str, beside: &str) {
    if let Some(text) = mixing_fault(model, tool, beside) {
        refuse(&text);
    }
}

/// Refuses an agent in a list of tools that no model could choose, or in which `exit_loop` has no
/// loop to end: as a tool, it is a tree of its own.
#[track_caller]
pub const fn check_agent_tool(agent: &Facts) {
    if !agent.is_described {
        let text = ConstText::new().with("agent `").with(agent.name);
        let text = text.with("` has no description, by which a model could choose it as a tool");
        refuse(&text.with("\nhelp: say what it is for in a `///` line on its function"));
    }
    check_root_entry(agent);
}

/// Refuses an entry of a root's list in which `exit_loop` has no loop to end.
#[track_caller]
pub const fn check_root_entry(agent: &Facts) {
    if let Some(loose) = loose_exit(agent) {
        let text = ConstText::new().with("agent `").with(loose.name);
        outside(&text.with("` has the tool `exit_loop`, and no loop is above it"));
    }
}

/// Refuses the tool `exit_loop` of a root, by its name.
#[track_caller]
pub const fn check_root_tool(name: &str) {
    if has(&[exit_loop::NAME], name) {
        outside(
            &ConstText::new().with("`exit_loop` ends a loop above its agent, and this is a root"),
        );
    }
}

#[track_caller]
const fn outside(text: &ConstText) {
    refuse(&text.with("\nhelp: put the agent into a `loop = […]`, or take the tool away"));
}

/// An agent with the tool that nothing above it in this tree hears. Code of its own may hear it.
const fn loose_exit(agent: &Facts) -> Option<&Facts> {
    if matches!(agent.kind, AgentKind::Loop | AgentKind::Custom) {
        return None;
    }
    if has(agent.tools, exit_loop::NAME) {
        return Some(agent);
    }
    let mut index = 0;
    while index < agent.below.len() {
        if let Some(loose) = loose_exit(agent.below[index]) {
            return Some(loose);
        }
        index += 1;
    }
    None
}
