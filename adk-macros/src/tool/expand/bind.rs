//! Every parameter, named once: to be described, or decoded.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::{arguments, field, local, owned_type};
use crate::shared::keys::literal_text;
use crate::shared::respan::{ours, respanned};
use crate::tool::args::DefaultValue;
use crate::tool::model::{Param, Passing, Source, Tool, last_name, only_argument};
use crate::tool::rules;

/// Names every parameter once, to be described or decoded.
pub(super) fn bind(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    let arguments: Vec<&Param> = arguments(tool).collect();
    let types = arguments.iter().map(|param| owned_type(tool, param));
    let locals: Vec<_> = arguments.iter().map(|param| local(param)).collect();
    // Flattened ones take what the named ones leave.
    let (named, flattened): (Vec<_>, Vec<_>) = arguments.iter().partition(|param| param.is_named());
    let decoded: Vec<&&Param> = named.into_iter().chain(flattened).collect();
    let takes = decoded.iter().map(|param| take(tool, param));
    let order = order(tool, &arguments, &decoded);
    let all = ours!((#(#types,)*));
    let (told, all) = if tool.is_method() {
        (Some(ours!(type Arguments = #all;)), ours!(Self::Arguments))
    } else {
        (None, all)
    };
    ours! {
        #told

        fn __adk_bind(
            params: &mut #adk::__private::Params<'_>,
        ) -> #adk::__private::Bound<#all> {
            #order
            #(#takes)*
            ::core::result::Result::Ok((#(#locals?,)*))
        }
    }
}

/// Where those that are decoded stand in the source, if that is another order.
fn order(tool: &Tool, arguments: &[&Param], decoded: &[&&Param]) -> Option<TokenStream> {
    let place = |param: &&&Param| {
        let is_it = |other: &&Param| std::ptr::eq(*other, **param);
        arguments.iter().position(is_it).unwrap_or_default()
    };
    let places: Vec<usize> = decoded.iter().map(place).collect();
    let adk = &tool.crate_path;
    (!places.is_sorted())
        .then(|| ours!(#adk::__private::Params::describe_as(params, &[#(#places),*]);))
}

fn take(tool: &Tool, param: &Param) -> TokenStream {
    let adk = &tool.crate_path;
    let (local, owned) = (local(param), owned_type(tool, param));
    let private = ours!(#adk::__private);
    if param.source == Source::Flattened {
        return ours!(let #local = #private::Params::flatten::<#owned>(params););
    }
    let (name, text) = (&param.name, tool.description_of(param));
    let text = (!text.is_empty()).then(|| text.to_token_stream());
    let described = param.docs.computed.as_ref().map(ToTokens::to_token_stream);
    let described = described
        .or(text)
        .map(|text| ours!(let param = #private::Param::describe(param, #text);));
    let rules = Some(rules::json(&param.keys)).filter(|rules| !rules.is_empty());
    let bounded = rules.map(|rules| ours!(let param = #private::Param::rules(param, #rules);));
    let taken = if param.field.is_empty() {
        taken(tool, param)
    } else {
        field::taken(tool, param)
    };
    ours! {
        let #local = {
            let param = #private::Param::new(#name);
            #described
            #bounded
            #taken
        };
    }
}

fn taken(tool: &Tool, param: &Param) -> TokenStream {
    let (adk, owned) = (&tool.crate_path, owned_type(tool, param));
    let private = ours!(#adk::__private);
    let as_text = param.keys.as_string.is_some();
    if let Some(default) = &param.keys.default {
        let default = default_of(tool, param, default);
        let take = if as_text {
            ours!(take_text_or)
        } else {
            ours!(take_or)
        };
        return ours! {
            #private::Params::#take::<#owned>(
                params,
                &param,
                || -> #owned { #default },
                (&#private::Shown::<#owned>::new()).show(),
            )
        };
    }
    match only_argument(&param.ty, "Option") {
        Some(inner) if as_text => {
            ours!(#private::Params::take_text_option::<#inner>(params, &param))
        }
        _ if as_text => ours!(#private::Params::take_text::<#owned>(params, &param)),
        _ => ours!(#private::Params::take::<#owned>(params, &param)),
    }
}

/// The default as a value of the type that is decoded.
pub(super) fn default_of(tool: &Tool, param: &Param, default: &DefaultValue) -> TokenStream {
    let expr = match default {
        DefaultValue::OfType(path) => {
            return quote_spanned!(path.span()=> ::core::default::Default::default());
        }
        DefaultValue::Given(expr) => expr,
    };
    let unsized_type = match &param.ty {
        Type::Slice(_) => true,
        ty => last_name(ty).is_some_and(|name| name == "str" || name == "Path"),
    };
    match literal_text(expr) {
        Some(text) => {
            let adk = &tool.crate_path;
            let made = respanned(quote!(#adk::__private::text_default), text.span());
            quote_spanned!(text.span()=> #made(#text))
        }
        None if unsized_type && param.passing == Passing::Borrow => {
            let ty = &param.ty;
            quote_spanned!(expr.span()=> <#ty as ::std::borrow::ToOwned>::to_owned(#expr))
        }
        None => expr.to_token_stream(),
    }
}
