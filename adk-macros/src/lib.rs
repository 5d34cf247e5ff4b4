//! The macros of `adk`.

mod shared;
mod tool;

use proc_macro::TokenStream;

/// Makes a tool of an async fn.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = attribute.into();
    let expand = |item: &_| tool::expand(&attribute, item);
    shared::errors::guarded("#[tool]", item.into(), expand, tool::bare).into()
}
