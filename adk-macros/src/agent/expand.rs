//! The code of an agent that is right: quotes only.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ReturnType;

use super::model::Agent;
use crate::shared::attributes::allowed_beside_function;
use crate::shared::respan::{at, ours, respanned};

/// The function, the struct beside it, and what connects the two.
pub(super) fn code(agent: &Agent) -> TokenStream {
    let function = agent.function.as_rustc_takes_it();
    let shared = agent.function.shared_attributes();
    let (vis, ident) = (&function.vis, &function.sig.ident);
    let doc = format!(
        "The agent `{}`, made of the function of this name.",
        agent.name
    );
    let checks = agent.args.tools.checks(&agent.crate_path);
    let items = items(agent);
    let (name, allowed) = (&agent.name, allowed_beside_function());
    quote! {
        #[allow(clippy::missing_const_for_fn)]
        #function

        #(#shared)*
        #[doc = #doc]
        #[allow(non_camel_case_types, dead_code)]
        #vis struct #ident {}

        #(#shared)*
        #allowed
        const _: () = {
            #checks

            impl #ident {
                #items
            }

            #[automatically_derived]
            impl ::core::fmt::Debug for #ident {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::core::fmt::Formatter::write_str(f, #name)
                }
            }
        };
    }
}

fn items(agent: &Agent) -> TokenStream {
    let (vis, adk, name) = (&agent.function.vis, &agent.crate_path, &agent.name);
    let settings = settings(agent);
    ours! {
        /// The name of the agent.
        #vis const NAME: &'static ::core::primitive::str = #name;

        /// The agent's builder, to change a part of it.
        #vis fn builder() -> #adk::LlmAgentBuilder {
            let builder = #adk::LlmAgent::builder(#name);
            #(let builder = #settings;)*
            builder
        }

        /// The agent.
        ///
        /// # Errors
        /// When the model is not known or has no key, or two tools have one name.
        #vis fn agent() -> #adk::Result<#adk::LlmAgent> {
            #adk::LlmAgentBuilder::build(Self::builder())
        }
    }
}

/// The builder's calls, each on what the one before it returned.
fn settings(agent: &Agent) -> Vec<TokenStream> {
    let (adk, ident) = (&agent.crate_path, &agent.function.sig.ident);
    let text = &agent.docs.text;
    let description = match (&agent.args.description, &agent.docs.computed) {
        (Some(given), _) => Some(given.to_token_stream()),
        (None, _) if !text.is_empty() => Some(quote!(#text)),
        (None, computed) => computed.as_ref().map(ToTokens::to_token_stream),
    };
    let at = match &agent.function.sig.output {
        ReturnType::Default => at(ident),
        ReturnType::Type(_, ty) => at(ty),
    };
    let taken = respanned(quote!(#adk::__private::instruction), at);
    let instruction = Some(quote_spanned!(at=> #taken(#ident())));
    let list = Some(&agent.args.tools).filter(|list| !list.is_empty());
    let tools = list.map(|list| list.tools(adk));
    let given = [
        ("description", description),
        ("instruction", instruction),
        (
            "model",
            agent.args.model.as_ref().map(ToTokens::to_token_stream),
        ),
        (
            "output_key",
            agent
                .args
                .output_key
                .as_ref()
                .map(ToTokens::to_token_stream),
        ),
        ("tools", tools),
    ];
    let calls = given
        .into_iter()
        .filter_map(|(method, value)| Some(setting(agent, method, &value?)));
    calls.collect()
}

fn setting(agent: &Agent, method: &str, value: &TokenStream) -> TokenStream {
    let at = at(value);
    let adk = &agent.crate_path;
    let method = syn::Ident::new(method, at);
    let builder = syn::Ident::new("builder", Span::mixed_site());
    quote_spanned!(at=> #adk::LlmAgentBuilder::#method(#builder, #value))
}
