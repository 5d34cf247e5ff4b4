//! A function as far as a macro reads it. Its body stays tokens, so that an editor works
//! on in a body that does not parse at the moment.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Signature, Visibility};

use super::attributes::{self, OF_PARAMETERS, is_macro, is_one_of};
use super::errors::Errors;

/// The annotated function.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) body: TokenStream,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let sig = input.parse()?;
        let lookahead = input.lookahead1();
        // Of a body that is not there rustc complains in any case.
        if !lookahead.peek(syn::token::Brace) && !lookahead.peek(syn::Token![;]) {
            return Err(lookahead.error());
        }
        let body = input.parse::<TokenTree>()?.into_token_stream();
        Ok(Self {
            attrs,
            vis,
            sig,
            body,
        })
    }
}

impl Function {
    /// The function without what rustc refuses on parameters: docs, and attributes that a
    /// macro understands.
    pub(crate) fn as_rustc_takes_it(&self) -> Self {
        let mut function = self.clone();
        for input in &mut function.sig.inputs {
            let attrs = match input {
                FnArg::Receiver(receiver) => &mut receiver.attrs,
                FnArg::Typed(typed) => &mut typed.attrs,
            };
            attrs.retain(|attribute| is_one_of(attribute, &OF_PARAMETERS));
        }
        function
    }

    /// Takes out, with a complaint, each attribute that would make another thing of the
    /// function: both would stand under one name.
    pub(crate) fn refuse_another_macro(&mut self, errors: &mut Errors) {
        self.attrs.retain(|attribute| {
            if is_macro(attribute) {
                let what = "a function is either a tool or an agent, not both";
                errors.at(attribute, what, "take one of the two attributes away");
            }
            !is_macro(attribute)
        });
    }

    /// The attributes that go for everything made of the function.
    pub(crate) fn shared_attributes(&self) -> Vec<&Attribute> {
        attributes::shared(&self.attrs)
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self {
            attrs,
            vis,
            sig,
            body,
        } = self;
        tokens.extend(quote!(#(#attrs)* #vis #sig #body));
    }
}
