//! The macros of `adk`, which re-exports them: `use adk::{StateKeys, agent, tool, tools, toolset}`.

mod agent;
mod shared;
mod state;
mod tool;
mod toolset;

use proc_macro::TokenStream;

use shared::errors::guarded;

#[doc = include_str!("../docs/tool.md")]
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = attribute.into();
    guarded("#[tool]", item.into(), |item| {
        tool::expand(&attribute, item)
    })
    .into()
}

#[doc = include_str!("../docs/toolset.md")]
#[proc_macro_attribute]
pub fn toolset(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = attribute.into();
    guarded("#[toolset]", item.into(), |item| {
        toolset::expand(&attribute, item)
    })
    .into()
}

#[doc = include_str!("../docs/agent.md")]
#[proc_macro_attribute]
pub fn agent(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = attribute.into();
    guarded("#[agent]", item.into(), |item| {
        agent::expand(&attribute, item)
    })
    .into()
}

#[doc = include_str!("../docs/state_keys.md")]
#[proc_macro_derive(StateKeys, attributes(state))]
pub fn state_keys(item: TokenStream) -> TokenStream {
    let item = item.into();
    // The item stays where it is: what a derive returns stands beside it.
    let nothing = proc_macro2::TokenStream::new();
    guarded("#[derive(StateKeys)]", nothing, |_| state::expand(&item)).into()
}

/// Makes a list of tools, a `ToolList`, for `LlmAgentBuilder::tools`.
///
/// A bare path names a function under [`#[tool]`](macro@tool), or under
/// [`#[agent]`](macro@agent), which becomes an `AgentTool`; an agent that takes something is
/// written with it, as `order_agent(orders)`. `..` and a value is any tool or toolset, an `Arc` of
/// one or a reference to that, or a list of them. `#[cfg]` may stand before an entry.
///
/// ```
/// use adk::{tool, tools};
///
/// /// Tells the time.
/// #[tool]
/// async fn get_time() -> &'static str {
///     "noon"
/// }
///
/// /// Tells the date.
/// #[tool]
/// async fn get_date() -> &'static str {
///     "today"
/// }
///
/// let some = tools![get_time];
/// let all = tools![get_date, ..some];
/// assert_eq!(all.names(), ["get_date", "get_time"]);
/// ```
#[proc_macro]
pub fn tools(entries: TokenStream) -> TokenStream {
    guarded("tools!", entries.into(), shared::list::expand).into()
}

/// Checks what models are told of tools against the rules of every provider, in a unit test.
/// It takes what [`tools!`] takes, and panics with all problems that it finds.
///
/// ```
/// use adk::prelude::*;
///
/// /// Adds two numbers.
/// #[tool]
/// async fn add(
///     /// The first.
///     left: i64,
///     /// The second.
///     right: i64,
/// ) -> i64 {
///     left + right
/// }
///
/// // #[test]
/// fn every_provider_takes_our_tools() {
///     let more = tools![add];
///     adk::testing::check_tools!(add, ..more);
/// }
/// # every_provider_takes_our_tools();
/// ```
#[proc_macro]
pub fn check_tools(entries: TokenStream) -> TokenStream {
    guarded("check_tools!", entries.into(), shared::list::expand_check).into()
}
