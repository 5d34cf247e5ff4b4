//! What a tool that has errors leaves of itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::model::Tool;
use crate::shared::fallback::stand_in;

/// The complaints, and what other code may name of the tool.
pub(super) fn code(complaints: &TokenStream, tool: &Tool) -> TokenStream {
    let (adk, name, ident) = (&tool.crate_path, &tool.name, &tool.function.sig.ident);
    let shared = tool.function.shared_attributes();
    let stand_in = stand_in(complaints, &tool.function, &items(tool));
    // A method has no struct beside it.
    let made = tool.function.sig.receiver().is_none().then(|| {
        quote! {
            #(#shared)*
            const _: () = {
                impl #adk::__private::MadeTool for #ident {
                    const NAME: &'static ::core::primitive::str = #name;
                    fn add_to(_: &mut #adk::tool::ToolList) {}
                }
            };
        }
    });
    quote!(#stand_in #made)
}

fn items(tool: &Tool) -> TokenStream {
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
