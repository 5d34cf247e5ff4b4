//! Every complaint about an agent, each on the author's own token.

mod keys;
mod signature;

use quote::ToTokens;

use super::model::Agent;
use crate::shared::errors::Errors;
use crate::shared::keys::literal_text;
use crate::shared::names;

/// Complains of all that is wrong.
pub(super) fn complain(agent: &Agent, errors: &mut Errors) {
    signature::complain(agent, errors);
    name(agent, errors);
    description(agent, errors);
    keys::complain(agent, errors);
}

fn name(agent: &Agent, errors: &mut Errors) {
    let given = agent.args.text("name");
    let at = match given {
        Some(text) => text.to_token_stream(),
        None => agent.function.sig.ident.to_token_stream(),
    };
    let name = &agent.name;
    let help = match given {
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

fn description(agent: &Agent, errors: &mut Errors) {
    let given = agent.args.expr("description");
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
