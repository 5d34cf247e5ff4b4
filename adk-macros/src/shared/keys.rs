//! The keys in an attribute's brackets: `name = "…"`, `blocking`, `one_of("a", "b")`.
//!
//! A room's struct of keys derives `FromMeta`, and each field is read by a function from
//! here. Unknown and repeated keys and values of a wrong form are all complained of, in our
//! words, and left out, so that the others are still read.

use darling::ast::NestedMeta;
use darling::util::path_to_string;
use darling::{Error, FromMeta, Result};
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, ExprArray, ExprLit, Ident, Lit, LitStr, Meta, MetaNameValue, Path, Token, Type};

use super::errors::Errors;
use super::names::{closest, is_tool_name, listed};

/// A struct of keys.
pub(crate) trait Keys: FromMeta + Default {
    /// The attribute, such as `#[tool]`.
    const OWNER: &'static str;
    /// The keys, as people are told of them.
    const KNOWN: &'static [&'static str];
    /// What people look for among the keys, and where it is instead.
    const ELSEWHERE: &'static [(&'static str, &'static str)] = &[];
    /// The key that a text without one was likely meant for.
    const OF_TEXT: &'static str;

    /// Whether the value of this key is a type.
    fn takes_type(key: &str) -> bool {
        let _ = key;
        false
    }

    /// Reads the tokens between the brackets; also says which keys are there or were
    /// misspelt, since nobody need say that those are missing.
    fn read_keys(tokens: TokenStream, errors: &mut Errors) -> (Self, Vec<String>) {
        let (mut given, mut meant, mut items) = (Vec::new(), Vec::new(), Vec::new());
        for meta in parse::<Self>(tokens, errors) {
            let key = path_to_string(meta.path());
            if given.contains(&key) {
                let what = format!("`{key}` is given twice");
                errors.at(meta.path(), what, "keep one of the two");
            } else if Self::KNOWN.contains(&&*key) {
                let item = [NestedMeta::Meta(meta)];
                match Self::from_list(&item) {
                    Ok(_) => items.extend(item),
                    Err(error) => refuse::<Self>(&key, &item[0], error, errors),
                }
                given.push(key);
            } else {
                let what = format!("`{}` has no key `{key}`", Self::OWNER);
                errors.at(meta.path(), what, suggestion::<Self>(&key));
                meant.extend(closest(&key, Self::KNOWN).map(str::to_owned));
            }
        }
        given.extend(meant);
        // Each item was read by itself before: together they have no errors.
        (Self::from_list(&items).unwrap_or_default(), given)
    }
}

/// Complains of a value, or of the whole key where it has none. darling's own span is one
/// token's.
fn refuse<K: Keys>(key: &str, item: &NestedMeta, error: Error, errors: &mut Errors) {
    let text = syn::Error::from(error);
    let what = format!("`{key}` of `{}` {text}", K::OWNER);
    errors.push(match item {
        NestedMeta::Meta(Meta::NameValue(pair)) => syn::Error::new_spanned(&pair.value, what),
        other => syn::Error::new_spanned(other, what),
    });
}

/// A fault of a key, to stand behind its name, and the form that is right.
pub(crate) fn wrong<T>(meta: &Meta, what: &str, form: &str) -> Result<T> {
    let key = path_to_string(meta.path());
    let text = format!("{what}\nhelp: write `{key}{form}`");
    Err(Error::custom(text).with_span(meta))
}

/// A key that stands alone.
pub(crate) fn flag(meta: &Meta) -> Result<Option<Path>> {
    match meta {
        Meta::Path(path) => Ok(Some(path.clone())),
        _ => wrong(meta, "takes no value", ""),
    }
}

/// `key = EXPR`.
pub(crate) fn expr(meta: &Meta) -> Result<Option<Expr>> {
    match meta {
        Meta::NameValue(pair) => Ok(Some(pair.value.clone())),
        _ => wrong(meta, "needs a value", " = …"),
    }
}

/// `key = "text"`.
pub(crate) fn text(meta: &Meta) -> Result<Option<LitStr>> {
    match expr(meta)?.as_ref().and_then(literal_text) {
        Some(text) => Ok(Some(text.clone())),
        None => wrong(meta, "is a text in quotes", " = \"…\""),
    }
}

/// `key = some::path`.
pub(crate) fn path(meta: &Meta) -> Result<Option<Path>> {
    match expr(meta)? {
        Some(Expr::Path(path)) if path.qself.is_none() => Ok(Some(path.path)),
        _ => wrong(meta, "is a path", " = path::to::it"),
    }
}

const OWNED: &str = "is a type that owns what it holds";

