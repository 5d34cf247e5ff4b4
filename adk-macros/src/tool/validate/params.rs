//! Complaints about parameters.

use syn::{Lifetime, Pat, Type};

use super::{field, receiver, values};
use crate::shared::attributes::{OF_PARAMETERS, is_one_of};
use crate::shared::errors::Errors;
use crate::shared::{names, types};
use crate::tool::field::is_of_field;
use crate::tool::model::{
    Param, Passing, Source, Tool, is_given_by_context, last_name, only_argument,
};

/// Contexts of other rooms, which a tool is not given.
const OTHER_CONTEXTS: [&str; 3] = ["CallbackContext", "InvocationContext", "ReadonlyContext"];

const OPTION_OF_GIVEN: &str = "only what the model sends can be optional";

pub(super) fn complain(tool: &Tool, errors: &mut Errors) {
    for param in &tool.params {
        pattern(param, errors);
        spelling(param, errors);
        if param.is_named() {
            name(param, errors);
            values::complain(param, errors);
        }
        misplaced_keys(param, errors);
        receiver::in_values(tool, param, errors);
        field::complain(tool, param, errors);
    }
    contexts(tool, errors);
    same_names(tool, errors);
}

fn pattern(param: &Param, errors: &mut Errors) {
    if let Some(attribute) = param.written.attrs.iter().find(|attribute| {
        !is_of_field(attribute)
            && !is_one_of(attribute, &["arg", "inject", "doc"])
            && !is_one_of(attribute, &OF_PARAMETERS)
    }) {
        let what = "a tool's parameter cannot have this attribute";
        let help = "it can have `#[arg(…)]`, `#[inject]`, `#[serde(…)]` and `#[schemars(…)]`";
        errors.at(attribute, what, help);
    }
    if param.ident.is_some() {
        return;
    }
    match &*param.written.pat {
        Pat::Wild(wild) => errors.at(
            wild,
            "a parameter needs a name: the model sends the argument under it",
            "name it, with a `_` in front if the function does not use it",
        ),
        other => errors.at(
            other,
            "a tool's parameter is one name, not a pattern",
            "name it, and take it apart in the body",
        ),
    }
}

fn spelling(param: &Param, errors: &mut Errors) {
    let written = &*param.written.ty;
    if let Some(opaque) = types::first_impl_trait(written) {
        let help = "name the type: the model is told one schema";
        return errors.at(opaque, "a tool cannot take an `impl Trait`", help);
    }
    if let Some(object) = types::first_trait_object(written)
        && matches!(param.source, Source::Argument | Source::Flattened)
    {
        let help = "name the type: the model is told one schema";
        return errors.at(object, "a tool cannot take a `dyn Trait`", help);
    }
    if let Type::Reference(reference) = written
        && reference.mutability.is_some()
    {
        let help = "take it by value, or by `&`";
        return errors.at(reference, "a tool cannot take a `&mut`", help);
    }
    if let Some(inner) = only_argument(written, "Option")
        && param.source == Source::Argument
        && is_given_by_context(inner)
    {
        return errors.at(written, OPTION_OF_GIVEN, "take the value itself");
    }
    if let Some(lifetime) = lifetime(param) {
        let help = "leave it out, or own the value: an argument lives as long as the call";
        return errors.at(lifetime, "a tool's parameter cannot have a lifetime", help);
    }
    if let Some(inner) = types::first_reference(&param.ty) {
        let what = "only the whole argument can be borrowed, or what is inside an `Option`";
        let help = match &*inner.elem {
            Type::Path(path) if path.path.is_ident("str") => "write `String` in its place",
            _ => "own the value here",
        };
        return errors.at(inner, what, help);
    }
    if let Some(other) = last_name(&param.ty)
        && OTHER_CONTEXTS.iter().any(|name| other == name)
    {
        errors.at(
            other,
            format!("a tool is not given a `{other}`"),
            "take `ctx: &ToolContext`",
        );
    }
}

/// The first lifetime that is written out; what is owned may say that it is `'static`.
fn lifetime(param: &Param) -> Option<&Lifetime> {
    let written = &*param.written.ty;
    let inside = match written {
        Type::Reference(outer) if outer.lifetime.is_none() => &param.ty,
        other => other,
    };
    let is_owned = types::first_reference(inside).is_none();
    let lifetime = types::first_lifetime(written)?;
    (!is_owned || lifetime.ident != "static").then_some(lifetime)
}

fn name(param: &Param, errors: &mut Errors) {
    let (Some(ident), name) = (&param.ident, &param.name) else {
        return;
    };
    if names::is_parameter_name(name) {
        return;
    }
    let what = if name.len() > names::MAX_PARAMETER_NAME {
        let (length, most) = (name.len(), names::MAX_PARAMETER_NAME);
        format!("a parameter's name has {most} characters at most, this one has {length}")
    } else {
        format!(
            "`{name}` is not a valid parameter name: it starts with a letter or `_` and has only ASCII letters, digits and `_`"
        )
    };
    match &param.rename {
        Some(text) => errors.at(text, what, "choose another name"),
        None => errors.at(ident, what, "rename it, or say `#[arg(rename = \"…\")]`"),
    }
}

/// Keys that say something of an argument, on a parameter that is not one.
fn misplaced_keys(param: &Param, errors: &mut Errors) {
    let keys = &param.keys;
    let (what, help) = match param.source {
        Source::Argument => return,
        Source::Flattened => (
            "a flattened parameter cannot have a name, a description or bounds",
            "say it on the fields of its type",
        ),
        Source::Skipped => (
            "the model is never told of a skipped parameter",
            "keep only `skip`",
        ),
        Source::Context | Source::Injected => (
            "the model is never told of what the context gives",
            "take the attribute away",
        ),
    };
    let says_something = keys.description.is_some()
        || keys.default.is_some()
        || keys.rename.is_some()
        || keys.bounds().next().is_some()
        || keys.one_of.is_some()
        || keys.pattern.is_some()
        || keys.as_string.is_some()
        || keys.undocumented.is_some()
        || (keys.skip.is_some() && param.source != Source::Skipped)
        || (keys.flatten.is_some() && param.source != Source::Flattened);
    if says_something
        && let Some(attribute) = keys
            .attributes
            .iter()
            .find(|attribute| attribute.path().is_ident("arg"))
    {
        errors.at(attribute, what, help);
    }
    if param.docs.is_there()
        && let Some(doc) = param
            .written
            .attrs
            .iter()
            .find(|attribute| attribute.path().is_ident("doc"))
    {
        errors.at(doc, what, "write a plain `//` comment");
    }
    if param.passing == Passing::BorrowInside {
        let help = "take the value itself";
        errors.at(&param.written.ty, OPTION_OF_GIVEN, help);
    }
}

fn contexts(tool: &Tool, errors: &mut Errors) {
    let mut contexts = tool
        .params
        .iter()
        .filter(|param| param.source == Source::Context);
    let first = contexts.next();
    if let (Some(_), Some(second)) = (first, contexts.next()) {
        errors.at(
            &second.written.ty,
            "a tool can take only one context",
            "take the second one away",
        );
    }
}

fn same_names(tool: &Tool, errors: &mut Errors) {
    let named: Vec<_> = tool
        .params
        .iter()
        .filter(|param| param.is_named())
        .collect();
    for (index, param) in named.iter().enumerate() {
        if let (true, Some(rename)) = (
            named[..index]
                .iter()
                .any(|earlier| earlier.name == param.name),
            &param.rename,
        ) {
            let what = format!("two parameters are called `{}`", param.name);
            errors.at(rename, what, "choose another name");
        }
    }
}
