//! `confirm` understood: when a person is asked before a call.

use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprClosure, ExprLit, ExprPath, Ident, Lit, LitStr, Meta, Pat, Token, Type};

use super::model::{Param, Tool};
use crate::shared::keys::wrong;

/// What stands behind `confirm`.
#[derive(Debug)]
pub(super) enum Confirm {
    /// Always, with the framework's hint.
    Always,
    /// Always, with this hint.
    Hint(LitStr),
    /// When the function says so, given all arguments.
    All(ExprPath),
    /// When the function says so, given these.
    Named(ExprPath, Punctuated<Expr, Token![,]>),
    /// When the closure says so, given what its parameters name.
    Closure(ExprClosure),
    /// Anything else.
    Unclear(Expr),
}

/// What a name means in a decider.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meaning<'a> {
    Param(&'a Param),
    /// The call's context, of a function that takes none under this name.
    Context,
    /// `self` of a method.
    Receiver,
}

/// Reads the key.
pub(super) fn read(meta: &Meta) -> darling::Result<Option<Confirm>> {
    match meta {
        Meta::Path(_) => Ok(Some(Confirm::Always)),
        Meta::NameValue(pair) => Ok(Some(of(&pair.value))),
        Meta::List(_) => wrong(
            meta,
            "stands alone, or has one value",
            " = \"…\"`, `confirm = function` or `confirm = |amount| …",
        ),
    }
}

fn of(value: &Expr) -> Confirm {
    match value {
        Expr::Group(group) => of(&group.expr),
        Expr::Paren(paren) => of(&paren.expr),
        Expr::Path(path) => Confirm::All(path.clone()),
        Expr::Closure(closure) => Confirm::Closure(closure.clone()),
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Confirm::Hint(text.clone()),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => Confirm::Named(path.clone(), call.args.clone()),
            _ => Confirm::Unclear(value.clone()),
        },
        other => Confirm::Unclear(other.clone()),
    }
}

impl Tool {
    /// What `name` means in a decider: a parameter, the context as `ctx`, or `self`.
    pub(super) fn meaning_of(&self, name: &Ident) -> Option<Meaning<'_>> {
        let is_called = |param: &&Param| {
            let ident = param.ident.as_ref();
            ident.is_some_and(|ident| ident.unraw() == name.unraw())
        };
        match self.params.iter().find(is_called) {
            Some(param) => Some(Meaning::Param(param)),
            None if name == "self" => self.function.sig.receiver().map(|_| Meaning::Receiver),
            None => (name == "ctx").then_some(Meaning::Context),
        }
    }
}

/// The name that stands alone as an argument.
pub(super) fn name_of_argument(argument: &Expr) -> Option<&Ident> {
    match argument {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
        Expr::Group(group) => name_of_argument(&group.expr),
        _ => None,
    }
}

/// The name of a closure's parameter, and its type where that is written.
pub(super) fn name_of_pattern(pattern: &Pat) -> Option<(&Ident, Option<&Type>)> {
    match pattern {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => Some((&pat.ident, None)),
        Pat::Type(typed) => Some((name_of_pattern(&typed.pat)?.0, Some(&typed.ty))),
        Pat::Paren(paren) => name_of_pattern(&paren.pat),
        _ => None,
    }
}
