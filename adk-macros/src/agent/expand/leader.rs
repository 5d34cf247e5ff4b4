//! Where an agent's function comes in: as its instruction, or as what drives it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ReturnType;

use super::{scope, setting};
use crate::agent::model::{Agent, Leader, Param, Passing};
use crate::shared::respan::{at, ours, respanned};

/// The builder as it begins.
pub(super) fn start(agent: &Agent) -> TokenStream {
    let (adk, name, ident) = (&agent.crate_path, &agent.name, &agent.function.sig.ident);
    match agent.leader {
        Leader::Text | Leader::Computed => ours!(#adk::LlmAgent::builder(#name)),
        Leader::Function => {
            let cloned = scope::cloned(agent);
            let call = called(agent, "ended");
            let start = respanned(quote!(#adk::CustomAgent::builder), at(ident));
            quote_spanned! {at(ident)=>
                #start(#name, {
                    #cloned
                    move |ctx, mut out| {
                        #cloned
                        async move { #call }
                    }
                })
            }
        }
        // The function says nothing, but it is not unused.
        Leader::Sequence => ours!({ let _ = #ident; #adk::SequentialAgent::builder(#name) }),
        Leader::Parallel => ours!({ let _ = #ident; #adk::ParallelAgent::builder(#name) }),
        Leader::Loop => ours!({ let _ = #ident; #adk::LoopAgent::builder(#name) }),
    }
}

/// The call that sets the instruction, of an agent that has one.
pub(super) fn instruction(agent: &Agent) -> Option<TokenStream> {
    let (adk, ident) = (&agent.crate_path, &agent.function.sig.ident);
    match agent.leader {
        Leader::Text => {
            let call = called(agent, "instruction");
            Some(setting(agent, "instruction", &call))
        }
        Leader::Computed => {
            let cloned = scope::cloned(agent);
            let call = called(agent, "computed");
            let provider = respanned(quote!(#adk::Instruction::provider), at(ident));
            let provider = quote_spanned! {at(ident)=> {
                #cloned
                #provider(move |ctx| {
                    #cloned
                    async move { #call }
                })
            }};
            Some(setting(agent, "instruction", &provider))
        }
        _ => None,
    }
}

/// The function's call inside a function of ours that asks for the type of what it returns.
fn called(agent: &Agent, taken: &str) -> TokenStream {
    let (adk, sig) = (&agent.crate_path, &agent.function.sig);
    let ident = &sig.ident;
    let at = match &sig.output {
        ReturnType::Default => at(ident),
        ReturnType::Type(_, ty) => at(ty),
    };
    let taken = syn::Ident::new(taken, at);
    let taken = respanned(quote!(#adk::__private::#taken), at);
    let args = agent.params.iter().map(argument);
    let awaited = sig.asyncness.as_ref().map(|_| quote_spanned!(at=> .await));
    quote_spanned!(at=> #taken(#ident(#(#args),*)#awaited))
}

fn argument(param: &Param) -> TokenStream {
    let dependency = match param {
        Param::Readonly(_) | Param::Invocation(_) => return ours!(&ctx),
        Param::Emitter(_) => return ours!(&mut out),
        Param::Dependency(dependency) => dependency,
    };
    let local = scope::local(dependency);
    match dependency.passing {
        Passing::Lent => ours!(&*#local),
        Passing::SharedLent => ours!(&#local),
        Passing::Shared => ours!(::core::clone::Clone::clone(&#local)),
    }
}
