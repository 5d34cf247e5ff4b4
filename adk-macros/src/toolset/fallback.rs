//! What a toolset that has errors leaves of itself: the block as it is, and what other code
//! may ask of it, so that one mistake does not cause others elsewhere.

use proc_macro2::TokenStream;
use quote::quote;

use super::expand::part_struct;
use super::model::{Toolset, type_name};
use crate::shared::attributes::is_macro;

pub(super) fn stand_in(complaints: &TokenStream, toolset: &Toolset) -> TokenStream {
    let mut block = toolset.block.as_rustc_takes_it();
    block.attrs.retain(|attribute| !is_macro(attribute));
    if block.of_trait.is_some() || type_name(&block.ty).is_none() {
        return quote!(#complaints #block);
    }
    let adk = &toolset.crate_path;
    let (generics, ty, bounds) = (&block.generics, &block.ty, &block.generics.where_clause);
    let (of_trait, method) = if let Some(part) = toolset.part() {
        let method = quote! {
            fn __adk_tools(_: &mut #adk::__private::Methods<Self>) {}
        };
        (quote!(Part<#part>), method)
    } else {
        let method = quote! {
            fn shared_toolset(
                self: ::std::sync::Arc<Self>,
            ) -> ::std::sync::Arc<dyn #adk::tool::Toolset> {
                ::core::unreachable!()
            }
        };
        (quote!(SharedToolset), method)
    };
    let part = part_struct(toolset);
    let shared = block.shared_attributes();
    quote! {
        #complaints
        #block
        #part
        #(#shared)*
        const _: () = {
            impl #generics #adk::__private::#of_trait for #ty #bounds {
                #method
            }
        };
    }
}
