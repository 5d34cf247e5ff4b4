//! Complaints about `confirm`.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Expr, ExprClosure, Pat, Stmt};

use super::receiver;
use crate::shared::errors::Errors;
use crate::shared::names;
use crate::tool::confirm::{Confirm, name_of_argument, name_of_pattern};
use crate::tool::model::Tool;

pub(super) fn complain(tool: &Tool, errors: &mut Errors) {
    match &tool.args.confirm {
        None | Some(Confirm::Always | Confirm::All(_)) => {}
        Some(Confirm::Hint(text)) => {
            if text.value().trim().is_empty() {
                let help = "say what the person is asked, or write `confirm` alone";
                errors.at(text, "the hint is empty", help);
            }
        }
        Some(Confirm::Named(_, arguments)) => {
            for argument in arguments {
                self::argument(tool, argument, errors);
            }
        }
        Some(Confirm::Closure(closure)) => self::closure(tool, closure, errors),
        Some(Confirm::Unclear(other)) => {
            let what = "`confirm` needs a text, a function or a closure";
            let help = match method_of_self(other) {
                Some(method) => format!("write `confirm = Self::{method}(self, …)`"),
                None => "write `confirm` alone, `confirm = \"Really?\"`, `confirm = function`, `confirm = function(amount)` or `confirm = |amount| …`".to_owned(),
            };
            errors.at(other, what, help);
        }
    }
}

fn argument(tool: &Tool, argument: &Expr, errors: &mut Errors) {
    if let Some(name) = name_of_argument(argument) {
        return self::name(tool, name, errors);
    }
    let help = match argument {
        Expr::Reference(reference) if name_of_argument(&reference.expr).is_some() => {
            "write the name alone: the function is given a reference"
        }
        _ => "write a name, or a closure: `confirm = |amount| …`",
    };
    let what = "a function in `confirm` is given parameters of the tool, by their names";
    errors.at(argument, what, help);
}

/// `big` of `self.big(amount)`.
fn method_of_self(expr: &Expr) -> Option<&Ident> {
    let Expr::MethodCall(call) = expr else {
        return None;
    };
    let receiver = name_of_argument(&call.receiver)?;
    (receiver == "self").then_some(&call.method)
}

fn closure(tool: &Tool, closure: &ExprClosure, errors: &mut Errors) {
    if let Some(receiver) = receiver::first_self(closure.to_token_stream())
        && tool.function.sig.receiver().is_some()
    {
        let what = "a closure in `confirm` cannot name `self`";
        let help = "write a function of the type: `confirm = Self::asks(self, …)`";
        return errors.at(receiver, what, help);
    }
    for input in &closure.inputs {
        match name_of_pattern(input) {
            Some((name, _)) => self::name(tool, name, errors),
            None => pattern(input, errors),
        }
    }
    if closure.asyncness.is_none()
        && let Some(block) = async_block(&closure.body)
    {
        let names = closure.inputs.iter().filter_map(name_of_pattern);
        let names: Vec<_> = names.map(|(name, _)| name.to_string()).collect();
        let what = "this future cannot borrow the arguments of its closure";
        let help = format!(
            "write `async |{}| …` in place of the `async` block",
            names.join(", ")
        );
        errors.at(block, what, help);
    }
}

fn pattern(pattern: &Pat, errors: &mut Errors) {
    let what = "a parameter of this closure is the name of one of the tool's";
    let help = match pattern {
        Pat::Reference(_) => "write the name alone, and `*` where the closure uses it",
        _ => "write the name alone, and take it apart in the body",
    };
    errors.at(pattern, what, help);
}

fn name(tool: &Tool, name: &Ident, errors: &mut Errors) {
    if tool.meaning_of(name).is_some() {
        return;
    }
    let known = tool.params.iter().filter_map(|param| param.ident.as_ref());
    let mut known: Vec<_> = known.map(|ident| ident.unraw().to_string()).collect();
    if !known.iter().any(|name| name == "ctx") {
        known.push("ctx".to_owned());
    }
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    let text = name.unraw().to_string();
    let help = match names::closest(&text, &known) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("the names are {}", names::listed(&known)),
    };
    errors.at(name, format!("no parameter is called `{text}`"), help);
}

/// The `async` word of a body that is one async block.
fn async_block(body: &Expr) -> Option<syn::Token![async]> {
    match body {
        Expr::Async(block) => Some(block.async_token),
        Expr::Group(group) => async_block(&group.expr),
        Expr::Paren(paren) => async_block(&paren.expr),
        Expr::Block(block) => match block.block.stmts.last() {
            Some(Stmt::Expr(last, None)) => async_block(last),
            _ => None,
        },
        _ => None,
    }
}
