//! Complaints about the agent's function.

use proc_macro2::TokenTree;
use syn::{ReturnType, Safety, Type};

use crate::agent::model::{Agent, Leader, Param};
use crate::shared::errors::Errors;

pub(super) fn complain(agent: &Agent, errors: &mut Errors) {
    form(agent, errors);
    contexts(agent, errors);
    match agent.leader {
        Leader::Text | Leader::Computed => instruction(agent, errors),
        Leader::Function => driver(agent, errors),
        Leader::Sequence | Leader::Parallel | Leader::Loop => plan(agent, errors),
    }
}

fn form(agent: &Agent, errors: &mut Errors) {
    let sig = &agent.function.sig;
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
}

/// Each context once, and none of another kind of agent.
fn contexts(agent: &Agent, errors: &mut Errors) {
    let mut seen = [false; 3];
    for param in &agent.params {
        let (index, ty) = match param {
            Param::Readonly(ty) => (0, ty),
            Param::Invocation(ty) => (1, ty),
            Param::Emitter(ty) => (2, ty),
            Param::Dependency(_) => continue,
        };
        if agent.plan().is_some() {
            let help = "take it away: the agents in the list do what is done";
            errors.at(ty, "an agent that follows a plan is given nothing", help);
        } else if seen[index] {
            errors.at(ty, "this is given once", "take one of the two away");
        } else if index == 0 && agent.leader == Leader::Function {
            other_context(ty, errors);
        }
        seen[index] = true;
    }
}

fn other_context(ty: &Type, errors: &mut Errors) {
    let what = "an agent that its function drives is given an `InvocationContext` alone";
    let help = "take this away: `ctx.readonly()` of the `InvocationContext` is the same";
    errors.at(ty, what, help);
}

fn instruction(agent: &Agent, errors: &mut Errors) {
    if matches!(agent.function.sig.output, ReturnType::Default) {
        let help = match agent.leader {
            Leader::Computed => "write `-> adk::Result<String>`, and the instruction as the body",
            _ if agent.means_a_plan() => {
                "for a plan, write `sequential`, `parallel` or `loop` in place of `sub_agents`"
            }
            _ => "write `-> &'static str`, and the instruction as the body",
        };
        errors.at(
            &agent.function.sig.ident,
            "an agent's function returns its instruction",
            help,
        );
    }
}

fn driver(agent: &Agent, errors: &mut Errors) {
    let sig = &agent.function.sig;
    if sig.asyncness.is_none() {
        let what = "a function that drives an agent is `async`";
        errors.at(sig.fn_token, what, "write `async fn`");
    }
    let emits = |param: &Param| matches!(param, Param::Emitter(_));
    if !agent.params.iter().any(emits) {
        let what = "a function that drives an agent takes what it hands its events to";
        let help = "take `out: &mut Emitter` too; for an instruction that is computed, take `&ReadonlyContext`";
        errors.at(&sig.ident, what, help);
    }
    let knows = |param: &Param| matches!(param, Param::Invocation(_));
    if !agent.params.iter().any(knows) {
        let what = "a function that drives an agent takes the context that its events are made by";
        errors.at(&sig.ident, what, "take `ctx: &InvocationContext` too");
    }
}

fn plan(agent: &Agent, errors: &mut Errors) {
    let sig = &agent.function.sig;
    let help = &*format!("write `fn {}() {{}}`", sig.ident);
    if let Some(asyncness) = &sig.asyncness {
        let what = "the function of an agent that follows a plan does nothing";
        errors.at(asyncness, what, help);
    }
    if let ReturnType::Type(_, ty) = &sig.output {
        let what = "an agent that follows a plan has no instruction to return";
        return errors.at(ty, what, help);
    }
    let body = agent.function.body.clone().into_iter().next();
    if let Some(TokenTree::Group(body)) = body
        && !body.stream().is_empty()
    {
        let what = "the function of an agent that follows a plan has an empty body";
        let help = "write `{}`; what is done, the agents in the list do";
        errors.at(body.stream(), what, help);
    }
}
