//! What an agent says against a tool when it is built: the rules that `#[tool]` checks while
//! compiling, in its words, for the tools that no macro has seen.

use super::Tool;

/// The longest name of a tool that every vendor takes.
pub(crate) const MAX_NAME: usize = 63;
/// The longest name of a parameter that every vendor takes.
const MAX_PARAMETER_NAME: usize = 64;
/// The longest description that every vendor takes, in characters.
pub(crate) const MAX_DESCRIPTION: usize = 1024;
/// By this tool a model hands the conversation over.
pub(crate) const TRANSFER_TO_AGENT: &str = "transfer_to_agent";
/// By this tool a model gives an answer of a form that it was told.
pub(crate) const SET_MODEL_RESPONSE: &str = "set_model_response";
/// Tools that the flow itself speaks to.
pub(crate) const RESERVED: [&str; 3] = [TRANSFER_TO_AGENT, SET_MODEL_RESPONSE, "finish_task"];

/// How the names of the flow's own calls begin.
const OWN_PREFIX: &str = "adk_";

/// What is wrong with a tool, and whether its name is.
pub(super) fn faults(tool: &dyn Tool) -> (bool, Vec<String>) {
    let named = name(tool.name());
    let has_bad_name = named.is_some();
    let faults = named.into_iter().chain(description(tool.description()));
    let faults = faults.chain(tool.declaration().faults().iter().cloned());
    (has_bad_name, faults.collect())
}

/// Whether no tool of others may have the name.
#[cfg_attr(
    not(feature = "mcp"),
    expect(dead_code, reason = "others name no tool")
)]
pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name) || name.starts_with(OWN_PREFIX)
}

fn name(name: &str) -> Option<String> {
    let text = if RESERVED.contains(&name) {
        format!("the name `{name}` is reserved for a tool of `adk` itself")
    } else if name.starts_with(OWN_PREFIX) {
        "names that start with `adk_` are reserved for tools of `adk` itself".to_owned()
    } else if name.len() > MAX_NAME {
        let length = name.len();
        format!("a tool's name has {MAX_NAME} characters at most, this one has {length}")
    } else if is_name(name, "_-") {
        return None;
    } else {
        format!(
            "`{name}` is not a valid tool name: it starts with a letter or `_` and has only \
             ASCII letters, digits, `_` and `-`"
        )
    };
    Some(text + "\nhelp: choose another name")
}

fn description(text: &str) -> Option<String> {
    if text.trim().is_empty() {
        let help = "say what it is for: the model chooses by it";
        return Some(format!("a tool needs a description\nhelp: {help}"));
    }
    let length = text.chars().count();
    (length > MAX_DESCRIPTION).then(|| {
        format!(
            "a tool's description has {MAX_DESCRIPTION} characters at most, this one has \
             {length}\nhelp: shorten it"
        )
    })
}

/// What is wrong with the name of a parameter.
pub(super) fn parameter_name(name: &str) -> Option<String> {
    let text = if name.len() > MAX_PARAMETER_NAME {
        let (length, most) = (name.len(), MAX_PARAMETER_NAME);
        format!("a parameter's name has {most} characters at most, this one has {length}")
    } else if is_name(name, "_") {
        return None;
    } else {
        format!(
            "`{name}` is not a valid parameter name: it starts with a letter or `_` and has \
             only ASCII letters, digits and `_`"
        )
    };
    Some(text + "\nhelp: choose another name, by `#[serde(rename = \"…\")]` on the field")
}

fn is_name(name: &str, extra: &str) -> bool {
    let start = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    let plain = |letter: char| letter.is_ascii_alphanumeric() || extra.contains(letter);
    name.starts_with(start) && name.chars().all(plain)
}
