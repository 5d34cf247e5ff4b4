//! The code of a tool that is right: quotes only.

mod bind;
mod call;
mod checks;
mod confirm;
mod field;
mod items;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

pub(crate) use checks::bound_checks;

use super::model::{Param, Passing, Source, Tool};
use crate::shared::attributes::{allowed_beside_function, allowed_of_function};
use crate::shared::respan::{at, ours};

/// The function, the struct beside it, and what connects the two.
pub(super) fn code(tool: &Tool) -> TokenStream {
    let function = tool.function.as_rustc_takes_it();
    let shared = tool.function.shared_attributes();
    let (adk, vis, ident) = (&tool.crate_path, &function.vis, &function.sig.ident);
    let doc = format!(
        "The tool `{}`, made of the function of this name.",
        tool.name
    );
    let parts = [
        items::items(tool),
        items::signature(tool),
        bind::bind(tool),
        call::call(tool),
        bound_checks(tool),
    ];
    let confirm = confirm::confirm(tool);
    let warnings = warnings(tool);
    let (of_function, beside_function) = (allowed_of_function(), allowed_beside_function());
    quote! {
        #of_function
        #function

        #(#shared)*
        #[doc = #doc]
        #[allow(non_camel_case_types, dead_code)]
        #vis struct #ident {}

        #(#shared)*
        #beside_function
        const _: () = {
            use #adk::__private::traits::*;

            #(#parts)*
            #confirm
        };

        #(#warnings)*
    }
}

/// What `__private::Method` asks of a method.
pub(crate) fn method_items(tool: &Tool) -> TokenStream {
    let (adk, settings) = (&tool.crate_path, items::settings(tool));
    let settings = (!settings.is_empty()).then(|| {
        ours! {
            fn __adk_settings(
                tool: #adk::tool::FunctionTool,
                this: &::std::sync::Arc<Self>,
            ) -> #adk::tool::FunctionTool {
                #settings
                tool
            }
        }
    });
    let (signature, bind, call) = (items::signature(tool), bind::bind(tool), call::call(tool));
    let confirm = confirm::confirm(tool);
    ours!(#bind #signature #call #confirm #settings)
}

/// The type that stands for a method where traits are asked for it.
pub(crate) fn marker(tool: &Tool) -> Ident {
    let ident = &tool.function.sig.ident;
    format_ident!("__adk_{}", ident.unraw(), span = at(ident))
}

/// The path of what is made of the function beside it.
fn beside(tool: &Tool, item: &str) -> TokenStream {
    let item = Ident::new(item, Span::mixed_site());
    if !tool.is_method() {
        return item.to_token_stream();
    }
    let (adk, marker) = (&tool.crate_path, marker(tool));
    ours!(<Self as #adk::__private::Method<#marker>>::#item)
}

/// The parameters that come from the model, in the function's order.
fn arguments(tool: &Tool) -> impl Iterator<Item = &Param> {
    let is_argument = |param: &&Param| matches!(param.source, Source::Argument | Source::Flattened);
    tool.params.iter().filter(is_argument)
}

/// What the call owns of a parameter.
fn owned_type(tool: &Tool, param: &Param) -> TokenStream {
    let (adk, ty) = (&tool.crate_path, &param.ty);
    let owned = quote_spanned!(ty.span()=> <#ty as #adk::__private::Lend>::Owned);
    match param.passing {
        Passing::Value => ty.to_token_stream(),
        Passing::Borrow => owned,
        Passing::BorrowInside => quote_spanned!(ty.span()=> ::core::option::Option<#owned>),
    }
}

/// The local of a parameter; its own name could be the function's too.
fn local(param: &Param) -> Ident {
    let ident = param.ident.as_ref();
    let name = ident.map_or_else(String::new, |ident| ident.unraw().to_string());
    let at = ident.map_or_else(Span::call_site, Ident::span);
    format_ident!("arg_{}", name, span = Span::mixed_site().located_at(at))
}

/// A warning on each parameter that the model is told nothing of.
pub(crate) fn warnings(tool: &Tool) -> impl Iterator<Item = TokenStream> {
    let shared = tool.function.shared_attributes();
    let silent = |param: &&Param| {
        param.is_named()
            && tool.args.input_schema.is_none()
            && param.keys.undocumented.is_none()
            && param.docs.computed.is_none()
            && param.field.description().is_none()
            && tool.description_of(param).is_empty()
    };
    tool.params.iter().filter(silent).filter_map(move |param| {
        let ident = param.ident.as_ref()?;
        let note = "the model is told nothing of this parameter\nhelp: put a `///` comment on it, or `#[arg(undocumented)]` if its name says all";
        Some(quote_spanned! {ident.span()=>
            #(#shared)*
            const _: () = {
                #[deprecated(note = #note)]
                macro_rules! #ident { () => {} }
                #ident! {}
            };
        })
    })
}
