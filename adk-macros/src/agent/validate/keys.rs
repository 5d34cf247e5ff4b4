//! Complaints about keys that do not go with the agent or with one another, and about values
//! that can be seen to be wrong.

use quote::ToTokens;
use syn::{Expr, Lit};

use crate::agent::args::{Given, Value};
use crate::agent::keys::{Of, Takes};
use crate::agent::model::{Agent, Leader};
use crate::shared::errors::Errors;
use crate::shared::keys::literal_text;
use crate::shared::names::{closest, listed};

pub(super) fn complain(agent: &Agent, errors: &mut Errors) {
    for given in &agent.args.given {
        if !given.key.of.has(agent.leader) {
            foreign(agent, given, errors);
        }
    }
    plans(agent, errors);
    itself(agent, errors);
    model(agent, errors);
    said_twice(agent, errors);
    values(agent, errors);
    include_contents(agent, errors);
}

/// A key that agents of this kind do not have.
fn foreign(agent: &Agent, given: &Given, errors: &mut Errors) {
    let key = given.key.name;
    let (whose, help) = match (agent.leader, agent.plan()) {
        _ if matches!(given.key.of, Of::Loop) => (
            "an agent without `loop`",
            "give the agents of its rounds as `loop = [draft, review]`, or take the key away",
        ),
        (_, Some(_)) if key == "sub_agents" => (
            "an agent that follows a plan",
            "put the agents into the list of the plan",
        ),
        (_, Some(_)) => (
            "an agent that follows a plan",
            "give the key to an agent in the list",
        ),
        (Leader::Function, None) => (
            "an agent that its function drives",
            "take the key away; for one that a model drives, take no `InvocationContext`",
        ),
        _ => ("this agent", "take the key away"),
    };
    errors.at(given, format!("{whose} has no `{key}`"), help);
}

fn plans(agent: &Agent, errors: &mut Errors) {
    let is_plan = |given: &&Given| matches!(given.key.of, Of::Plan);
    let mut plans = agent.args.given.iter().filter(is_plan);
    let first = plans.next();
    for more in plans {
        let names = [first.map_or("", |first| first.key.name), more.key.name];
        let help = "keep one; what is inside another plan is an agent of its own";
        errors.at(
            more,
            format!("an agent has one plan, not {}", listed(&names)),
            help,
        );
    }
    for (given, list) in agent.args.lists() {
        if matches!(given.key.of, Of::Plan) && list.is_empty() {
            let help = "list them: `[draft, review]`";
            errors.at(given, "the plan has no agents to run", help);
        }
    }
}

/// An agent in a list of its own. A longer circle is rustc's to find.
fn itself(agent: &Agent, errors: &mut Errors) {
    let own = &agent.function.sig.ident;
    for (given, list) in agent.args.lists() {
        for (_, path) in list.made().filter(|(_, path)| path.is_ident(own)) {
            let what = match given.key.takes {
                Takes::Tools => "an agent cannot be a tool of itself",
                _ => "an agent cannot be below itself",
            };
            errors.at(path, what, "take it out of this list, or name another");
        }
    }
}

fn model(agent: &Agent, errors: &mut Errors) {
    if !matches!(agent.leader, Leader::Text | Leader::Computed) {
        return;
    }
    let Some(model) = agent.args.expr("model") else {
        if agent.args.mentions("model") || agent.means_a_plan() {
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

/// A type has a schema of its own.
fn said_twice(agent: &Agent, errors: &mut Errors) {
    for (ty, schema) in [("output", "output_schema"), ("input", "input_schema")] {
        let is_either = |given: &&Given| [ty, schema].contains(&given.key.name);
        if let Some(second) = agent.args.given.iter().filter(is_either).nth(1) {
            let what = format!("`{ty}` and `{schema}` say the same thing");
            let help = format!("keep `{ty}`: the type has a schema");
            errors.at(second, what, help);
        }
    }
}

fn values(agent: &Agent, errors: &mut Errors) {
    let empty = |key: &str| {
        let value = agent.args.expr(key)?;
        literal_text(value)?
            .value()
            .trim()
            .is_empty()
            .then_some(value)
    };
    if let Some(key) = empty("output_key") {
        let help = "name the key of the state that keeps the answer";
        errors.at(key, "the output key is empty", help);
    }
    if let Some(text) = empty("global_instruction") {
        let help = "say what all agents are told, or take the key away";
        errors.at(text, "the instruction is empty", help);
    }
    if let Some(rounds) = agent
        .args
        .expr("max_iterations")
        .filter(|rounds| is_zero(rounds))
    {
        let help = "give a larger number, or take the key away";
        errors.at(rounds, "a loop of 0 rounds would do nothing", help);
    }
    for given in &agent.args.given {
        let is_empty = matches!(&given.value, Value::Exprs(list) if list.is_empty());
        if is_empty && given.key.takes == Takes::Callback {
            let what = format!("`{}` names no callback", given.key.name);
            errors.at(given, what, "name one, or take the key away");
        }
    }
}

fn is_zero(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(literal) => {
            matches!(&literal.lit, Lit::Int(number) if number.base10_digits() == "0")
        }
        _ => false,
    }
}

/// A word that is neither of the two; any other expression is rustc's to read.
fn include_contents(agent: &Agent, errors: &mut Errors) {
    let Some(given) = agent.args.expr("include_contents") else {
        return;
    };
    let word = match given {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Lit(_) => literal_text(given).map(syn::LitStr::value),
        _ => return,
    };
    let known = ["none", "default"];
    match word.as_deref() {
        Some(word) if known.contains(&word) && matches!(given, Expr::Path(_)) => {}
        None if matches!(given, Expr::Path(_)) => {}
        word => {
            let meant = word.and_then(|word| closest(&word.to_lowercase(), &known));
            let help = format!("write `include_contents = {}`", meant.unwrap_or("none"));
            let what = "`include_contents` is `none` or `default`";
            errors.at(given.to_token_stream(), what, help);
        }
    }
}
