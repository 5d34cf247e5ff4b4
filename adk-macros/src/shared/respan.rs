//! Where generated tokens stand: out of sight of the author's names, and at the place where a
//! fault of what they call shall be shown.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;

/// Quotes with names that the author's expressions do not see.
macro_rules! ours {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

pub(crate) use ours;

/// Where the author wrote these, for what is ours.
pub(crate) fn at(tokens: &impl Spanned) -> Span {
    Span::mixed_site().located_at(tokens.span())
}

/// The same tokens, all at `at`.
pub(crate) fn respanned(tokens: TokenStream, at: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|token| {
        let mut token = match token {
            TokenTree::Group(group) => {
                let inner = respanned(group.stream(), at);
                TokenTree::Group(Group::new(group.delimiter(), inner))
            }
            token => token,
        };
        token.set_span(match &token {
            // It means the crate of the macro that wrote it, wherever it is shown.
            TokenTree::Ident(ident) if ident == "$crate" => ident.span().located_at(at),
            _ => at,
        });
        token
    });
    moved.collect()
}
