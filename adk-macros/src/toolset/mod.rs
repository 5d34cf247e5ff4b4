//! `#[toolset]`: the methods of an `impl` as tools. The four rooms of `#[tool]` read, judge
//! and write each method; these here see the block around them.

mod args;
mod expand;
mod fallback;
mod model;
#[cfg(test)]
mod tests;
mod validate;

use proc_macro2::TokenStream;

use crate::shared::block::Block;
use crate::shared::errors::Errors;
use args::ToolsetArgs;
use model::Toolset;

/// The code of an annotated block, or all that is wrong with it.
pub(crate) fn expand(attribute: &TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let args = ToolsetArgs::read(attribute.clone(), &mut errors);
    let block = match syn::parse2::<Block>(item.clone()) {
        Ok(block) => block,
        Err(error) => {
            let what = "a toolset is made of an `impl`";
            let help = "put the attribute on an `impl`, or `#[tool]` on a function";
            return errors.unread(error, item, "impl", (what, help));
        }
    };
    let toolset = Toolset::read(args, block, &mut errors);
    validate::complain(&toolset, &mut errors);
    match errors.finish() {
        Some(complaints) => fallback::stand_in(&complaints, &toolset),
        None => expand::code(&toolset),
    }
}
