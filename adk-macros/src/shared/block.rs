//! An `impl` block as far as a macro reads it. Its functions' bodies and all that is not a
//! function stay tokens, so that an editor works on in what does not parse at the moment.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Generics, Ident, Lifetime, Token, Type, braced, token};

use super::attributes::{self, is_tool};
use super::function::Function;

/// The annotated block.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub(crate) attrs: Vec<Attribute>,
    unsafety: Option<Token![unsafe]>,
    pub(crate) generics: Generics,
    /// The trait, where the block implements one, with its `!`.
    pub(crate) of_trait: Option<TokenStream>,
    pub(crate) ty: Type,
    inner: Vec<Attribute>,
    pub(crate) items: Vec<Item>,
}

#[derive(Debug, Clone)]
pub(crate) enum Item {
    Function(Box<Function>),
    Other(TokenStream),
}

impl Parse for Block {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let unsafety = input.parse()?;
        input.parse::<Token![impl]>()?;
        let mut generics = if starts_generics(input) {
            input.parse()?
        } else {
            Generics::default()
        };
        let negative = input.parse::<Option<Token![!]>>()?;
        let mut ty: Type = input.parse()?;
        let mut of_trait = None;
        if input.parse::<Option<Token![for]>>()?.is_some() {
            of_trait = Some(quote!(#negative #ty));
            ty = input.parse()?;
        }
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        let inner = content.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        Ok(Self {
            attrs,
            unsafety,
            generics,
            of_trait,
            ty,
            inner,
            items,
        })
    }
}

/// Whether parameters follow `impl`, and not a type that begins with `<`.
fn starts_generics(input: ParseStream<'_>) -> bool {
    let is_named = input.peek2(Ident::peek_any) || input.peek2(Lifetime);
    let is_listed = input.peek3(Token![:])
        || input.peek3(Token![,])
        || input.peek3(Token![>])
        || input.peek3(Token![=]);
    input.peek(Token![<])
        && (input.peek2(Token![>])
            || input.peek2(Token![#])
            || input.peek2(Token![const])
            || (is_named && is_listed))
}

impl Parse for Item {
    /// What is not a function ends with a `;`, or with braces that are not a value's.
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        if let Ok(function) = ahead.parse() {
            input.advance_to(&ahead);
            return Ok(Self::Function(Box::new(function)));
        }
        let (mut tokens, mut is_value) = (TokenStream::new(), false);
        while !input.is_empty() {
            let token: TokenTree = input.parse()?;
            let is_end = match &token {
                TokenTree::Punct(punct) => punct.as_char() == ';',
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !is_value,
                TokenTree::Ident(word) => {
                    is_value = (is_value || word == "const" || word == "type") && word != "fn";
                    false
                }
                TokenTree::Literal(_) => false,
            };
            tokens.extend([token]);
            if is_end && !input.peek(token::Semi) {
                break;
            }
        }
        Ok(Self::Other(tokens))
    }
}

impl Block {
    /// The block without attributes that a macro understands, on methods and on parameters.
    pub(crate) fn as_rustc_takes_it(&self) -> Self {
        let mut block = self.clone();
        for item in &mut block.items {
            if let Item::Function(function) = item {
                let count = function.attrs.len();
                function.attrs.retain(|attribute| !is_tool(attribute));
                if function.attrs.len() < count {
                    **function = function.as_rustc_takes_it();
                }
            }
        }
        block
    }

    /// The same block with other insides.
    pub(crate) fn with_items(&self, items: Vec<Item>) -> Self {
        Self {
            items,
            ..self.clone()
        }
    }

    /// The attributes that go for everything made of the block.
    pub(crate) fn shared_attributes(&self) -> Vec<&Attribute> {
        attributes::shared(&self.attrs)
    }
}

impl ToTokens for Block {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self {
            attrs,
            unsafety,
            generics,
            of_trait,
            ty,
            inner,
            items,
        } = self;
        let of_trait = of_trait.iter();
        let bounds = &generics.where_clause;
        tokens.extend(quote! {
            #(#attrs)* #unsafety impl #generics #(#of_trait for)* #ty #bounds { #(#inner)* #(#items)* }
        });
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Function(function) => function.to_tokens(tokens),
            Self::Other(other) => other.to_tokens(tokens),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(tokens: &TokenStream) -> String {
        tokens.to_string().replace(' ', "")
    }

    fn written(item: &TokenStream) -> (usize, String) {
        let block: Block = syn::parse2(item.clone()).expect("the block parses");
        let functions = block.items.iter();
        let functions = functions.filter(|item| matches!(item, Item::Function(_)));
        (functions.count(), plain(&block.to_token_stream()))
    }

    #[test]
    fn what_is_not_a_function_stays_as_it_is() {
        let item = quote! {
            #[doc = "Orders."]
            impl<S: Store, const N: usize> Orders<S, N> where S: Clone {
                #![allow(dead_code)]
                pub const LIMIT: Limit = Limit { most: 3 };
                const fn most() -> u8 { 3 }
                accessors! { number }
                accessors!(name);
                type Item = [u8; { 3 }];
                async fn unfinished(&self) { self. }
                pub(crate) fn last(self: &Self) where S: Copy {}
            }
        };
        assert_eq!(written(&item), (3, plain(&item)));
    }

    #[test]
    fn a_trait_and_a_type_in_angle_brackets_are_told_apart() {
        for item in [
            quote!(impl !Send for Orders {}),
            quote!(
                impl<T> From<T> for <T as Into<u8>>::X {
                    fn f() {}
                }
            ),
            quote!(unsafe impl <Orders as Own>::Type { fn f() {} }),
        ] {
            assert_eq!(written(&item).1, plain(&item));
        }
    }
}
