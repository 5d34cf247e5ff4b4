//! `#[agent]`: the same four rooms in a row as `#[tool]`.

mod args;
mod expand;
mod model;
mod validate;

use proc_macro2::TokenStream;
use quote::quote;

use crate::shared::crate_path;
use crate::shared::errors::Errors;
use crate::shared::fallback::stand_in;
use crate::shared::function::Function;
use args::AgentArgs;
use model::Agent;

/// The code of an annotated function, or all that is wrong with it.
pub(crate) fn expand(attribute: &TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let args = AgentArgs::read(attribute.clone(), &mut errors);
    let mut function = match syn::parse2::<Function>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let what = "an agent is made of a function";
            let help = "put the attribute on a `fn` that returns its instruction";
            return errors.unread(error, item, "fn", (what, help));
        }
    };
    function.refuse_another_macro(&mut errors);
    let adk = crate_path::resolve(args.crate_path.clone());
    let agent = Agent::read(args, function, adk);
    validate::complain(&agent, &mut errors);
    match errors.finish() {
        Some(complaints) => stand_in(&complaints, &agent.function, &left_behind(&agent)),
        None => expand::code(&agent),
    }
}

/// The items that other code may name.
fn left_behind(agent: &Agent) -> TokenStream {
    let (vis, adk, name) = (&agent.function.vis, &agent.crate_path, &agent.name);
    quote! {
        #vis const NAME: &'static ::core::primitive::str = #name;
        #vis fn builder() -> #adk::LlmAgentBuilder {
            ::core::unreachable!()
        }
        #vis fn agent() -> #adk::Result<#adk::LlmAgent> {
            ::core::unreachable!()
        }
    }
}
