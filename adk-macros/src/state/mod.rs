//! `#[derive(StateKeys)]`: a struct that names the keys of the state. Four rooms in a row, as of
//! `#[tool]`: what stands in `#[state(…)]`, the struct understood, every complaint, and the code.

mod args;
mod expand;
mod model;
#[cfg(test)]
mod tests;
mod validate;

use proc_macro2::TokenStream;

use crate::shared::errors::Errors;
use model::Declared;

/// The keys of a struct, or all that is wrong with it.
pub(crate) fn expand(item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let item = match syn::parse2(item.clone()) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let declared = Declared::read(item, &mut errors);
    validate::complain(&declared, &mut errors);
    match errors.finish() {
        Some(complaints) => expand::stand_in(&complaints, &declared),
        None => expand::code(&declared),
    }
}