/// `key = Type`, of a key that [takes one](Keys::takes_type).
pub(crate) fn ty(meta: &Meta, example: &str) -> Result<Option<Type>> {
    let given = expr(meta)?;
    if let Some(Expr::Verbatim(tokens)) = given {
        return match syn::parse2(tokens)? {
            ty if is_owned(&ty) => Ok(Some(ty)),
            Type::Reference(lent) if is_owned(&lent.elem) => {
                let owned = match lent.elem.to_token_stream().to_string() {
                    text if text == "str" => "String".to_owned(),
                    other => other,
                };
                wrong(meta, OWNED, &format!(" = {owned}"))
            }
            _ => wrong(meta, OWNED, &format!(" = {example}")),
        };
    }
    let named = given.as_ref().and_then(literal_text).map(LitStr::value);
    let named = named.filter(|name| syn::parse_str::<Type>(name).is_ok());
    let form = format!(" = {}", named.as_deref().unwrap_or(example));
    wrong(meta, "is a type", &form)
}

fn is_owned(ty: &Type) -> bool {
    match ty {
        Type::Path(_) | Type::Macro(_) => true,
        Type::Tuple(tuple) => tuple.elems.iter().all(is_owned),
        Type::Array(array) => is_owned(&array.elem),
        Type::Group(group) => is_owned(&group.elem),
        Type::Paren(paren) => is_owned(&paren.elem),
        _ => false,
    }
}

/// `key = [one, two]`; `form` shows what stands behind the key.
pub(crate) fn array(meta: &Meta, form: &str) -> Result<Option<ExprArray>> {
    let what = "is a list in brackets";
    if let Meta::List(list) = meta {
        return wrong(meta, what, &format!(" = [{}]", list.tokens));
    }
    match expr(meta)? {
        Some(Expr::Array(array)) => Ok(Some(array)),
        _ => wrong(meta, what, form),
    }
}

/// The text of a literal; the macro cannot look into other expressions.
pub(crate) fn literal_text(expr: &Expr) -> Option<&LitStr> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        Expr::Group(group) => literal_text(&group.expr),
        _ => None,
    }
}

/// Every key up to the first that cannot be read. A value alone is complained of, and what
/// follows it is read.
fn parse<K: Keys>(tokens: TokenStream, errors: &mut Errors) -> Vec<Meta> {
    let mut metas = Vec::new();
    let all = |input: ParseStream<'_>| {
        while !input.is_empty() {
            match input.parse::<Option<Lit>>()? {
                Some(value) => keyless::<K>(&value, errors),
                None => metas.push(meta::<K>(input)?),
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    let last = tokens.clone().into_iter().last();
    if let Err(error) = all.parse2(tokens) {
        match last {
            // syn shows the end of what it reads as the whole attribute.
            Some(last) if error.to_string().starts_with("unexpected end of input") => {
                let help = "finish it, or take the key away";
                errors.at(last, "something is missing behind this", help);
            }
            _ => errors.push(error),
        }
    }
    metas
}

/// A key and what stands behind it; `loop` is a key too, though no path can begin with it. What
/// stands behind a misspelt key is read as behind the one that was meant.
fn meta<K: Keys>(input: ParseStream<'_>) -> syn::Result<Meta> {
    let key = input.fork().parse::<Ident>().map(|key| key.to_string());
    let takes_type = key.is_ok_and(|key| closest(&key, K::KNOWN).is_some_and(K::takes_type));
    if !input.peek(Token![loop]) && !takes_type {
        return input.parse();
    }
    let path = Path::from(input.call(Ident::parse_any)?);
    if !input.peek(Token![=]) {
        return Ok(Meta::Path(path));
    }
    Ok(Meta::NameValue(MetaNameValue {
        path,
        eq_token: input.parse()?,
        value: if takes_type {
            type_or_expr(input)?
        } else {
            input.parse()?
        },
    }))
}

/// A type as it stands; an expression where it is none.
fn type_or_expr(input: ParseStream<'_>) -> syn::Result<Expr> {
    let ahead = input.fork();
    match ahead.parse::<Type>() {
        Ok(ty) if ahead.is_empty() || ahead.peek(Token![,]) => {
            input.advance_to(&ahead);
            Ok(Expr::Verbatim(ty.into_token_stream()))
        }
        _ => input.parse(),
    }
}

fn keyless<K: Keys>(value: &Lit, errors: &mut Errors) {
    let help = match value {
        Lit::Str(text) => {
            let is_prose = !is_tool_name(&text.value()) && K::KNOWN.contains(&"description");
            let key = if is_prose { "description" } else { K::OF_TEXT };
            format!("write `{key} = {}`", text.token())
        }
        _ => "write it as `key = value`".to_owned(),
    };
    errors.at(value, "this value has no key", help);
}

fn suggestion<K: Keys>(key: &str) -> String {
    let mut elsewhere = K::ELSEWHERE.iter();
    if let Some((_, place)) = elsewhere.find(|(looked_for, _)| *looked_for == key) {
        return (*place).to_owned();
    }
    match closest(key, K::KNOWN) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("the keys are {}", listed(K::KNOWN)),
    }
}
