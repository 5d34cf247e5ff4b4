//! Complaints, gathered: all of an item's are told at once.

use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::block::Block;
use super::function::Function;

/// Every complaint about one item so far.
#[derive(Debug, Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    /// Complains about `tokens`: what is wrong in one sentence, and what to do about it.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, what: impl Display, help: impl Display) {
        self.push(syn::Error::new_spanned(
            tokens,
            format!("{what}\nhelp: {help}"),
        ));
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    /// The complaint about an item that `keyword` does not begin, or else the parser's own,
    /// with the item as it is.
    pub(crate) fn unread(
        mut self,
        error: syn::Error,
        item: &TokenStream,
        keyword: &str,
        (what, help): (&str, &str),
    ) -> TokenStream {
        let words = item.clone().into_iter().filter_map(|token| match token {
            TokenTree::Ident(word) => Some(word),
            _ => None,
        });
        let words: Vec<_> = words.collect();
        if words.iter().any(|word| word == keyword) {
            self.push(error);
        } else {
            self.at(words.first(), what, help);
        }
        let complaints = self.finish();
        quote!(#complaints #item)
    }

    /// The complaints as code that does not compile; nothing when there are none.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        let all = self.0.into_iter().reduce(|mut all, error| {
            all.combine(error);
            all
        });
        all.map(|all| all.to_compile_error())
    }
}

/// Runs a macro. Should it panic, the item is given back as rustc takes it, with word that
/// the fault is ours.
pub(crate) fn guarded(
    attribute: &str,
    item: TokenStream,
    expand: impl FnOnce(&TokenStream) -> TokenStream,
) -> TokenStream {
    let expanded = catch_unwind(AssertUnwindSafe(|| expand(&item)));
    expanded.unwrap_or_else(|payload| {
        let complaint = own_panic(attribute, &*payload);
        let item = as_rustc_takes_it(item.clone()).unwrap_or(item);
        quote!(#complaint #item)
    })
}

fn as_rustc_takes_it(item: TokenStream) -> Option<TokenStream> {
    if let Ok(function) = syn::parse2::<Function>(item.clone()) {
        return Some(function.as_rustc_takes_it().into_token_stream());
    }
    let block = syn::parse2::<Block>(item).ok()?;
    Some(block.as_rustc_takes_it().into_token_stream())
}

fn own_panic(attribute: &str, payload: &(dyn Any + Send)) -> TokenStream {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no text");
    let message = format!(
        "`{attribute}` panicked: {text}\nhelp: this is a bug of `adk`; please report it with the item"
    );
    syn::Error::new(Span::call_site(), message).to_compile_error()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_ours_leaves_the_item() {
        let item = quote!(
            fn f(#[arg(x)] a: u8) {}
        );
        let expanded = guarded("#[tool]", item, |_| panic!("oh"));
        let expanded = expanded.to_string();
        assert!(expanded.contains("`#[tool]` panicked: oh"), "{expanded}");
        assert!(expanded.ends_with("fn f (a : u8) { }"), "{expanded}");
    }

    #[test]
    fn a_block_loses_what_rustc_refuses_on_its_tools() {
        let item = quote!(
            impl A {
                #[tool]
                fn f(&self, #[arg(x)] a: u8) {}
                fn g(#[other] a: u8) {}
            }
        );
        let expanded = guarded("#[toolset]", item, |_| panic!("oh")).to_string();
        let block = "impl A { fn f (& self , a : u8) { } fn g (# [other] a : u8) { } }";
        assert!(expanded.ends_with(block), "{expanded}");
    }
}
