//! The code of a tool that is right: quotes only.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, ReturnType, Type};

use super::OWN;
use super::args::DefaultValue;
use super::model::{Param, Passing, Source, Tool};
use super::rules;
use super::validate::milliseconds;
use crate::shared::keys::literal_text;

/// Quotes with names that the author's expressions do not see.
macro_rules! ours {
    ($($tokens:tt)*) => {
        quote_spanned!(Span::mixed_site()=> $($tokens)*)
    };
}

/// The function, the struct beside it, and what connects the two.
pub(super) fn code(tool: &Tool) -> TokenStream {
    let function = tool.function.without_macro_attributes(&OWN);
    let shared = tool.function.shared_attributes();
    let (vis, ident) = (&function.vis, &function.sig.ident);
    let doc = format!(
        "The tool `{}`, made of the function of this name.",
        tool.name
    );
    let parts = [items(tool), signature(tool), bind(tool), call(tool)];
    let warnings = warnings(tool);
    quote! {
        #[allow(
            clippy::unused_async,
            clippy::missing_const_for_fn,
            clippy::needless_pass_by_value,
            clippy::trivially_copy_pass_by_ref
        )]
        #function

        #(#shared)*
        #[doc = #doc]
        #[allow(non_camel_case_types, dead_code)]
        #vis struct #ident {}

        #(#shared)*
        #[allow(
            deprecated,
            dead_code,
            unused_qualifications,
            unused_variables,
            clippy::pedantic,
            clippy::nursery
        )]
        const _: () = {
            #(#parts)*
        };

        #(#warnings)*
    }
}

