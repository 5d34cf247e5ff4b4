//! Complaints about `self`: a function by itself has none, and a method of a toolset shares
//! it with the calls that run at the same time.

use syn::{Lifetime, Receiver, ReceiverKind, Type};

use crate::shared::attributes::{OF_PARAMETERS, is_one_of};
use crate::shared::errors::Errors;
use crate::shared::types;
use crate::tool::model::{Tool, last_name};

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
