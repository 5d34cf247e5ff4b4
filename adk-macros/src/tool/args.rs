//! What stands in the brackets: of `#[tool(…)]`, and of `#[arg(…)]` on a parameter.

use darling::FromMeta;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote_spanned;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, LitStr, Meta, Path, Token};

use super::confirm::{self, Confirm};
use super::rules::Bound;
use crate::shared::errors::Errors;
use crate::shared::keys::{self, Keys, wrong};

/// The keys of `#[tool]`.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(super) struct ToolArgs {
    #[darling(with = keys::text)]
    pub(super) name: Option<LitStr>,
    #[darling(with = keys::expr)]
    pub(super) description: Option<Expr>,
    #[darling(with = keys::expr)]
    pub(super) timeout: Option<Expr>,
    #[darling(with = keys::flag)]
    pub(super) blocking: Option<Path>,
    #[darling(with = keys::flag)]
    pub(super) long_running: Option<Path>,
    #[darling(with = keys::flag)]
    pub(super) exact: Option<Path>,
    #[darling(with = keys::flag)]
    pub(super) read_only: Option<Path>,
    #[darling(with = keys::flag)]
    pub(super) destructive: Option<Path>,
    #[darling(with = keys::flag)]
    pub(super) idempotent: Option<Path>,
    #[darling(with = keys::expr)]
    pub(super) retries: Option<Expr>,
    #[darling(with = confirm::read)]
    pub(super) confirm: Option<Confirm>,
    #[darling(with = keys::expr)]
    pub(super) input_schema: Option<Expr>,
    #[darling(with = keys::expr)]
    pub(super) output_schema: Option<Expr>,
    #[darling(with = keys::path, rename = "crate")]
    pub(super) crate_path: Option<Path>,
    #[darling(skip)]
    pub(super) mentions_description: bool,
}

impl Keys for ToolArgs {
    const OWNER: &'static str = "#[tool]";
    const OF_TEXT: &'static str = "name";
    const KNOWN: &'static [&'static str] = &[
        "name",
        "description",
        "timeout",
        "blocking",
        "long_running",
        "exact",
        "read_only",
        "destructive",
        "idempotent",
        "retries",
        "confirm",
        "input_schema",
        "output_schema",
        "crate",
    ];
}

impl ToolArgs {
    pub(super) fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let (mut args, mentioned) = Self::read_keys(tokens, errors);
        args.mentions_description = mentioned.iter().any(|key| key == "description");
        args
    }
}

/// The keys of `#[arg]`, and whether `#[inject]` stands beside it.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(super) struct ArgKeys {
    #[darling(with = keys::text)]
    pub(super) description: Option<LitStr>,
    #[darling(with = self::default_value)]
    pub(super) default: Option<DefaultValue>,
    #[darling(with = keys::text)]
    pub(super) rename: Option<LitStr>,
    #[darling(with = keys::expr)]
    min: Option<Expr>,
    #[darling(with = keys::expr)]
    max: Option<Expr>,
    #[darling(with = keys::expr)]
    min_len: Option<Expr>,
    #[darling(with = keys::expr)]
    max_len: Option<Expr>,
    #[darling(with = self::one_of)]
    pub(super) one_of: Option<Vec<Expr>>,
    #[darling(with = keys::text)]
    pub(super) pattern: Option<LitStr>,
    #[darling(with = keys::flag)]
    pub(super) as_string: Option<Path>,
    #[darling(with = keys::flag)]
    pub(super) flatten: Option<Path>,
    #[darling(with = keys::expr)]
    pub(super) skip: Option<Expr>,
    #[darling(with = keys::flag)]
    pub(super) undocumented: Option<Path>,
    #[darling(skip)]
    pub(super) inject: Option<Path>,
    /// The attributes themselves, for complaints about the whole.
    #[darling(skip)]
    pub(super) attributes: Vec<Attribute>,
}

impl Keys for ArgKeys {
    const OWNER: &'static str = "#[arg]";
    const OF_TEXT: &'static str = "description";
    const KNOWN: &'static [&'static str] = &[
        "description",
        "default",
        "rename",
        "min",
        "max",
        "min_len",
        "max_len",
        "one_of",
        "pattern",
        "as_string",
        "flatten",
        "skip",
        "undocumented",
    ];
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
        let (mut tokens, mut inject, mut attributes) = (TokenStream::new(), None, Vec::new());
        for attribute in attrs {
            let is = |name: &str| attribute.path().is_ident(name);
            match &attribute.meta {
                Meta::List(list) if is("arg") => {
                    separate(&mut tokens);
                    tokens.extend(list.tokens.clone());
                }
                Meta::Path(path) if is("inject") => inject = Some(path.clone()),
                _ if is("arg") || is("inject") => errors.at(
                    attribute,
                    "this attribute is not written like this",
                    "write `#[arg(…)]` with keys, or `#[inject]` without",
                ),
                _ => continue,
            }
            attributes.push(attribute.clone());
        }
        Self {
            inject,
            attributes,
            ..Self::read_keys(tokens, errors).0
        }
    }

    /// The bounds that are given, with the limit of each.
    pub(super) fn bounds(&self) -> impl Iterator<Item = (Bound, &Expr)> {
        let all = [
            (Bound::Min, self.min.as_ref()),
            (Bound::Max, self.max.as_ref()),
            (Bound::MinLen, self.min_len.as_ref()),
            (Bound::MaxLen, self.max_len.as_ref()),
        ];
        let given = all.into_iter();
        given.filter_map(|(bound, limit)| Some((bound, limit?)))
    }
}

/// A comma behind the keys of an attribute, when there are more in another.
fn separate(tokens: &mut TokenStream) {
    match tokens.clone().into_iter().last() {
        None => {}
        Some(TokenTree::Punct(last)) if last.as_char() == ',' => {}
        Some(last) => tokens.extend(quote_spanned!(last.span()=> ,)),
    }
}

fn default_value(meta: &Meta) -> darling::Result<Option<DefaultValue>> {
    match meta {
        Meta::Path(path) => Ok(Some(DefaultValue::OfType(path.clone()))),
        Meta::NameValue(pair) => Ok(Some(DefaultValue::Given(pair.value.clone()))),
        Meta::List(_) => wrong(meta, "has one value", " = …"),
    }
}

fn one_of(meta: &Meta) -> darling::Result<Option<Vec<Expr>>> {
    let list = meta.require_list();
    let values =
        list.and_then(|list| list.parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated));
    match values {
        Ok(values) if !values.is_empty() => Ok(Some(values.into_iter().collect())),
        Ok(_) | Err(_) => wrong(meta, "lists the values that are allowed", "(\"a\", \"b\")"),
    }
}

/// A length of time: `500ms`, `5s`, `2m`, `1h`.
pub(super) fn milliseconds(text: &str) -> Option<u64> {
    let digits = text.len()
        - text
            .trim_start_matches(|letter: char| letter.is_ascii_digit())
            .len();
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim() {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    let milliseconds = number.parse::<u64>().ok()?.checked_mul(factor)?;
    (milliseconds > 0).then_some(milliseconds)
}
