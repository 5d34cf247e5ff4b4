//! What an agent that has errors leaves of itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::expand::{made, parameters, types};
use super::model::Agent;
use crate::shared::fallback::stand_in;

/// The complaints, and what other code may name of the agent.
pub(super) fn code(complaints: &TokenStream, agent: &Agent) -> TokenStream {
    let shared = agent.function.shared_attributes();
    let stand_in = stand_in(complaints, &agent.function, &items(agent));
    // rustc does not look into a closure, and so warns of no code behind it.
    let (adk, kind) = (&agent.crate_path, types(agent).1);
    let never = quote!((|| -> #adk::Result<#kind> { ::core::unreachable!() })());
    let made = made(agent, &never);
    let made = quote! {
        #(#shared)*
        const _: () = { #made };
    };
    quote!(#stand_in #made)
}

fn items(agent: &Agent) -> TokenStream {
    let (vis, adk, name) = (&agent.function.vis, &agent.crate_path, &agent.name);
    let ((builder, kind), params) = (types(agent), parameters(agent));
    quote! {
        #vis const NAME: &'static ::core::primitive::str = #name;
        #vis fn builder(#params) -> #builder {
            ::core::unreachable!()
        }
        #vis fn agent(#params) -> #adk::Result<#kind> {
            ::core::unreachable!()
        }
    }
}
