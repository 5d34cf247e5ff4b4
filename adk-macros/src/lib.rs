//! The macros of `adk`.

mod agent;
mod shared;
mod tool;

use proc_macro::TokenStream;

use shared::errors::guarded;

/// Makes a tool of an async fn.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = attribute.into();
    guarded("#[tool]", item.into(), |item| {
        tool::expand(&attribute, item)
    })
    .into()
}

/// Makes an agent of the function that returns its instruction.
#[proc_macro_attribute]
pub fn agent(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = attribute.into();
    guarded("#[agent]", item.into(), |item| {
        agent::expand(&attribute, item)
    })
    .into()
}

/// Makes a list of tools.
#[proc_macro]
pub fn tools(entries: TokenStream) -> TokenStream {
    guarded("tools!", entries.into(), shared::list::expand).into()
}
