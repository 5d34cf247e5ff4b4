//! The tools of an agent or of a server: each as the rules want it, under a name of its own. Asked
//! when the agent is built, and again in a run whose toolsets listed their tools anew.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::tool::{Tool, rules};

/// A tool, and the name of the toolset that it came with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sourced<'a> {
    pub(crate) tool: &'a Arc<dyn Tool>,
    pub(crate) toolset: Option<&'a str>,
}

/// Refuses tools that a vendor would refuse, all at once, and a name that two tools have. For
/// those that the model's server runs, a name is a kind.
pub(crate) fn check_tools<'a>(
    owner: &str,
    tools: impl Iterator<Item = Sourced<'a>> + Clone,
) -> Result<()> {
    check_each(owner, tools.clone())?;
    let mut names = HashMap::new();
    for Sourced { tool, toolset } in tools {
        let name = tool.name();
        match names.insert(name, (tool, toolset)) {
            Some((first, _)) if !first.is_declared() && !tool.is_declared() => {
                let text = format!("{owner} has `{name}` twice: once is enough");
                return Err(Error::new(ErrorKind::DuplicateName, text));
            }
            Some((_, first)) => return Err(twice(owner, name, [first, toolset])),
            None => {}
        }
    }
    Ok(())
}

fn check_each<'a>(owner: &str, tools: impl Iterator<Item = Sourced<'a>>) -> Result<()> {
    let (mut kind, mut all) = (ErrorKind::Config, Vec::new());
    for Sourced { tool, toolset } in tools {
        let (has_bad_name, faults) = rules::faults(&**tool);
        if has_bad_name {
            kind = ErrorKind::InvalidName;
        }
        let whose = || format!("tool `{}` of {}", tool.name(), place(owner, toolset));
        all.extend(faults.iter().map(|fault| format!("{}: {fault}", whose())));
    }
    if all.is_empty() {
        return Ok(());
    }
    Err(Error::new(kind, all.join("\n")))
}

fn place(owner: &str, toolset: Option<&str>) -> String {
    match toolset {
        Some(toolset) => format!("toolset `{toolset}` of {owner}"),
        None => owner.to_owned(),
    }
}

fn twice(owner: &str, name: &str, toolsets: [Option<&str>; 2]) -> Error {
    let rename = "rename one with `#[tool(name = \"…\")]`";
    let text = if toolsets == [None, None] {
        format!("two tools of {owner} are named `{name}`: {rename}")
    } else {
        let [first, second] = toolsets.map(whence);
        format!(
            "two tools of {owner} are named `{name}`, {first} and {second}: {rename}, or \
             give a toolset a `prefix`"
        )
    };
    Error::new(ErrorKind::DuplicateName, text)
}

fn whence(toolset: Option<&str>) -> String {
    match toolset {
        Some(toolset) => format!("one of toolset `{toolset}`"),
        None => "one of its own".to_owned(),
    }
}
