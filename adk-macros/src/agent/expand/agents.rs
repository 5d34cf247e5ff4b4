//! The agents below an agent, each given to the builder.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{scope, types};
use crate::agent::model::Agent;
use crate::shared::list::{Entry, Kind, List};
use crate::shared::respan::{at, ours, respanned};

/// The builder with the agents of a list.
pub(super) fn agents(agent: &Agent, list: &List) -> TokenStream {
    let adk = &agent.crate_path;
    let added = list.entries().map(|Entry { conditions, kind }| {
        let builder = added(agent, kind);
        let local = ours!(builder);
        quote!(#(#conditions)* let #local = #builder;)
    });
    ours! {{
        use #adk::__private::{AnyAgent as _, ManyAgents as _, OneAgent as _};
        #(#added)*
        builder
    }}
}

fn added(agent: &Agent, kind: &Kind) -> TokenStream {
    let adk = &agent.crate_path;
    let (builder, _) = types(agent);
    let local = ours!(builder);
    match kind {
        Kind::Made(path) => {
            let (at, builder) = (at(path), respanned(builder, at(path)));
            let made = respanned(quote!(#adk::__private::MadeAgent), at);
            quote_spanned!(at=> <#builder>::sub_agent(#local, <#path as #made>::shared()))
        }
        Kind::Called(path, args) => {
            let (at, builder) = (at(path), respanned(builder, at(path)));
            let value = quote_spanned!(at=> <#path>::agent(#args));
            scope::scoped(
                agent,
                quote_spanned!(at=> <#builder>::sub_agent(#local, #value)),
            )
        }
        Kind::Spread(expr) => {
            let entry = respanned(quote!(#adk::__private::AgentEntry), at(expr));
            let added = quote_spanned! {at(expr)=> {
                let entry = #expr;
                let agents = (&&&#entry::of(&entry)).kind().agents(entry);
                ::core::iter::Iterator::fold(
                    ::core::iter::IntoIterator::into_iter(agents),
                    #local,
                    |builder, agent| <#builder>::sub_agent(builder, agent),
                )
            }};
            scope::scoped(agent, added)
        }
    }
}
