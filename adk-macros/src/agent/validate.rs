//! Every complaint about an agent, each on the author's own token.

use quote::ToTokens;
use syn::{ReturnType, Safety};

use super::model::Agent;
use crate::shared::errors::Errors;
use crate::shared::keys::literal_text;
use crate::shared::names;

/// Complains of all that is wrong.
pub(super) fn complain(agent: &Agent, errors: &mut Errors) {
    signature(agent, errors);
    name(agent, errors);
    model(agent, errors);
    description(agent, errors);
    output_key(agent, errors);
}

fn signature(agent: &Agent, errors: &mut Errors) {
    let sig = &agent.function.sig;
    if let Some(asyncness) = &sig.asyncness {
        let help = "for an instruction that is computed, use `Instruction::provider` with `LlmAgent::builder`";
        errors.at(
            asyncness,
            "an agent's function is not `async`: it returns the text",
            help,
        );
    }
    if !matches!(sig.safety, Safety::Default) {
        errors.at(
            &sig.safety,
            "an agent's function is safe to call",
            "take `unsafe` away",
        );
    }
    if let Some(abi) = &sig.abi {
        errors.at(
            abi,
            "an agent is made of a Rust function",
            "take `extern` away",
        );
    }
    if !sig.generics.params.is_empty() {
        let help = "take the parameters away";
        errors.at(&sig.generics.params, "an agent cannot be generic", help);
    }
    if let Some(bounds) = &sig.generics.where_clause {
        errors.at(
            bounds,
            "an agent cannot have a `where` clause",
            "take it away",
        );
    }
    for input in &sig.inputs {
        let help = "put a value that the instruction needs into the session's state, and name it as `{key}`";
        errors.at(input, "an agent's function takes nothing", help);
    }
    if matches!(sig.output, ReturnType::Default) {
        let help = "write `-> &'static str`, and the instruction as the body";
        errors.at(
            &sig.ident,
            "an agent's function returns its instruction",
            help,
        );
    }
}

fn name(agent: &Agent, errors: &mut Errors) {
    let at = match &agent.args.name {
        Some(text) => text.to_token_stream(),
        None => agent.function.sig.ident.to_token_stream(),
    };
    let name = &agent.name;
    let help = match agent.args.name {
        Some(_) => "choose another name",
        None => "rename the function, or say `#[agent(name = \"…\")]`",
    };
    if name == "user" {
        errors.at(
            at,
            "the name `user` is reserved for the person who asks",
            help,
        );
    } else if !names::is_agent_name(name) {
        let what = format!(
            "`{name}` is not a valid agent name: it starts with a letter or `_`, has only ASCII letters, digits and `_`, and 64 characters at most"
        );
        errors.at(at, what, help);
    }
}

fn model(agent: &Agent, errors: &mut Errors) {
    let Some(model) = &agent.args.model else {
        if agent.args.mentions_model {
            return;
        }
        let help = "name one: `#[agent(model = \"gemini-2.5-flash\")]`, or give any `Llm`";
        return errors.at(&agent.function.sig.ident, "an agent needs a model", help);
    };
    if literal_text(model).is_some_and(|text| text.value().trim().is_empty()) {
        errors.at(
            model,
            "the model's name is empty",
            "name one, as `gemini-2.5-flash`",
        );
    }
}

fn description(agent: &Agent, errors: &mut Errors) {
    let given = agent.args.description.as_ref();
    if given
        .and_then(literal_text)
        .is_some_and(|text| text.value().trim().is_empty())
    {
        let help = "say what the agent is for, or take the key away";
        errors.at(given, "the description is empty", help);
    }
    if let Some(entry) = agent.docs.arguments.first() {
        errors.at(
            &entry.at,
            "an agent has no arguments",
            "take the section away",
        );
    }
}

fn output_key(agent: &Agent, errors: &mut Errors) {
    let key = agent.args.output_key.as_ref();
    if key
        .and_then(literal_text)
        .is_some_and(|text| text.value().is_empty())
    {
        let help = "name the key of the state that keeps the answer";
        errors.at(key, "the output key is empty", help);
    }
}
