//! Whether a person is asked before a call: decode, ask the author's function or closure.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprClosure, Ident, Pat, ReturnType, Type, parse_quote};

use super::call::{decode, given, lent, method_params};
use super::{arguments, local, marker};
use crate::shared::respan::{at, ours, respanned};
use crate::tool::confirm::{Confirm, Meaning, name_of_argument, name_of_pattern};
use crate::tool::model::{Param, Passing, Source, Tool, last_name};

/// Puts the gate before the tool.
pub(super) fn setting(tool: &Tool) -> Option<TokenStream> {
    let adk = &tool.crate_path;
    let confirm = tool.args.confirm.as_ref()?;
    Some(match confirm {
        Confirm::Always => ours!(let tool = #adk::tool::FunctionTool::confirm(tool, "");),
        Confirm::Hint(text) => {
            ours!(let tool = #adk::tool::FunctionTool::confirm(tool, #text);)
        }
        _ if tool.is_method() => {
            let marker = marker(tool);
            ours!(let tool = #adk::__private::confirming_method::<Self, #marker>(tool, this);)
        }
        _ => ours!(let tool = #adk::__private::confirming(tool, __adk_confirm);),
    })
}

/// What asks the author's function or closure.
pub(super) fn confirm(tool: &Tool) -> Option<TokenStream> {
    let adk = &tool.crate_path;
    let private = ours!(#adk::__private);
    let (before, asked, at) = decider(tool, tool.args.confirm.as_ref()?)?;
    let (method_params, decode) = (method_params(tool), decode(tool));
    let named = tool.params.iter().filter(|param| is_named(tool, param));
    let given = named.filter_map(|param| given(tool, param));
    let decided = respanned(
        ours! {
            (&#private::Answer::of(&answer)).kind().then(answer, |answer| {
                ::core::result::Result::map_err(#private::Decision::decision(answer), |error| {
                    (&#private::Failed::of(&error)).kind().tool_error(error)
                })
            })
        },
        at,
    );
    let body = ours! {
        #decode
        #(#given)*
        #before
        // Gone before the await: an error need not be `Send`.
        let decided = {
            let answer = #asked;
            #decided
        };
        decided.await
    };
    // A future that is not `Send` is complained of here.
    let pinned = respanned(quote!(::std::boxed::Box::pin), at);
    let answer = quote_spanned!(at=> #pinned(async move { #body }));
    Some(ours! {
        fn __adk_confirm<'a>(
            #method_params
            ctx: &'a #adk::ToolContext,
            args: &'a #adk::Json,
        ) -> #private::BoxFuture<
            'a,
            ::core::result::Result<::core::primitive::bool, #adk::ToolError>,
        > {
            #answer
        }
    })
}

/// What comes before, what asks, and where its faults are shown.
fn decider(tool: &Tool, confirm: &Confirm) -> Option<(TokenStream, TokenStream, Span)> {
    let asked = |function: TokenStream, passed: Vec<TokenStream>, at: Span| {
        let passed = quote_spanned!(at=> (#(#passed),*));
        quote!(#function #passed)
    };
    match confirm {
        Confirm::Always | Confirm::Hint(_) | Confirm::Unclear(_) => None,
        Confirm::All(path) => {
            let at = at(path);
            let all = arguments(tool).map(|param| lent_at(tool, param, at));
            let asked = asked(path.to_token_stream(), all.collect(), at);
            Some((TokenStream::new(), asked, at))
        }
        Confirm::Named(path, names) => {
            let at = at(path);
            let names = names.iter().filter_map(name_of_argument);
            let passed = names.filter_map(|name| passed(tool, name));
            let asked = asked(path.to_token_stream(), passed.collect(), at);
            Some((TokenStream::new(), asked, at))
        }
        Confirm::Closure(closure) => {
            let at = at(&closure.body);
            let names = closure.inputs.iter().filter_map(name_of_pattern);
            let passed = names.filter_map(|(name, _)| passed(tool, name));
            let typed = typed(tool, closure);
            let decide = quote_spanned!(at=> decide);
            let asked = asked(decide.clone(), passed.collect(), at);
            // A local of its own, since the future of an async closure borrows the closure.
            Some((ours!(let #decide = #typed;), asked, at))
        }
    }
}

/// The closure with a type on each parameter, and on what it returns where that is not
/// written yet.
fn typed(tool: &Tool, closure: &ExprClosure) -> ExprClosure {
    let mut closure = closure.clone();
    if matches!(closure.output, ReturnType::Default) && never_returns(&closure.body) {
        let body = &closure.body;
        closure.body = parse_quote!({ #body });
        let answer = Type::Verbatim(ours!(::core::primitive::bool));
        closure.output = parse_quote!(-> #answer);
    }
    for input in &mut closure.inputs {
        let Some((name, None)) = name_of_pattern(input) else {
            continue;
        };
        let Some(ty) = tool.meaning_of(name).map(|named| type_of(tool, named)) else {
            continue;
        };
        // The parameter's own type stays where it is, so that one that is not there is
        // complained of once.
        let ty = Type::Verbatim(ty);
        let pat = Box::new(input.clone());
        *input = Pat::Type(syn::PatType {
            attrs: Vec::new(),
            pat,
            colon_token: syn::Token![:](name.span()),
            ty: Box::new(ty),
        });
    }
    closure
}

/// Whether the body is a `todo!()` or the like.
fn never_returns(body: &Expr) -> bool {
    let never = ["todo", "unimplemented", "unreachable", "panic"];
    match body {
        Expr::Macro(called) => {
            let name = called.mac.path.segments.last();
            name.is_some_and(|name| never.iter().any(|never| name.ident == never))
        }
        _ => false,
    }
}

/// What a decider is given of a parameter.
fn type_of(tool: &Tool, named: Meaning<'_>) -> TokenStream {
    let adk = &tool.crate_path;
    let param = match named {
        Meaning::Param(param) if param.source != Source::Context => param,
        Meaning::Receiver => return ours!(&Self),
        _ => return ours!(&#adk::ToolContext),
    };
    let ty = &param.ty;
    let is_text = || last_name(ty).is_some_and(|name| name == "String");
    match param.passing {
        Passing::BorrowInside => ours!(::core::option::Option<&#ty>),
        Passing::Value if is_text() => ours!(&::core::primitive::str),
        Passing::Value | Passing::Borrow => ours!(&#ty),
    }
}

fn passed(tool: &Tool, name: &Ident) -> Option<TokenStream> {
    Some(match tool.meaning_of(name)? {
        Meaning::Param(param) => lent_at(tool, param, at(name)),
        Meaning::Context => respanned(ours!(ctx), at(name)),
        Meaning::Receiver => respanned(ours!(this), at(name)),
    })
}

/// A parameter by reference, as the function itself borrows it.
fn lent_at(tool: &Tool, param: &Param, at: Span) -> TokenStream {
    let local = local(param);
    let lent = match (param.source, param.passing) {
        (source, Passing::Value) if source != Source::Context => ours!(&#local),
        _ => lent(tool, param),
    };
    respanned(lent, at)
}

/// Whether the decider is given the parameter.
fn is_named(tool: &Tool, param: &Param) -> bool {
    let is = |name: &Ident| matches!(tool.meaning_of(name), Some(Meaning::Param(named)) if std::ptr::eq(named, param));
    match &tool.args.confirm {
        Some(Confirm::Named(_, names)) => names.iter().filter_map(name_of_argument).any(is),
        Some(Confirm::Closure(closure)) => {
            let names = closure.inputs.iter().filter_map(name_of_pattern);
            names.map(|(name, _)| name).any(is)
        }
        _ => false,
    }
}
