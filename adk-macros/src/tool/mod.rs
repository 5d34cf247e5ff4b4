//! `#[tool]`: four rooms in a row. What stands in the brackets, the function understood,
//! every complaint, and the code.

mod args;
mod expand;
mod fallback;
mod model;
mod rules;
mod validate;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse_quote;

use crate::shared::errors::Errors;
use crate::shared::function::Function;
use crate::shared::{cfg, crate_path};
use args::ToolArgs;
use model::Tool;

/// The code of an annotated function, or all that is wrong with it.
pub(crate) fn expand(attribute: &TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let args = ToolArgs::read(attribute.clone(), &mut errors);
    let function = match syn::parse2::<Function>(item.clone()) {
        Ok(function) => function,
        Err(error) => return no_function(errors, error, item),
    };
    let adk = crate_path::resolve(args.crate_path.clone());
    if let Some(both) = cfg::twice(&function, &parse_quote!(#adk::tool), attribute) {
        return both;
    }
    let tool = Tool::read(args, function, adk, &mut errors);
    validate::complain(&tool, &mut errors);
    match errors.finish() {
        Some(complaints) => fallback::stand_in(&tool, &complaints),
        None => expand::code(&tool),
    }
}

fn no_function(mut errors: Errors, error: syn::Error, item: &TokenStream) -> TokenStream {
    let is_fn = |token: TokenTree| matches!(token, TokenTree::Ident(ident) if ident == "fn");
    if item.clone().into_iter().any(is_fn) {
        errors.push(error);
    } else {
        let is_word = |token: &TokenTree| matches!(token, TokenTree::Ident(_));
        let first = item.clone().into_iter().find(is_word);
        errors.at(
            first,
            "a tool is made of a function",
            "put `#[tool]` on an `async fn`",
        );
    }
    let complaints = errors.finish();
    quote!(#complaints #item)
}

/// The item as rustc takes it, when the macro itself failed.
pub(crate) fn bare(item: TokenStream) -> TokenStream {
    match syn::parse2::<Function>(item.clone()) {
        Ok(function) => {
            let function = function.as_rustc_takes_it();
            quote!(#function)
        }
        Err(_) => item,
    }
}
