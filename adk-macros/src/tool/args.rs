//! What stands in the brackets: of `#[tool(…)]`, and of `#[arg(…)]` on a parameter.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, LitStr, Meta, Path};

use crate::shared::errors::Errors;
use crate::shared::keys::Keys;

const TOOL: [&str; 6] = [
    "name",
    "description",
    "timeout",
    "blocking",
    "exact",
    "crate",
];
const ARG: [&str; 11] = [
    "description",
    "default",
    "rename",
    "min",
    "max",
    "min_len",
    "max_len",
    "one_of",
    "flatten",
    "skip",
    "undocumented",
];

/// The keys of `#[tool]`.
#[derive(Debug, Default)]
pub(super) struct ToolArgs {
    pub(super) name: Option<LitStr>,
    pub(super) description: Option<Expr>,
    pub(super) mentions_description: bool,
    pub(super) timeout: Option<Expr>,
    pub(super) blocking: Option<Path>,
    pub(super) exact: Option<Path>,
    pub(super) crate_path: Option<Path>,
}

impl ToolArgs {
    pub(super) fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut keys = Keys::read("#[tool]", &TOOL, tokens, errors);
        Self {
            name: keys.text("name", errors),
            mentions_description: keys.mentions("description"),
            description: keys.expr("description", errors),
            timeout: keys.expr("timeout", errors),
            blocking: keys.flag("blocking", errors),
            exact: keys.flag("exact", errors),
            crate_path: keys.path("crate", errors),
        }
    }
}

/// The keys of `#[arg]`, and whether `#[inject]` stands beside it.
#[derive(Debug, Default)]
pub(super) struct ArgKeys {
    pub(super) description: Option<LitStr>,
    pub(super) default: Option<DefaultValue>,
    pub(super) rename: Option<LitStr>,
    /// Bounds with the JSON Schema keyword of each.
    pub(super) bounds: Vec<(&'static str, Expr)>,
    pub(super) one_of: Option<Vec<Expr>>,
    pub(super) flatten: Option<Path>,
    pub(super) skip: Option<Expr>,
    pub(super) undocumented: Option<Path>,
    pub(super) inject: Option<Path>,
    /// The attributes themselves, for complaints about the whole.
    pub(super) attributes: Vec<Attribute>,
}

/// Where a default comes from.
#[derive(Debug)]
pub(super) enum DefaultValue {
    /// The type's own.
    OfType(Path),
    Given(Expr),
}

impl ArgKeys {
    pub(super) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut tokens = TokenStream::new();
        let mut found = Self::default();
        for attribute in attrs {
            let is = |name: &str| attribute.path().is_ident(name);
            match &attribute.meta {
                Meta::List(list) if is("arg") => {
                    let inner = &list.tokens;
                    tokens.extend(quote!(#inner,));
                    found.attributes.push(attribute.clone());
                }
                Meta::Path(path) if is("inject") => {
                    found.inject = Some(path.clone());
                    found.attributes.push(attribute.clone());
                }
                _ if is("arg") || is("inject") => errors.at(
                    attribute,
                    "this is no form of the attribute",
                    "write `#[arg(…)]` with keys, or `#[inject]` without",
                ),
                _ => {}
            }
        }
        let mut keys = Keys::read("#[arg]", &ARG, tokens, errors);
        let bounds = [
            ("min", "minimum"),
            ("max", "maximum"),
            ("min_len", "minLength"),
            ("max_len", "maxLength"),
        ];
        for (key, keyword) in bounds {
            let bound = keys.expr(key, errors).map(|bound| (keyword, bound));
            found.bounds.extend(bound);
        }
        Self {
            description: keys.text("description", errors),
            default: default_value(&mut keys, errors),
            rename: keys.text("rename", errors),
            one_of: one_of(&mut keys, errors),
            flatten: keys.flag("flatten", errors),
            skip: keys.expr("skip", errors),
            undocumented: keys.flag("undocumented", errors),
            ..found
        }
    }
}

fn default_value(keys: &mut Keys, errors: &mut Errors) -> Option<DefaultValue> {
    match keys.take("default")? {
        Meta::Path(path) => Some(DefaultValue::OfType(path)),
        Meta::NameValue(pair) => Some(DefaultValue::Given(pair.value)),
        list @ Meta::List(_) => {
            let what = "`default` of `#[arg]` is a flag or has one value";
            errors.at(list, what, "write `default` or `default = …`");
            None
        }
    }
}

fn one_of(keys: &mut Keys, errors: &mut Errors) -> Option<Vec<Expr>> {
    let meta = keys.take("one_of")?;
    let values = meta.require_list().and_then(|list| {
        list.parse_args_with(syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated)
    });
    match values {
        Ok(values) if !values.is_empty() => Some(values.into_iter().collect()),
        Ok(_) | Err(_) => {
            let what = "`one_of` of `#[arg]` lists the values that are allowed";
            errors.at(meta, what, "write `one_of(\"a\", \"b\")`");
            None
        }
    }
}
