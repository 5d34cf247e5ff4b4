//! What stands in for an item that has errors: the function as it is, and the struct
//! beside it without insides, so that one mistake does not cause others elsewhere.

use proc_macro2::TokenStream;
use quote::quote;

use super::function::Function;

/// The complaints, the function, and a struct with these associated `items`.
pub(crate) fn stand_in(
    complaints: &TokenStream,
    function: &Function,
    items: &TokenStream,
) -> TokenStream {
    let shared = function.shared_attributes();
    let function = function.as_rustc_takes_it();
    if function.sig.receiver().is_some() {
        // Inside an `impl` no struct can stand beside it.
        return quote!(#complaints #function);
    }
    let (vis, ident) = (&function.vis, &function.sig.ident);
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
                #items
            }
        };
    }
}
