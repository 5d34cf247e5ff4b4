//! The keys in an attribute's brackets: `name = "…"`, `blocking`, `one_of("a", "b")`.
//!
//! Each room says which keys it knows and takes them one by one. Unknown and repeated keys
//! and values of a wrong form are all complained of, in our words.

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, ExprLit, Lit, LitStr, Meta, Token};

use super::errors::Errors;
use super::names::{closest, listed};

/// The keys that nobody took yet.
#[derive(Debug)]
pub(crate) struct Keys {
    owner: &'static str,
    metas: Vec<Meta>,
    /// Known keys that unknown ones were probably meant to be.
    meant: Vec<String>,
}

impl Keys {
    /// Reads the tokens between the brackets of `owner`, such as `#[tool]`.
    pub(crate) fn read(
        owner: &'static str,
        known: &[&str],
        tokens: TokenStream,
        errors: &mut Errors,
    ) -> Self {
        let (mut metas, mut meant) = (Vec::<Meta>::new(), Vec::new());
        for meta in parse(tokens, errors) {
            let key = key_of(&meta);
            if metas.iter().any(|earlier| key_of(earlier) == key) {
                let what = format!("`{key}` is given twice");
                errors.at(meta.path(), what, "keep one of the two");
            } else if known.contains(&&*key) {
                metas.push(meta);
            } else {
                let what = format!("`{key}` is no key of `{owner}`");
                errors.at(meta.path(), what, suggestion(&key, known));
                meant.extend(closest(&key, known).map(str::to_owned));
            }
        }
        Self {
            owner,
            metas,
            meant,
        }
    }

    /// Whether the key is there or was misspelt: then nobody need say that it is missing.
    pub(crate) fn mentions(&self, key: &str) -> bool {
        self.metas.iter().any(|meta| key_of(meta) == key)
            || self.meant.iter().any(|meant| meant == key)
    }

    /// Takes a key whose form the caller looks at.
    pub(crate) fn take(&mut self, key: &str) -> Option<Meta> {
        let index = self.metas.iter().position(|meta| key_of(meta) == key)?;
        Some(self.metas.remove(index))
    }

    /// Takes a key that stands alone.
    pub(crate) fn flag(&mut self, key: &str, errors: &mut Errors) -> Option<syn::Path> {
        match self.take(key)? {
            Meta::Path(path) => Some(path),
            other => {
                let what = format!("`{key}` of `{}` takes no value", self.owner);
                errors.at(&other, what, format!("write `{key}`"));
                None
            }
        }
    }

    /// Takes `key = EXPR`.
    pub(crate) fn expr(&mut self, key: &str, errors: &mut Errors) -> Option<Expr> {
        match self.take(key)? {
            Meta::NameValue(pair) => Some(pair.value),
            other => {
                let what = format!("`{key}` of `{}` needs a value", self.owner);
                errors.at(&other, what, format!("write `{key} = …`"));
                None
            }
        }
    }

    /// Takes `key = "text"`.
    pub(crate) fn text(&mut self, key: &str, errors: &mut Errors) -> Option<LitStr> {
        let expr = self.expr(key, errors)?;
        let text = literal_text(&expr).cloned();
        if text.is_none() {
            let what = format!("`{key}` of `{}` is a text in quotes", self.owner);
            errors.at(&expr, what, format!("write `{key} = \"…\"`"));
        }
        text
    }

    /// Takes `key = some::path`.
    pub(crate) fn path(&mut self, key: &str, errors: &mut Errors) -> Option<syn::Path> {
        match self.expr(key, errors)? {
            Expr::Path(path) if path.qself.is_none() => Some(path.path),
            other => {
                let what = format!("`{key}` of `{}` is a path", self.owner);
                errors.at(&other, what, format!("write `{key} = path::to::it`"));
                None
            }
        }
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

/// Every key up to the first that is no key at all.
fn parse(tokens: TokenStream, errors: &mut Errors) -> Vec<Meta> {
    let mut metas = Vec::new();
    let all = |input: ParseStream<'_>| {
        while !input.is_empty() {
            metas.push(input.parse()?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    if let Err(error) = all.parse2(tokens) {
        errors.push(error);
    }
    metas
}

fn key_of(meta: &Meta) -> String {
    let segments = meta.path().segments.iter();
    let segments: Vec<_> = segments.map(|segment| segment.ident.to_string()).collect();
    segments.join("::")
}

fn suggestion(key: &str, known: &[&str]) -> String {
    match closest(key, known) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("the keys are {}", listed(known)),
    }
}
