//! A function as far as a macro reads it. Its body stays tokens, so that an editor works
//! on in a body that does not parse at the moment.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Signature, Visibility};

use super::errors::Errors;

/// The attributes that rustc takes on a parameter.
pub(crate) const PARAMETER_ATTRIBUTES: [&str; 6] =
    ["allow", "cfg", "deny", "expect", "forbid", "warn"];

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
        if !lookahead.peek(syn::token::Brace) {
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
            attrs.retain(|attribute| {
                PARAMETER_ATTRIBUTES
                    .iter()
                    .any(|name| attribute.path().is_ident(name))
            });
        }
        function
    }

    /// Takes out, with a complaint, each attribute that would make another thing of the
    /// function: both would stand under one name.
    pub(crate) fn refuse_another_macro(&mut self, errors: &mut Errors) {
        self.attrs.retain(|attribute| {
            let last = attribute.path().segments.last();
            let is_ours = last.is_some_and(|last| {
                let ours = ["tool", "toolset", "agent"];
                ours.iter().any(|name| last.ident == name)
            });
            if is_ours {
                let what = "a function is made into one thing";
                errors.at(attribute, what, "take one of the two attributes away");
            }
            !is_ours
        });
    }

    /// The attributes that go for everything made of the function: `cfg`, and what allows
    /// a lint. An `expect` stays with the function alone, since it must be met once.
    pub(crate) fn shared_attributes(&self) -> Vec<&Attribute> {
        let shared = ["cfg", "allow"];
        let attrs = self.attrs.iter();
        attrs
            .filter(|attribute| shared.iter().any(|name| attribute.path().is_ident(name)))
            .collect()
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
