//! The agent's texts that can be read while compiling: a literal, what `include_str!` and the like
//! give, or a constant.

use syn::{Expr, ExprMacro, Path, ReturnType, Type};

use super::model::{Agent, Leader};
use crate::shared::keys::literal_text;

/// The instruction that is the whole body of a function that returns `&str`.
pub(super) fn instruction(agent: &Agent) -> Option<&Expr> {
    body(agent).filter(|_| agent.leader == Leader::Text)
}

/// The same of a function that is asked for each call.
pub(super) fn computed(agent: &Agent) -> Option<&Expr> {
    body(agent).filter(|_| agent.leader == Leader::Computed)
}

fn body(agent: &Agent) -> Option<&Expr> {
    let is_text = is_lent_text(&agent.function.sig.output);
    agent.body.as_ref().filter(|body| is_text && is_read(body))
}

/// The text behind the key.
pub(super) fn global_instruction(agent: &Agent) -> Option<&Expr> {
    let given = agent.args.expr("global_instruction")?;
    (literal_text(given).is_some() || is_text_macro(given)).then_some(given)
}

/// Whether it is spelt as constants are.
pub(super) fn is_constant(expr: &Expr) -> bool {
    let Expr::Path(path) = expr else { return false };
    path.path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        name.contains(char::is_uppercase) && !name.contains(char::is_lowercase)
    })
}

fn is_read(expr: &Expr) -> bool {
    literal_text(expr).is_some() || is_text_macro(expr) || is_constant(expr)
}

fn is_text_macro(expr: &Expr) -> bool {
    let Expr::Macro(ExprMacro { mac, .. }) = expr else {
        return false;
    };
    let known = ["include_str", "concat", "env"];
    known.iter().any(|name| ends_in(&mac.path, name))
}

fn is_lent_text(output: &ReturnType) -> bool {
    let ReturnType::Type(_, ty) = output else {
        return false;
    };
    let Type::Reference(reference) = &**ty else {
        return false;
    };
    matches!(&*reference.elem, Type::Path(path) if ends_in(&path.path, "str"))
}

fn ends_in(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}
