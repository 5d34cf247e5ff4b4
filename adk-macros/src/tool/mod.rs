//! `#[tool]`: four rooms in a row. What stands in the brackets, the function understood,
//! every complaint, and the code.

mod args;
mod confirm;
mod expand;
mod fallback;
mod field;
mod model;
mod rules;
mod stream;
#[cfg(test)]
mod tests;
mod validate;

use proc_macro2::TokenStream;
use syn::{Path, parse_quote};

use crate::shared::errors::Errors;
use crate::shared::function::Function;
use crate::shared::{cfg, crate_path};
use args::ToolArgs;

pub(crate) use expand::{bound_checks, marker, method_items, warnings};
pub(crate) use model::{Home, Tool};

/// The code of an annotated function, or all that is wrong with it.
pub(crate) fn expand(attribute: &TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let args = ToolArgs::read(attribute.clone(), &mut errors);
    let mut function = match syn::parse2::<Function>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let what = "a tool is made of a function";
            let help = "put the attribute on an `async fn`";
            return errors.unread(error, item, "fn", (what, help));
        }
    };
    let adk = crate_path::resolve(args.crate_path.clone());
    if let Some(both) = cfg::twice(&function, &parse_quote!(#adk::tool), attribute) {
        return both;
    }
    function.refuse_another_macro(&mut errors);
    let tool = Tool::read(args, function, Home::Module, adk, &mut errors);
    validate::complain(&tool, &mut errors);
    match errors.finish() {
        Some(complaints) => fallback::code(&complaints, &tool),
        None => expand::code(&tool),
    }
}

/// A method of a toolset, understood; all that is wrong with it goes to `errors`.
pub(crate) fn method(
    attribute: TokenStream,
    mut function: Function,
    home: Home,
    adk: &Path,
    errors: &mut Errors,
) -> Tool {
    let args = ToolArgs::read(attribute, errors);
    function.refuse_another_macro(errors);
    if let Some(path) = &args.crate_path {
        let what = "`crate` belongs to the toolset, not to one of its tools";
        errors.at(path, what, "write `#[toolset(crate = …)]`");
    }
    let tool = Tool::read(args, function, home, adk.clone(), errors);
    validate::complain(&tool, errors);
    tool
}
