//! The parameters of an agent's function: contexts, known by the last word of their type, and
//! what the agent's maker gives.

use syn::{
    FnArg, GenericArgument, Pat, PatType, Path, PathArguments, Receiver, Type, TypeReference,
};

use super::model::{Dependency, Param, Passing};
use crate::shared::errors::Errors;
use crate::shared::function::Function;
use crate::shared::types::{first_impl_trait, first_lifetime, first_reference};

/// Those that can be read; of the others it complains.
pub(super) fn read(function: &Function, errors: &mut Errors) -> Vec<Param> {
    let mut params = Vec::new();
    for input in &function.sig.inputs {
        params.extend(match input {
            FnArg::Receiver(receiver) => refuse_self(receiver, errors),
            FnArg::Typed(typed) => param(typed, errors),
        });
    }
    params
}

fn refuse_self(receiver: &Receiver, errors: &mut Errors) -> Option<Param> {
    let help = "make it a free fn that takes what it needs as `orders: &Orders`";
    errors.at(receiver, "an agent's function has no `self`", help);
    None
}

fn param(typed: &PatType, errors: &mut Errors) -> Option<Param> {
    let ty = plain(&typed.ty);
    let (lent, is_mut) = match ty {
        Type::Reference(reference) => {
            (Some(plain(&reference.elem)), reference.mutability.is_some())
        }
        _ => (None, false),
    };
    let form = match last_word(lent.unwrap_or(ty)).as_deref() {
        Some("ReadonlyContext") => "&ReadonlyContext",
        Some("InvocationContext") => "&InvocationContext",
        Some("Emitter") => "&mut Emitter",
        Some(other @ ("ToolContext" | "CallbackContext")) => {
            let what = format!("an agent's function is not given a `{other}`");
            let help = "take `&ReadonlyContext` for an instruction that is computed, or `&InvocationContext` and `&mut Emitter` to drive the agent";
            errors.at(ty, what, help);
            return None;
        }
        _ => return dependency(typed, ty, errors).map(Param::Dependency),
    };
    if lent.is_none() || is_mut != form.starts_with("&mut") {
        let what = format!("this is lent to an agent's function as `{form}`");
        errors.at(ty, what, format!("write `{form}`"));
    }
    let ty = ty.clone();
    Some(match form {
        "&ReadonlyContext" => Param::Readonly(ty),
        "&InvocationContext" => Param::Invocation(ty),
        _ => Param::Emitter(ty),
    })
}

fn dependency(typed: &PatType, ty: &Type, errors: &mut Errors) -> Option<Dependency> {
    let ident = match &*typed.pat {
        Pat::Ident(pat) if pat.subpat.is_none() && pat.by_ref.is_none() => Some(&pat.ident),
        pat => {
            let help = "name it, and take it apart in the body";
            errors.at(pat, "what an agent takes has a name", help);
            None
        }
    };
    let (ty, passing) = match ty {
        Type::Reference(reference) => lent(reference, errors)?,
        ty => (
            shared(ty).or_else(|| by_value(ty, errors))?,
            Passing::Shared,
        ),
    };
    if let Some(opaque) = first_impl_trait(ty) {
        let help = "name the type, or write `&dyn Trait`";
        errors.at(opaque, "an agent cannot be generic", help);
        return None;
    }
    let borrowed = first_lifetime(ty).map(quote::ToTokens::to_token_stream);
    let inside = || first_reference(ty).map(quote::ToTokens::to_token_stream);
    if let Some(borrowed) = borrowed.or_else(inside) {
        let help = "take a type that owns what it has";
        errors.at(borrowed, "what an agent takes borrows nothing", help);
        return None;
    }
    Some(Dependency {
        ident: ident?.clone(),
        ty: ty.clone(),
        passing,
    })
}

fn by_value<'a>(ty: &'a Type, errors: &mut Errors) -> Option<&'a Type> {
    let what = "an agent's runs share what it takes, so it is not taken by value";
    errors.at(ty, what, "take it by reference as `&T`, or as an `Arc<T>`");
    None
}

fn lent<'a>(reference: &'a TypeReference, errors: &mut Errors) -> Option<(&'a Type, Passing)> {
    if let Some(mutability) = &reference.mutability {
        let what = "an agent's runs share what it takes, so it is not lent as `&mut`";
        let help = "take `&T`, and keep what changes behind a `Mutex`";
        errors.at(mutability, what, help);
        return None;
    }
    if let Some(lifetime) = &reference.lifetime {
        let what = "what an agent takes is lent for one call";
        errors.at(lifetime, what, "take the lifetime away");
        return None;
    }
    let inner = plain(&reference.elem);
    Some(match shared(inner) {
        Some(inner) => (inner, Passing::SharedLent),
        None => (inner, Passing::Lent),
    })
}

/// The `T` of an `Arc<T>`.
fn shared(ty: &Type) -> Option<&Type> {
    let last = path(ty)?.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(inner) if last.ident == "Arc" => Some(plain(inner)),
        _ => None,
    }
}

fn last_word(ty: &Type) -> Option<String> {
    Some(path(ty)?.segments.last()?.ident.to_string())
}

fn path(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Path(path) => Some(&path.path),
        _ => None,
    }
}

/// Without parentheses.
fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Paren(inner) => plain(&inner.elem),
        Type::Group(inner) => plain(&inner.elem),
        _ => ty,
    }
}
