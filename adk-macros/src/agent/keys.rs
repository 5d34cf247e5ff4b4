//! The keys of `#[agent]`: what each takes, which agents have it, and what it sets.

use super::model::Leader;

/// A key.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) takes: Takes,
    pub(super) of: Of,
}

/// What stands behind a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// `= "…"`.
    Text,
    /// `= path`.
    Path,
    /// A type for the builder's generic method of this name.
    Type,
    /// An expression that this key's own code reads.
    Value,
    /// An expression for the builder's method of this name.
    Setting,
    /// Nothing; the builder's method of this name takes nothing either.
    Flag,
    /// A struct of state keys; it says something to the macro.
    State,
    /// Nothing; it says something to the macro.
    Word,
    /// A callback, or a list of them.
    Callback,
    /// A list, each of it for this method of the builder.
    Each(&'static str),
    /// A list of tools.
    Tools,
    /// A list of agents.
    Agents,
    /// An expression for the method of this name of the generation's settings.
    Generation,
    /// A list, each of it for this method of the generation's settings.
    GenerationEach(&'static str),
}

/// Which agents have a key.
#[derive(Debug, Clone, Copy)]
pub(super) enum Of {
    All,
    Model,
    Plan,
    Loop,
    ModelOrFunction,
}

impl Of {
    pub(super) fn has(self, leader: Leader) -> bool {
        let is_model = matches!(leader, Leader::Text | Leader::Computed);
        let is_plan = matches!(leader, Leader::Sequence | Leader::Parallel | Leader::Loop);
        match self {
            Self::All => true,
            Self::Model => is_model,
            Self::Plan => is_plan,
            Self::Loop => leader == Leader::Loop,
            Self::ModelOrFunction => !is_plan,
        }
    }
}

const fn key(name: &'static str, takes: Takes, of: Of) -> Key {
    Key { name, takes, of }
}

/// All keys, as people are told of them.
pub(super) const KEYS: [Key; 47] = [
    key("model", Takes::Setting, Of::Model),
    key("name", Takes::Text, Of::All),
    key("description", Takes::Value, Of::All),
    key("tools", Takes::Tools, Of::Model),
    key("sub_agents", Takes::Agents, Of::ModelOrFunction),
    key("sequential", Takes::Agents, Of::Plan),
    key("parallel", Takes::Agents, Of::Plan),
    key("loop", Takes::Agents, Of::Plan),
    key("max_iterations", Takes::Setting, Of::Loop),
    key("output_key", Takes::Value, Of::Model),
    key("output", Takes::Type, Of::Model),
    key("output_schema", Takes::Setting, Of::Model),
    key("input", Takes::Type, Of::Model),
    key("input_schema", Takes::Setting, Of::Model),
    key("global_instruction", Takes::Value, Of::Model),
    key("include_contents", Takes::Value, Of::Model),
    key("disallow_transfer_to_parent", Takes::Flag, Of::Model),
    key("disallow_transfer_to_peers", Takes::Flag, Of::Model),
    key("config", Takes::Value, Of::Model),
    key("temperature", Takes::Generation, Of::Model),
    key("top_p", Takes::Generation, Of::Model),
    key("top_k", Takes::Generation, Of::Model),
    key("max_output_tokens", Takes::Generation, Of::Model),
    key(
        "stop_sequences",
        Takes::GenerationEach("stop_sequence"),
        Of::Model,
    ),
    key("seed", Takes::Generation, Of::Model),
    key("presence_penalty", Takes::Generation, Of::Model),
    key("frequency_penalty", Takes::Generation, Of::Model),
    key("thinking", Takes::Generation, Of::Model),
    key("response_mime_type", Takes::Generation, Of::Model),
    key("tool_choice", Takes::Generation, Of::Model),
    key(
        "server_tools",
        Takes::GenerationEach("server_tool"),
        Of::Model,
    ),
    key("before_agent", Takes::Callback, Of::All),
    key("after_agent", Takes::Callback, Of::All),
    key("before_model", Takes::Callback, Of::Model),
    key("after_model", Takes::Callback, Of::Model),
    key("on_model_error", Takes::Callback, Of::Model),
    key("before_tool", Takes::Callback, Of::Model),
    key("after_tool", Takes::Callback, Of::Model),
    key("on_tool_error", Takes::Callback, Of::Model),
    key("planner", Takes::Setting, Of::Model),
    key("code_executor", Takes::Setting, Of::Model),
    key("auth_handler", Takes::Setting, Of::Model),
    key(
        "request_processors",
        Takes::Each("request_processor"),
        Of::Model,
    ),
    key(
        "response_processors",
        Takes::Each("response_processor"),
        Of::Model,
    ),
    key("state", Takes::State, Of::All),
    key("root", Takes::Word, Of::All),
    key("crate", Takes::Path, Of::All),
];

/// Their names.
pub(super) const NAMES: [&str; KEYS.len()] = {
    let (mut names, mut index) = ([""; KEYS.len()], 0);
    while index < KEYS.len() {
        names[index] = KEYS[index].name;
        index += 1;
    }
    names
};
