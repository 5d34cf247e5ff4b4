//! Every complaint about a struct of keys.

use std::collections::HashMap;

use syn::{Data, Fields};

use super::model::{Declared, Key};
use crate::shared::errors::Errors;
use crate::shared::types::first_reference;

/// Keys that begin so are the framework's, in every scope.
const RESERVED: &str = "_adk";

/// Complains of all that is wrong.
pub(super) fn complain(declared: &Declared, errors: &mut Errors) {
    for misplaced in declared.args.of_field() {
        let what = "this belongs to a field, not to the whole struct";
        errors.at(
            misplaced,
            what,
            "move it to the fields that it is meant for",
        );
    }
    form(declared, errors);
    let mut constants = HashMap::new();
    let mut names = HashMap::new();
    for key in &declared.keys {
        scope(key, errors);
        value(key, errors);
        if let Some(path) = &key.args.crate_path {
            let what = "`crate` belongs to the struct, not to a field";
            errors.at(path, what, "write `#[state(crate = …)]` on the struct");
        }
        if let Some(other) = constants.insert(key.constant.to_string(), &key.field) {
            let (field, constant) = (&key.field, &key.constant);
            let what =
                format!("the fields `{other}` and `{field}` both make the constant `{constant}`");
            let help = format!(
                "rename one of them; `#[state(key = \"{}\")]` keeps its key",
                key.bare
            );
            errors.at(field, what, help);
        }
        if name(key, errors)
            && let Some(other) = names.insert(&key.name, &key.field)
        {
            let what = format!("the field `{other}` names the key `{}` already", key.name);
            errors.at(key.token(), what, "give one of the two another key");
        }
    }
}

/// Whether it is a struct, with fields that have names, and no parameters.
fn form(declared: &Declared, errors: &mut Errors) {
    let item = &declared.item;
    let help = "write a struct with a field for each key, as `struct AppState { city: String }`";
    let what = "the keys of the state are the fields of a struct";
    match &item.data {
        Data::Enum(data) => return errors.at(data.enum_token, what, help),
        Data::Union(data) => return errors.at(data.union_token, what, help),
        Data::Struct(data) => match &data.fields {
            Fields::Unnamed(fields) => {
                let what = "a field without a name names no key";
                return errors.at(fields, what, help);
            }
            fields if fields.is_empty() => {
                return errors.at(&item.ident, "this struct names no keys", help);
            }
            _ => {}
        },
    }
    if let Some(param) = item.generics.params.first() {
        let what = "a struct of state keys takes no parameters: each key has one type";
        errors.at(param, what, "write the types out");
    }
}

fn scope(key: &Key, errors: &mut Errors) {
    let mut scopes = key.args.scopes();
    let Some((first, _)) = scopes.next() else {
        return;
    };
    for (other, path) in scopes {
        let what = format!("this key has two scopes, `{first}` and `{other}`");
        errors.at(path, what, "keep one of the two");
    }
}

fn value(key: &Key, errors: &mut Errors) {
    let help =
        "name an owned type, such as `String` or `Vec<…>`; the key can be set to a reference";
    if let Some(reference) = first_reference(&key.ty) {
        let what = "a reference cannot be read back from the state";
        errors.at(reference, what, help);
    } else if key.is_lent() {
        errors.at(
            &key.ty,
            "a state key owns its value, and this type can only be borrowed",
            help,
        );
    }
}

/// Whether it can be a key; complains if not.
fn name(key: &Key, errors: &mut Errors) -> bool {
    let other = "choose another key";
    let bare = &*key.bare;
    if is_key(bare) && !bare.starts_with(RESERVED) {
        return true;
    }
    if is_key(bare) {
        let what = format!("keys that start with `{RESERVED}` are reserved for `adk` itself");
        errors.at(key.token(), what, other);
    } else if let Some((scope, rest)) = scoped(bare) {
        let what = format!("a key is written without its scope: this is `{rest}` of `{scope}`");
        let help = if key.field == rest {
            format!("write `#[state({scope})]`")
        } else {
            format!("write `#[state({scope}, key = \"{rest}\")]`")
        };
        errors.at(key.token(), what, help);
    } else {
        let what = format!(
            "`{bare}` cannot be a key: one starts with a letter or `_`, and has only letters, digits and `_`"
        );
        errors.at(key.token(), what, other);
    }
    false
}

/// A key with the prefix of its scope, taken apart.
fn scoped(text: &str) -> Option<(&str, &str)> {
    let (scope, rest) = text.split_once(':')?;
    (matches!(scope, "app" | "user" | "temp") && is_key(rest)).then_some((scope, rest))
}

/// What an instruction takes for a key, in braces and without its scope.
fn is_key(bare: &str) -> bool {
    let start = |letter: char| letter.is_alphabetic() || letter == '_';
    bare.starts_with(start)
        && bare
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_')
}
