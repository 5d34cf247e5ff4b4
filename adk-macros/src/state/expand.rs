//! The code of a struct of keys: quotes only.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::model::{Declared, Key};
use crate::shared::attributes::{allowed_beside_function, is_one_of};
use crate::shared::respan::{at, ours, respanned};

/// The constants, the trait, and what looks at the fields.
pub(super) fn code(declared: &Declared) -> TokenStream {
    let (items, checks) = (items(declared, &declared.keys), checks(declared));
    quote!(#items #checks)
}

/// What a struct that has errors leaves of itself, so that one mistake does not cause others
/// where its keys are used.
pub(super) fn stand_in(complaints: &TokenStream, declared: &Declared) -> TokenStream {
    let mut seen = HashSet::new();
    let keys = declared.keys.iter().filter(|key| !key.is_lent());
    let items = items(declared, keys.filter(|key| seen.insert(&key.constant)));
    quote!(#complaints #items)
}

fn items<'a>(declared: &Declared, keys: impl IntoIterator<Item = &'a Key>) -> TokenStream {
    let (adk, ident) = (&declared.crate_path, &declared.item.ident);
    let allowed = allowed_beside_function();
    let (generics, parameters, bounds) = declared.item.generics.split_for_impl();
    let (constants, names): (Vec<_>, Vec<_>) = keys
        .into_iter()
        .map(|key| (constant(declared, key), &key.name))
        .unzip();
    ours! {
        #[automatically_derived]
        #allowed
        impl #generics #ident #parameters #bounds {
            #(#constants)*
        }

        #[automatically_derived]
        impl #generics #adk::session::StateKeys for #ident #parameters #bounds {
            const KEYS: &'static [&'static ::core::primitive::str] = &[#(#names),*];
        }
    }
}

fn constant(declared: &Declared, key: &Key) -> TokenStream {
    let adk = &declared.crate_path;
    let (vis, ty, constant, name) = (&key.vis, &key.ty, &key.constant, &key.name);
    let said = key.attrs.iter();
    let said = said.filter(|it| is_one_of(it, &["doc", "deprecated"]));
    let doc = format!(" The key `{name}` of the state.");
    ours! {
        #(#said)*
        #[doc = ""]
        #[doc = #doc]
        #vis const #constant: #adk::session::StateKey<#ty> =
            #adk::session::StateKey::new(#name);
    }
}

/// Asks of each type whether it can be a value. It also reads the fields, which nobody else does:
/// the struct is a declaration, and need not be made.
fn checks(declared: &Declared) -> TokenStream {
    let (adk, ident) = (&declared.crate_path, &declared.item.ident);
    let checks = declared.keys.iter().map(|key| {
        let (field, span) = (&key.field, at(&key.ty));
        let of = ours!(#adk::__private::Kept::of(&keys.#field));
        let check = respanned(quote!(check), span);
        ours!((&#of).#check();)
    });
    let allowed = allowed_beside_function();
    ours! {
        #allowed
        const _: fn(&#ident) = |keys| {
            use #adk::__private::traits::*;
            #(#checks)*
        };
    }
}
