//! The tool's items, and its declaration.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ReturnType};

use super::{beside, confirm, owned_type};
use crate::shared::keys::literal_text;
use crate::shared::respan::{at, ours, respanned};
use crate::tool::args::milliseconds;
use crate::tool::model::{Source, Tool};
use crate::tool::stream;

/// What the author's code sees of the tool.
pub(super) fn items(tool: &Tool) -> TokenStream {
    let (vis, ident, adk) = (
        &tool.function.vis,
        &tool.function.sig.ident,
        &tool.crate_path,
    );
    let name = &tool.name;
    let made = ours!(#adk::__private::function_tool(__adk_signature(), __adk_bind, __adk_call));
    let tool = set(&ours!(tool), &made, &settings(tool));
    ours! {
        impl #ident {
            /// The name that the model calls.
            #vis const NAME: &'static ::core::primitive::str = #name;

            /// What the model is told.
            #[must_use]
            #vis fn declaration() -> &'static ::std::sync::Arc<#adk::content::FunctionDeclaration> {
                #adk::__private::Signature::declaration(__adk_signature())
            }

            /// The tool, to give to an agent.
            #[must_use]
            #vis fn tool() -> #adk::tool::FunctionTool {
                #tool
            }
        }

        #[automatically_derived]
        impl #adk::__private::MadeTool for #ident {
            const NAME: &'static ::core::primitive::str = #name;

            fn add_to(list: &mut #adk::tool::ToolList) {
                #adk::tool::ToolList::push(list, Self::tool());
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Debug for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Formatter::write_str(f, #name)
            }
        }
    }
}

/// The value, put into the local for what is set of it.
fn set(local: &TokenStream, value: &TokenStream, settings: &TokenStream) -> TokenStream {
    if settings.is_empty() {
        return value.clone();
    }
    ours! {
        let #local = #value;
        #settings
        #local
    }
}

/// What makes the tool more than its function; nothing for most.
pub(super) fn settings(tool: &Tool) -> TokenStream {
    let (adk, args) = (&tool.crate_path, &tool.args);
    let timeout = args.timeout.as_ref().map(|limit| {
        let limit = duration(limit);
        ours!(let tool = #adk::tool::FunctionTool::timeout(tool, #limit);)
    });
    let retries = args
        .retries
        .as_ref()
        .map(|times| ours!(let tool = #adk::tool::FunctionTool::retries(tool, #times);));
    let hints = [&args.read_only, &args.destructive, &args.idempotent];
    let hints: Vec<_> = hints.into_iter().flatten().collect();
    let hinted = (!hints.is_empty()).then(|| {
        let set = hints
            .iter()
            .map(|hint| ours!(let hints = #adk::tool::Hints::#hint(hints);));
        ours! {
            let hints = #adk::tool::Hints::new();
            #(#set)*
            let tool = #adk::tool::FunctionTool::hinted(tool, hints);
        }
    });
    let needs = needs(tool);
    let confirm = confirm::setting(tool);
    ours!(#timeout #retries #hinted #needs #confirm)
}

/// What the parameters that the context gives need of the application.
fn needs(tool: &Tool) -> Option<TokenStream> {
    let adk = &tool.crate_path;
    let injected = tool.params.iter();
    let injected = injected.filter(|param| param.source == Source::Injected);
    let types: Vec<_> = injected.map(|param| owned_type(tool, param)).collect();
    let needing = ours!(#adk::__private::needing);
    (!types.is_empty()).then(
        || ours!(let tool = #needing(tool, [#(<#types as #adk::tool::FromToolContext>::needs),*]);),
    )
}

fn duration(limit: &Expr) -> TokenStream {
    match literal_text(limit).and_then(|text| milliseconds(&text.value())) {
        Some(milliseconds) => ours!(::core::time::Duration::from_millis(#milliseconds)),
        None => limit.to_token_stream(),
    }
}

/// The declaration: built at its first use, or once for each value of a toolset, since a
/// `static` would be shared by all instances of a generic one.
pub(super) fn signature(tool: &Tool) -> TokenStream {
    let (adk, built) = (&tool.crate_path, built_signature(tool));
    if tool.is_method() {
        return ours! {
            fn __adk_signature() -> #adk::__private::Signature {
                #built
            }
        };
    }
    ours! {
        fn __adk_signature() -> &'static #adk::__private::Signature {
            static SIGNATURE: #adk::__private::OnceLock<#adk::__private::Signature> =
                #adk::__private::OnceLock::new();
            #adk::__private::OnceLock::get_or_init(&SIGNATURE, || { #built })
        }
    }
}

fn built_signature(tool: &Tool) -> TokenStream {
    let (adk, name, bind) = (&tool.crate_path, &tool.name, beside(tool, "__adk_bind"));
    let description = description(tool);
    let output = output_schema(tool);
    let input = tool.args.input_schema.as_ref().map(|schema| {
        let set = respanned(quote!(#adk::__private::Signature::input), at(schema));
        let signature = ours!(signature);
        quote_spanned!(at(schema)=> let #signature = #set(#signature, #schema);)
    });
    let exact = tool
        .args
        .exact
        .as_ref()
        .map(|_| ours!(let signature = #adk::__private::Signature::exact(signature);));
    let long_running = tool
        .args
        .long_running
        .as_ref()
        .map(|_| ours!(let signature = #adk::__private::Signature::long_running(signature);));
    let new = ours!(#adk::__private::Signature::new(#name, #description, #bind, #output));
    set(&ours!(signature), &new, &ours!(#input #exact #long_running))
}

/// A literal is right by now; what only the compiler can read is checked by it.
fn description(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    let text = &tool.docs.text;
    let computed = match &tool.args.description {
        Some(given) => given,
        None if !text.is_empty() => return ours!(#text),
        None => match &tool.docs.computed {
            Some(computed) => computed,
            None => return ours!(""),
        },
    };
    if let Some(text) = literal_text(computed) {
        return ours!(#text);
    }
    let check = if tool.args.long_running.is_some() {
        quote!(#adk::__private::check_long_running_description)
    } else {
        quote!(#adk::__private::check_description)
    };
    let check = respanned(check, at(computed));
    if tool.needs_its_impl(computed) {
        return quote_spanned! {at(computed)=> const {
            let text: &::core::primitive::str = #computed;
            #check(text);
            text
        }};
    }
    quote_spanned! {at(computed)=> {
        const TEXT: &::core::primitive::str = #computed;
        const _: () = #check(TEXT);
        TEXT
    }}
}

/// What the author wrote, or what the type says.
fn output_schema(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    if let Some(schema) = &tool.args.output_schema {
        let told = respanned(quote!(#adk::__private::output_schema), at(schema));
        return quote_spanned!(at(schema)=> #told(#schema));
    }
    let output = match &tool.function.sig.output {
        ReturnType::Default => ours!(()),
        returned @ ReturnType::Type(_, ty) => stream::hidden_item(returned)
            .unwrap_or(ty)
            .to_token_stream(),
    };
    ours!((&&&&(&&&#adk::__private::OutputOf::<#output>::new()).item()).schema())
}
