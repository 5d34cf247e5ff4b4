//! One call: decode, call, encode.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ReturnType;

use super::{arguments, beside, local, owned_type};
use crate::shared::respan::{at, ours, respanned};
use crate::tool::model::{Param, Passing, Source, Tool};

/// One call: decode, call, encode.
pub(super) fn call(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    let (private, name) = (ours!(#adk::__private), name(tool));
    let (method_params, decode) = (method_params(tool), decode(tool));
    let given = tool.params.iter().filter_map(|param| given(tool, param));
    let run = match (&tool.function.sig.asyncness, &tool.args.blocking) {
        (Some(_), _) => run_async(tool),
        (None, Some(_)) => run_blocking(tool),
        (None, None) => run_streaming(tool),
    };
    let output = output_span(tool);
    let finish = quote_spanned!(output=> (&&&#private::Delivered::of(&returned)).kind().finish);
    let encoded =
        quote_spanned!(output=> (&#private::Returned::of(&returned)).kind().encode(returned));
    let failed = quote_spanned!(output=> (&#private::Failed::of(&error)).kind().tool_error(error));
    let passed = quote_spanned! {output=> (
        ctx,
        returned,
        |returned| match #encoded {
            ::core::result::Result::Ok(encoded) => encoded,
            ::core::result::Result::Err(error) => ::core::result::Result::Err(#failed),
        },
        |error| #failed,
    )};
    let body = ours! {
        #decode
        #(#given)*
        // What came back is gone before the await: it need not be `Send`.
        let finished = {
            #run
            #finish #passed
        };
        ::core::result::Result::Ok(#private::Written::answer(finished.await?, no_result))
    };
    // A future that is not `Send` is complained of at the function's name.
    let here = at(&tool.function.sig.ident);
    let caught = respanned(quote!(#private::caught), here);
    let answer = quote_spanned!(here=> #caught(#name, async move { #body }));
    ours! {
        fn __adk_call<'a>(
            #method_params
            ctx: &'a #adk::ToolContext,
            args: &'a #adk::Json,
            no_result: #private::NoResult,
        ) -> #private::BoxFuture<
            'a,
            ::core::result::Result<#adk::Json, #adk::ToolError>,
        > {
            #answer
        }
    }
}

/// What the tool is called where a panic is told of; a method's toolset may prefix it.
fn name(tool: &Tool) -> TokenStream {
    let (adk, name) = (&tool.crate_path, &tool.name);
    if tool.is_method() {
        ours!(#adk::__private::Signature::name(signature))
    } else {
        ours!(#name)
    }
}

/// What a method is given beside the context.
pub(super) fn method_params(tool: &Tool) -> Option<TokenStream> {
    let adk = &tool.crate_path;
    tool.is_method().then(|| {
        ours! {
            this: &'a ::std::sync::Arc<Self>,
            signature: &'a #adk::__private::Signature,
        }
    })
}

/// The arguments, each in its local.
pub(super) fn decode(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    let locals = arguments(tool).map(local);
    let bind = beside(tool, "__adk_bind");
    let signature = if tool.is_method() {
        ours!(signature)
    } else {
        ours!(__adk_signature())
    };
    ours! {
        let (#(#locals,)*) = #adk::__private::Signature::decode(#signature, args, #bind)?;
    }
}

/// A parameter that does not come from the model.
pub(super) fn given(tool: &Tool, param: &Param) -> Option<TokenStream> {
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
    let (callee, passed) = (callee(tool), all_passed(tool));
    let call = quote_spanned!(at(&tool.function.sig.ident)=> #callee(#(#passed),*));
    ours!(let returned = #call.await;)
}

/// A function that makes a stream need not be `async`.
fn run_streaming(tool: &Tool) -> TokenStream {
    let (callee, passed) = (callee(tool), all_passed(tool));
    ours!(let returned = #callee(#(#passed),*);)
}

fn run_blocking(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    let (callee, passed) = (callee(tool), all_passed(tool));
    let has_context = tool
        .params
        .iter()
        .any(|param| param.source == Source::Context);
    let moved = [
        has_context.then(|| ours!(ctx)),
        has_receiver(tool).then(|| ours!(this)),
    ];
    let moved: Vec<_> = moved.into_iter().flatten().collect();
    ours! {
        let returned = {
            #(let #moved = ::core::clone::Clone::clone(#moved);)*
            #adk::__private::blocking(move || {
                #(let #moved = &#moved;)*
                #callee(#(#passed),*)
            })
            .await?
        };
    }
}

fn has_receiver(tool: &Tool) -> bool {
    tool.function.sig.receiver().is_some()
}

fn callee(tool: &Tool) -> TokenStream {
    let ident = &tool.function.sig.ident;
    if tool.is_method() {
        quote_spanned!(at(ident)=> Self::#ident)
    } else {
        ident.to_token_stream()
    }
}

fn all_passed(tool: &Tool) -> Vec<TokenStream> {
    let receiver = has_receiver(tool).then(|| ours!(this));
    let params = tool.params.iter().map(|param| lent(tool, param));
    receiver.into_iter().chain(params).collect()
}

/// A parameter as the function takes it.
pub(super) fn lent(tool: &Tool, param: &Param) -> TokenStream {
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

fn output_span(tool: &Tool) -> Span {
    match &tool.function.sig.output {
        ReturnType::Default => at(&tool.function.sig.ident),
        ReturnType::Type(_, ty) => at(ty),
    }
}
