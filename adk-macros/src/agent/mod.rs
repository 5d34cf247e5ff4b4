//! `#[agent]`: the same four rooms in a row as `#[tool]`; `keys` is the table of its keys.

mod args;
mod expand;
mod fallback;
mod keys;
mod model;
mod params;
#[cfg(test)]
mod tests;
mod text;
mod validate;

use proc_macro2::TokenStream;
use syn::parse_quote;

use crate::shared::errors::Errors;
use crate::shared::function::Function;
use crate::shared::{cfg, crate_path};
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
    let adk = crate_path::resolve(args.crate_path());
    if let Some(both) = cfg::twice(&function, &parse_quote!(#adk::agent), attribute) {
        return both;
    }
    function.refuse_another_macro(&mut errors);
    let agent = Agent::read(args, function, adk, &mut errors);
    validate::complain(&agent, &mut errors);
    match errors.finish() {
        Some(complaints) => fallback::code(&complaints, &agent),
        None => expand::code(&agent),
    }
}
