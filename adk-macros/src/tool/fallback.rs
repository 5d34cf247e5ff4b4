//! What a tool that has errors leaves of itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::model::Tool;

/// The items that other code may name.
pub(super) fn items(tool: &Tool) -> TokenStream {
    let (vis, adk, name) = (&tool.function.vis, &tool.crate_path, &tool.name);
    quote! {
        #vis const NAME: &'static ::core::primitive::str = #name;
        #vis fn declaration() -> &'static ::std::sync::Arc<#adk::content::FunctionDeclaration> {
            ::core::unreachable!()
        }
        #vis fn tool() -> #adk::tool::FunctionTool {
            ::core::unreachable!()
        }
    }
}
