//! What stands in for a tool that has errors: the function as it is, and the tool's items
//! without their insides, so that one mistake does not cause others elsewhere.

use proc_macro2::TokenStream;
use quote::quote;

use super::model::Tool;

pub(super) fn stand_in(tool: &Tool, complaints: &TokenStream) -> TokenStream {
    let function = tool.function.as_rustc_takes_it();
    if function.sig.receiver().is_some() {
        // Inside an `impl` no struct can stand beside it.
        return quote!(#complaints #function);
    }
    let shared = tool.function.shared_attributes();
    let (vis, ident, adk) = (&function.vis, &function.sig.ident, &tool.crate_path);
    let name = &tool.name;
    quote! {
        #complaints
        #function
        #(#shared)*
        #[allow(non_camel_case_types, dead_code, missing_docs, missing_debug_implementations)]
        #vis struct #ident {}
        #(#shared)*
        #[allow(dead_code, missing_docs)]
        const _: () = {
            impl #ident {
                #vis const NAME: &'static ::core::primitive::str = #name;
                #vis fn declaration() -> &'static ::std::sync::Arc<#adk::content::FunctionDeclaration> {
                    ::core::unreachable!()
                }
                #vis fn tool() -> #adk::tool::FunctionTool {
                    ::core::unreachable!()
                }
            }
        };
    }
}
