//! Tokens at another place: where a fault of what they call shall be shown.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

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
