//! Every complaint about a toolset's block; those about its methods are `tool`'s.

use syn::GenericParam;

use super::model::{Toolset, type_name};
use crate::shared::attributes::is_macro;
use crate::shared::errors::Errors;
use crate::shared::names;
use crate::shared::types::first_lifetime;

/// Complains of all that is wrong.
pub(super) fn complain(toolset: &Toolset, errors: &mut Errors) {
    attributes(toolset, errors);
    target(toolset, errors);
    lifetimes(toolset, errors);
    part(toolset, errors);
    texts(toolset, errors);
    let parts = toolset.args.parts_key();
    let is_empty = parts.is_none_or(|parts| parts.elems.is_empty());
    if is_empty && toolset.tools().next().is_none() {
        let what = "this toolset has no tools";
        let help = "put `#[tool]` on the methods that a model may call";
        errors.at(&toolset.block.ty, what, help);
    }
}

fn attributes(toolset: &Toolset, errors: &mut Errors) {
    let attrs = toolset.block.attrs.iter();
    for attribute in attrs.filter(|attribute| is_macro(attribute)) {
        let what = "an `impl` can be one toolset only";
        errors.at(attribute, what, "take one of the two attributes away");
    }
}

fn target(toolset: &Toolset, errors: &mut Errors) {
    let block = &toolset.block;
    if let Some(of_trait) = &block.of_trait {
        let what = "a toolset is made of a type's own methods, not of a trait's";
        let help = "move the tools into an `impl` without a trait";
        errors.at(of_trait, what, help);
    } else if type_name(&block.ty).is_none() {
        let help = "put it on the `impl` of a struct or an enum";
        errors.at(&block.ty, "a toolset is made of a type with a name", help);
    }
}

fn lifetimes(toolset: &Toolset, errors: &mut Errors) {
    let block = &toolset.block;
    let what = "a toolset cannot borrow: an agent keeps it";
    let help = "own the value, or share it in an `Arc`";
    let mut params = block.generics.params.iter();
    if let Some(lifetime) = params.find(|param| matches!(param, GenericParam::Lifetime(_))) {
        errors.at(lifetime, what, help);
    } else if let Some(lifetime) = first_lifetime(&block.ty).filter(|it| it.ident != "static") {
        errors.at(lifetime, what, help);
    }
}

fn part(toolset: &Toolset, errors: &mut Errors) {
    let args = &toolset.args;
    let Some(part) = &args.part else {
        return;
    };
    if part.get_ident().is_none() {
        let what = "the name of a part is one identifier";
        errors.at(part, what, "write `part = refunds`");
    }
    let help = "move it to the `#[toolset]` that gathers the parts";
    let what = |key: &str| format!("a part cannot have `{key}` of its own");
    if let Some(name) = &args.name {
        errors.at(name, what("name"), help);
    }
    if let Some(prefix) = &args.prefix {
        errors.at(prefix, what("prefix"), help);
    }
    if let Some(parts) = args.parts_key() {
        errors.at(parts, what("parts"), help);
    }
}

fn texts(toolset: &Toolset, errors: &mut Errors) {
    let (name, prefix) = (&toolset.args.name, &toolset.args.prefix);
    if let Some(name) = name.as_ref().filter(|name| name.value().trim().is_empty()) {
        let help = "say what the toolset is called, or leave `name` out";
        errors.at(name, "the name is empty", help);
    }
    let Some((prefix, text)) = prefix.as_ref().map(|prefix| (prefix, prefix.value())) else {
        return;
    };
    let help = "choose another prefix";
    if let Some(bare) = text.strip_suffix('_') {
        let what = "the `_` behind a prefix is put there";
        errors.at(prefix, what, format!("write `prefix = \"{bare}\"`"));
    } else if !names::is_tool_name(&text) {
        let what = format!(
            "`{text}` is not a valid prefix: a tool's name starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`"
        );
        errors.at(prefix, what, help);
    } else if !names::is_prefix(&text) {
        let what =
            format!("names that start with `{text}_` are reserved for tools of `adk` itself");
        errors.at(prefix, what, help);
    }
}
