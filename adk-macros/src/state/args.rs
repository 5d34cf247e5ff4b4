//! What stands in the brackets of `#[state(…)]`, of a field or of the struct.

use darling::FromMeta;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, LitStr, Meta, Path};

use crate::shared::errors::Errors;
use crate::shared::keys::{self, Keys};

/// The keys of `#[state]`.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(super) struct StateArgs {
    #[darling(with = keys::flag)]
    app: Option<Path>,
    #[darling(with = keys::flag)]
    user: Option<Path>,
    #[darling(with = keys::flag)]
    temp: Option<Path>,
    #[darling(with = keys::flag)]
    session: Option<Path>,
    #[darling(with = keys::text)]
    pub(super) key: Option<LitStr>,
    #[darling(with = keys::path, rename = "crate")]
    pub(super) crate_path: Option<Path>,
}

impl Keys for StateArgs {
    const OWNER: &'static str = "#[state]";
    const OF_TEXT: &'static str = "key";
    const KNOWN: &'static [&'static str] = &["app", "user", "temp", "session", "key", "crate"];
}

impl StateArgs {
    /// Reads all `#[state(…)]` among these.
    pub(super) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut all = TokenStream::new();
        for attribute in attrs.iter().filter(|it| it.path().is_ident("state")) {
            match &attribute.meta {
                Meta::List(list) if !list.tokens.is_empty() => {
                    all.extend(list.tokens.clone());
                    all.extend((!ends_in_comma(&list.tokens)).then(|| quote!(,)));
                }
                _ => {
                    let help = "write a scope, as `#[state(user)]`, or take it away";
                    errors.at(attribute, "this attribute says nothing", help);
                }
            }
        }
        Self::read_keys(all, errors).0
    }

    /// The scopes that are given, by name.
    pub(super) fn scopes(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let all = [
            ("app", &self.app),
            ("user", &self.user),
            ("temp", &self.temp),
            ("session", &self.session),
        ];
        let given = all.into_iter();
        given.filter_map(|(name, path)| Some((name, path.as_ref()?)))
    }

    /// What can only be said of a field.
    pub(super) fn of_field(&self) -> impl Iterator<Item = &dyn ToTokens> {
        let scopes = self.scopes().map(|(_, path)| path as &dyn ToTokens);
        scopes.chain(self.key.iter().map(|key| key as &dyn ToTokens))
    }
}

fn ends_in_comma(tokens: &TokenStream) -> bool {
    let last = tokens.clone().into_iter().last();
    matches!(last, Some(TokenTree::Punct(mark)) if mark.as_char() == ',')
}
