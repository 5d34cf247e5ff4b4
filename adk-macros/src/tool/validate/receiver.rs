//! Complaints about `self`: a function by itself has none, and a method of a toolset shares
//! it with the calls that run at the same time.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Lifetime, Receiver, ReceiverKind, Type};

use crate::shared::attributes::{OF_PARAMETERS, is_one_of};
use crate::shared::errors::Errors;
use crate::shared::types;
use crate::tool::args::DefaultValue;
use crate::tool::model::{Param, Tool, last_name};

pub(super) fn complain(tool: &Tool, receiver: &Receiver, errors: &mut Errors) {
    if !tool.is_method() {
        let help = "put `#[toolset]` on the `impl`, or write a free function";
        return errors.at(receiver, "a tool by itself cannot take `self`", help);
    }
    let mut attrs = receiver.attrs.iter();
    if let Some(attribute) = attrs.find(|attribute| !is_one_of(attribute, &OF_PARAMETERS)) {
        let what = "the model is never told of `self`";
        errors.at(attribute, what, "take the attribute away");
    }
    if is_mutable(receiver) {
        let help = "take `&self`, and put what changes behind a `Mutex`";
        let what = "a tool cannot take `&mut self`: several calls may run at the same time";
        return errors.at(receiver, what, help);
    }
    let shared = match &receiver.kind {
        ReceiverKind::Reference(_, lifetime, None) => match lifetime {
            None => true,
            Some(lifetime) => return lasting(lifetime, errors),
        },
        ReceiverKind::Typed(_, ty) => match (types::first_lifetime(ty), &**ty) {
            (Some(lifetime), _) => return lasting(lifetime, errors),
            (None, Type::Reference(reference)) => {
                last_name(&reference.elem).is_some_and(|name| name == "Self")
            }
            _ => false,
        },
        _ => false,
    };
    if !shared {
        let what = "a tool borrows its `self`, which all calls share";
        errors.at(receiver, what, "write `&self`");
    }
}

/// Complains of `self` in a value that is made without it.
pub(super) fn in_values(tool: &Tool, param: &Param, errors: &mut Errors) {
    if tool.function.sig.receiver().is_none() {
        return;
    }
    let default = match &param.keys.default {
        Some(DefaultValue::Given(value)) => Some(("a default", value)),
        _ => None,
    };
    let skipped = param.keys.skip.as_ref();
    let skipped = skipped.map(|value| ("the value of a skipped parameter", value));
    for (what, value) in default.into_iter().chain(skipped) {
        if let Some(word) = first_self(value.to_token_stream()) {
            let what = format!("{what} is made without `self`");
            let help = "take what `self` has in the method";
            errors.at(word, what, help);
        }
    }
}

/// The first `self` in the tokens that is not the start of a path.
pub(super) fn first_self(tokens: TokenStream) -> Option<Ident> {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let starts_path =
            matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':');
        match token {
            TokenTree::Ident(word) if word == "self" && !starts_path => return Some(word),
            TokenTree::Group(group) => {
                if let Some(word) = first_self(group.stream()) {
                    return Some(word);
                }
            }
            _ => {}
        }
    }
    None
}

fn is_mutable(receiver: &Receiver) -> bool {
    match &receiver.kind {
        ReceiverKind::Reference(_, _, mutability) => mutability.is_some(),
        ReceiverKind::Typed(_, ty) => {
            matches!(&**ty, Type::Reference(reference) if reference.mutability.is_some())
        }
        _ => false,
    }
}

fn lasting(lifetime: &Lifetime, errors: &mut Errors) {
    let help = "leave it out: `self` is lent for the call";
    errors.at(lifetime, "a tool's `self` cannot have a lifetime", help);
}
