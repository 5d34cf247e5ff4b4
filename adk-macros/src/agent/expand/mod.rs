//! The code of an agent that is right: quotes only.

mod agents;
mod facts;
mod leader;
mod scope;
mod settings;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{FnArg, Path, Type, parse_quote};

use super::model::{Agent, Leader, Param};
use crate::shared::attributes::{allowed_beside_function, allowed_of_function};
use crate::shared::function::Function;
use crate::shared::respan::{at, ours, respanned};

pub(super) use scope::parameters;

/// The function, the struct beside it, and what connects the two.
pub(super) fn code(agent: &Agent) -> TokenStream {
    let function = function(agent);
    let shared = agent.function.shared_attributes();
    let (vis, ident) = (&function.vis, &function.sig.ident);
    let doc = format!(
        "The agent `{}`, made of the function of this name.",
        agent.name
    );
    let (adk, name) = (&agent.crate_path, &agent.name);
    let facts = facts::facts(agent);
    let input = agent.args.ty("input").map(|ty| input_check(adk, ty));
    let items = items(agent);
    let made = agent
        .dependencies()
        .next()
        .is_none()
        .then(|| made(agent, &ours!(Self::agent())));
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
            #facts
            #input

            impl #ident {
                #items
            }

            #made

            #[automatically_derived]
            impl ::core::fmt::Debug for #ident {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::core::fmt::Formatter::write_str(f, #name)
                }
            }
        };
    }
}

/// Does not compile where the type is seen to be no object.
fn input_check(adk: &Path, ty: &Type) -> TokenStream {
    let check = respanned(quote!(#adk::__private::check_input), at(ty));
    let kind = respanned(quote!(#adk::__private::KindOf), at(ty));
    let check = quote_spanned!(at(ty)=> const _: () = #check(#kind::<#ty>::KIND););
    ours! {
        const _: () = {
            use #adk::__private::traits::*;
            #check
        };
    }
}

/// What only the agent's keys use of the function is used all the same.
fn function(agent: &Agent) -> Function {
    let mut function = agent.function.as_rustc_takes_it();
    for (input, param) in function.sig.inputs.iter_mut().zip(&agent.params) {
        if let (FnArg::Typed(typed), Param::Dependency(_)) = (input, param) {
            typed.attrs.push(parse_quote!(#[allow(unused_variables)]));
        }
    }
    function
}

fn items(agent: &Agent) -> TokenStream {
    let (vis, adk, name) = (&agent.function.vis, &agent.crate_path, &agent.name);
    let (builder, kind) = types(agent);
    let (params, args) = (scope::parameters(agent), scope::arguments(agent));
    let kept = scope::kept(agent);
    let start = leader::start(agent);
    let settings = settings::settings(agent);
    ours! {
        /// The name of the agent.
        #vis const NAME: &'static ::core::primitive::str = #name;

        /// The agent's builder, to change a part of it.
        #vis fn builder(#params) -> #builder {
            #kept
            let builder = #start;
            #(let builder = #settings;)*
            builder
        }

        /// The agent.
        ///
        /// # Errors
        /// Those of its builder: a model that is not known or has no key, two tools of one name,
        /// an agent below it that cannot be made.
        #vis fn agent(#params) -> #adk::Result<#kind> {
            <#builder>::build(Self::builder(#args))
        }
    }
}

/// What a list takes of an agent that needs nothing.
pub(super) fn made(agent: &Agent, call: &TokenStream) -> TokenStream {
    let (adk, ident, name) = (&agent.crate_path, &agent.function.sig.ident, &agent.name);
    let (_, kind) = types(agent);
    ours! {
        #[automatically_derived]
        impl #adk::__private::MadeAgent for #ident {
            type Agent = #kind;

            fn agent() -> #adk::Result<#kind> {
                #call
            }
        }

        #[automatically_derived]
        impl #adk::__private::MadeTool for #ident {
            const NAME: &'static ::core::primitive::str = #name;

            fn add_to(list: &mut #adk::tool::ToolList) {
                #adk::__private::add_agent::<#kind>(list, #name, #call);
            }
        }
    }
}

/// The types of the builder and of what it makes.
pub(super) fn types(agent: &Agent) -> (TokenStream, TokenStream) {
    let adk = &agent.crate_path;
    let kind = match agent.leader {
        Leader::Text | Leader::Computed => {
            return (ours!(#adk::LlmAgentBuilder), ours!(#adk::LlmAgent));
        }
        Leader::Function => {
            return (
                ours!(#adk::agent::CustomAgentBuilder),
                ours!(#adk::CustomAgent),
            );
        }
        Leader::Sequence => ours!(#adk::SequentialAgent),
        Leader::Parallel => ours!(#adk::ParallelAgent),
        Leader::Loop => ours!(#adk::LoopAgent),
    };
    (ours!(#adk::agent::WorkflowBuilder<#kind>), kind)
}

/// A call of the builder's method, shown at what it is given, which may name what the agent
/// was given.
fn setting(agent: &Agent, method: &str, value: &impl ToTokens) -> TokenStream {
    let value = value.to_token_stream();
    let at = at(&value);
    let method = syn::Ident::new(method, at);
    let (builder, _) = types(agent);
    let builder = respanned(builder, at);
    let local = ours!(builder);
    scope::scoped(
        agent,
        quote_spanned!(at=> <#builder>::#method(#local, #value)),
    )
}
