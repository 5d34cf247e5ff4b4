//! Complaints about `#[serde(…)]` and `#[schemars(…)]` on a parameter.

use quote::ToTokens;

use crate::shared::errors::Errors;
use crate::tool::model::{Param, Source, Tool};

/// What these attributes cannot say of a parameter, and what can.
const ELSEWHERE: [(&str, &str); 5] = [
    ("flatten", "write `#[arg(flatten)]`"),
    (
        "skip",
        "write `#[arg(skip = …)]` with the value that it has",
    ),
    (
        "skip_deserializing",
        "write `#[arg(skip = …)]` with the value that it has",
    ),
    ("borrow", "take it away: a reference works without it"),
    ("getter", "take it away: it is for types of other crates"),
];

pub(super) fn complain(tool: &Tool, param: &Param, errors: &mut Errors) {
    let Some(attribute) = param.field.all().first() else {
        return;
    };
    let help = match param.source {
        Source::Argument => {
            misspelt(param, errors);
            together(tool, param, errors);
            return elsewhere(param, errors);
        }
        Source::Flattened => "say it on the fields of its type",
        Source::Context | Source::Injected | Source::Skipped => "take the attribute away",
    };
    let what = "only an argument that the model sends under a name can have this attribute";
    errors.at(attribute, what, help);
}

fn misspelt(param: &Param, errors: &mut Errors) {
    for (owner, key, meant) in param.field.misspelt() {
        let name = key.path().to_token_stream();
        let what = format!("`{owner}` has no key `{name}`");
        errors.at(name, what, format!("did you mean `{meant}`?"));
    }
}

/// What `#[arg(…)]` says too.
fn together(tool: &Tool, param: &Param, errors: &mut Errors) {
    let (keys, field) = (&param.keys, &param.field);
    if let (Some(rename), Some(_)) = (field.key("rename"), &keys.rename) {
        let what = "the parameter is renamed twice";
        errors.at(rename, what, "keep one of the two");
    }
    if let (Some(default), Some(_)) = (field.key("default"), &keys.default) {
        let what = "the parameter has two defaults";
        errors.at(default, what, "keep one of the two");
    }
    if let (Some(attribute), Some(_)) = (field.all().first(), &keys.as_string) {
        let what = "`as_string` already says how the value is read";
        errors.at(attribute, what, "take one of the two away");
    }
    if let Some(text) = field.of_self() {
        let what = "`Self` means nothing in this attribute";
        errors.at(text, what, "write the name of the type, or of a function");
    }
    if let Some(attribute) = field.all().first()
        && tool.needs_its_impl(&param.ty)
    {
        let what = "this attribute cannot stand on a parameter whose type names `Self` or a parameter of the `impl`";
        errors.at(
            attribute,
            what,
            "write the type out: the attribute moves to a struct outside of the `impl`",
        );
    }
}

fn elsewhere(param: &Param, errors: &mut Errors) {
    for (name, help) in ELSEWHERE {
        if let Some(key) = param.field.key(name) {
            let what = format!("a parameter cannot have `{name}` here");
            errors.at(key, what, help);
        }
    }
}