/// What the author's code sees of the tool.
fn items(tool: &Tool) -> TokenStream {
    let (vis, ident, adk) = (
        &tool.function.vis,
        &tool.function.sig.ident,
        &tool.crate_path,
    );
    let name = &tool.name;
    let timeout = tool.args.timeout.as_ref().map(|limit| {
        let limit = duration(limit);
        ours!(let tool = #adk::tool::FunctionTool::timeout(tool, #limit);)
    });
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
                let tool = #adk::__private::function_tool(__adk_signature(), __adk_call);
                #timeout
                tool
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

fn duration(limit: &Expr) -> TokenStream {
    match literal_text(limit).and_then(|text| milliseconds(&text.value())) {
        Some(milliseconds) => ours!(::core::time::Duration::from_millis(#milliseconds)),
        None => limit.to_token_stream(),
    }
}

/// The declaration, built at its first use.
fn signature(tool: &Tool) -> TokenStream {
    let (adk, name) = (&tool.crate_path, &tool.name);
    let description = description(tool);
    let output = output_type(tool);
    let exact = tool
        .args
        .exact
        .as_ref()
        .map(|_| ours!(let signature = #adk::__private::Signature::exact(signature);));
    ours! {
        fn __adk_signature() -> &'static #adk::__private::Signature {
            static SIGNATURE: #adk::__private::OnceLock<#adk::__private::Signature> =
                #adk::__private::OnceLock::new();
            #adk::__private::OnceLock::get_or_init(&SIGNATURE, || {
                use #adk::__private::{
                    ResultSchema as _, ResultWithoutSchema as _, ValueSchema as _,
                    ValueWithoutSchema as _,
                };
                let output = (&&&&#adk::__private::OutputOf::<#output>::new()).schema();
                let signature = #adk::__private::Signature::new(
                    #name, #description, __adk_bind, output,
                );
                #exact
                signature
            })
        }
    }
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
    quote_spanned! {computed.span()=> {
        const TEXT: &::core::primitive::str = #computed;
        const _: () = #adk::__private::check_description(TEXT);
        TEXT
    }}
}

fn output_type(tool: &Tool) -> TokenStream {
    match &tool.function.sig.output {
        ReturnType::Default => ours!(()),
        ReturnType::Type(_, ty) => ty.to_token_stream(),
    }
}

/// Names every parameter once, to be described or decoded.
fn bind(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    let arguments: Vec<&Param> = arguments(tool).collect();
    let types = arguments.iter().map(|param| owned_type(tool, param));
    let locals: Vec<_> = arguments.iter().map(|param| local(param)).collect();
    // Flattened ones take what the named ones leave.
    let (named, flattened): (Vec<_>, Vec<_>) = arguments.iter().partition(|param| param.is_named());
    let takes = named
        .into_iter()
        .chain(flattened)
        .map(|param| take(tool, param));
    ours! {
        fn __adk_bind(
            params: &mut #adk::__private::Params<'_>,
        ) -> #adk::__private::Bound<(#(#types,)*)> {
            #(#takes)*
            ::core::result::Result::Ok((#(#locals?,)*))
        }
    }
}

fn take(tool: &Tool, param: &Param) -> TokenStream {
    let adk = &tool.crate_path;
    let (local, owned) = (local(param), owned_type(tool, param));
    let private = ours!(#adk::__private);
    if param.source == Source::Flattened {
        return ours!(let #local = #private::Params::flatten::<#owned>(params););
    }
    let (name, description) = (&param.name, tool.description_of(param));
    let described = (!description.is_empty())
        .then(|| ours!(let param = #private::Param::describe(param, #description);));
    let rules = Some(rules::json(&param.keys)).filter(|rules| !rules.is_empty());
    let bounded = rules.map(|rules| ours!(let param = #private::Param::rules(param, #rules);));
    let taken = match param
        .keys
        .default
        .as_ref()
        .map(|default| default_of(param, default))
    {
        None => ours!(#private::Params::take::<#owned>(params, &param)),
        Some(default) => ours! {{
            use #private::{HiddenDefault as _, ShownDefault as _};
            #private::Params::take_or::<#owned>(
                params,
                &param,
                || -> #owned { #default },
                (&#private::Shown::<#owned>::new()).show(),
            )
        }},
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

/// The default as a value of the type that is decoded.
fn default_of(param: &Param, default: &DefaultValue) -> TokenStream {
    let expr = match default {
        DefaultValue::OfType(path) => {
            return quote_spanned!(path.span()=> ::core::default::Default::default());
        }
        DefaultValue::Given(expr) => expr,
    };
    let unsized_type = match &param.ty {
        Type::Slice(_) => true,
        ty => super::model::last_name(ty).is_some_and(|name| name == "str" || name == "Path"),
    };
    match literal_text(expr) {
        Some(text) => quote_spanned!(text.span()=> ::core::convert::From::from(#text)),
        None if unsized_type && param.passing == Passing::Borrow => {
            quote_spanned!(expr.span()=> ::std::borrow::ToOwned::to_owned(#expr))
        }
        None => expr.to_token_stream(),
    }
}

/// One call: decode, call, encode.
fn call(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    let private = ours!(#adk::__private);
    let locals: Vec<_> = arguments(tool).map(local).collect();
    let decode = ours! {
        let (#(#locals,)*) =
            #private::Signature::decode(__adk_signature(), args, __adk_bind)?;
    };
    let given = tool.params.iter().filter_map(|param| given(tool, param));
    let run = if tool.args.blocking.is_some() {
        run_blocking(tool)
    } else {
        run_async(tool)
    };
    let at = output_span(tool);
    let encoded = quote_spanned!(at=> (&#private::Returned::of(&returned)).kind().encode(returned));
    let failed = quote_spanned!(at=> (&#private::Failed::of(&error)).kind().tool_error(error));
    ours! {
        fn __adk_call<'a>(
            ctx: &'a #adk::ToolContext,
            args: &'a #adk::Json,
        ) -> #private::BoxFuture<
            'a,
            ::core::result::Result<#adk::Json, #adk::ToolError>,
        > {
            ::std::boxed::Box::pin(async move {
                use #private::{AnyFailed as _, AnyReturned as _, CausedFailed as _};
                #decode
                #(#given)*
                #run
                match #encoded {
                    ::core::result::Result::Ok(encoded) => encoded.json(),
                    ::core::result::Result::Err(error) => ::core::result::Result::Err(#failed),
                }
            })
        }
    }
}

/// A parameter that does not come from the model.
fn given(tool: &Tool, param: &Param) -> Option<TokenStream> {
    let adk = &tool.crate_path;
    let (local, owned) = (local(param), owned_type(tool, param));
    match (param.source, &param.keys.skip) {
        (Source::Injected, _) => Some(ours! {
            let #local = <#owned as #adk::tool::FromToolContext>::from_tool_context(ctx)?;
        }),
        (Source::Skipped, Some(expr)) => Some(ours!(let #local: #owned = #expr;)),
        _ => None,
    }
}

fn run_async(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    let ident = &tool.function.sig.ident;
    let passed = tool.params.iter().map(|param| passed(tool, param));
    let at = Span::mixed_site().located_at(ident.span());
    let call = quote_spanned!(at=> #ident(#(#passed),*));
    let sent = quote_spanned!(at=> #adk::__private::assert_send(#call));
    ours!(let returned = #sent.await;)
}

fn run_blocking(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    let ident = &tool.function.sig.ident;
    let passed = tool.params.iter().map(|param| passed(tool, param));
    let has_context = tool
        .params
        .iter()
        .any(|param| param.source == Source::Context);
    let cloned = has_context.then(|| ours!(let ctx = ::core::clone::Clone::clone(ctx);));
    let lent = has_context.then(|| ours!(let ctx = &ctx;));
    ours! {
        let returned = {
            #cloned
            #adk::__private::blocking(move || {
                #lent
                #ident(#(#passed),*)
            })
            .await?
        };
    }
}

fn passed(tool: &Tool, param: &Param) -> TokenStream {
    let adk = &tool.crate_path;
    let (local, ty) = (local(param), &param.ty);
    let lend = ours!(<#ty as #adk::__private::Lend>::lend);
    match (param.source, param.passing) {
        (Source::Context, _) => ours!(ctx),
        (_, Passing::Value) => ours!(#local),
        (_, Passing::Borrow) => ours!(#lend(&#local)),
        (_, Passing::BorrowInside) => ours! {
            ::core::option::Option::map(::core::option::Option::as_ref(&#local), #lend)
        },
    }
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

fn output_span(tool: &Tool) -> Span {
    let at = match &tool.function.sig.output {
        ReturnType::Default => tool.function.sig.ident.span(),
        ReturnType::Type(_, ty) => ty.span(),
    };
    Span::mixed_site().located_at(at)
}

/// A warning on each parameter that the model is told nothing of.
fn warnings(tool: &Tool) -> impl Iterator<Item = TokenStream> {
    let shared = tool.function.shared_attributes();
    let silent = |param: &&Param| {
        param.is_named()
            && param.keys.undocumented.is_none()
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
