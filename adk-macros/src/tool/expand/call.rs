//! One call: decode, call, encode.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ReturnType;

use super::{arguments, at, local, ours, owned_type};
use crate::shared::respan::respanned;
use crate::tool::model::{Param, Passing, Source, Tool};

/// One call: decode, call, encode.
pub(super) fn call(tool: &Tool) -> TokenStream {
    let adk = &tool.crate_path;
    let (private, name) = (ours!(#adk::__private), &tool.name);
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
    let output = output_span(tool);
    let encoded =
        quote_spanned!(output=> (&#private::Returned::of(&returned)).kind().encode(returned));
    let failed = quote_spanned!(output=> (&#private::Failed::of(&error)).kind().tool_error(error));
    let body = ours! {
        use #private::{AnyFailed as _, AnyReturned as _, CausedFailed as _};
        #decode
        #(#given)*
        #run
        match #encoded {
            ::core::result::Result::Ok(encoded) => encoded.json(),
            ::core::result::Result::Err(error) => ::core::result::Result::Err(#failed),
        }
    };
    // A future that is not `Send` is complained of at the function's name.
    let here = at(&tool.function.sig.ident);
    let caught = respanned(quote!(#private::caught), here);
    let answer = quote_spanned!(here=> #caught(#name, async move { #body }));
    ours! {
        fn __adk_call<'a>(
            ctx: &'a #adk::ToolContext,
            args: &'a #adk::Json,
        ) -> #private::BoxFuture<
            'a,
            ::core::result::Result<#adk::Json, #adk::ToolError>,
        > {
            #answer
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
    let ident = &tool.function.sig.ident;
    let passed = tool.params.iter().map(|param| passed(tool, param));
    let call = quote_spanned!(at(ident)=> #ident(#(#passed),*));
    ours!(let returned = #call.await;)
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

fn output_span(tool: &Tool) -> Span {
    match &tool.function.sig.output {
        ReturnType::Default => at(&tool.function.sig.ident),
        ReturnType::Type(_, ty) => at(ty),
    }
}
