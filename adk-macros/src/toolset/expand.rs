//! The code of a toolset that is right: quotes only.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

use super::model::{Member, Toolset};
use crate::shared::attributes::{allowed_beside_function, allowed_of_function, conditions};
use crate::shared::block::{Block, Item};
use crate::shared::list::Before;
use crate::shared::respan::{at, ours, respanned};
use crate::tool::{Tool, bound_checks, marker, method_items, warnings};

/// The block, the part's struct beside it, and what makes tools of the methods.
pub(super) fn code(toolset: &Toolset) -> TokenStream {
    let (adk, allowed) = (&toolset.crate_path, allowed_beside_function());
    let block = plain_block(toolset);
    let part = part_struct(toolset);
    let shared = toolset.block.shared_attributes();
    let methods = toolset.tools().map(|tool| method(toolset, tool));
    let (block_impls, checks) = (block_impls(toolset), name_checks(toolset));
    let warnings: Vec<_> = toolset.tools().flat_map(warnings).collect();
    let warnings = (!warnings.is_empty()).then(|| {
        quote! {
            #(#shared)*
            const _: () = {
                #(#warnings)*
            };
        }
    });
    quote! {
        #block

        #part

        #(#shared)*
        #allowed
        const _: () = {
            use #adk::__private::traits::*;

            #(#methods)*
            #block_impls
            #checks
        };

        #warnings
    }
}

/// The block as rustc takes it: its methods are methods as before.
fn plain_block(toolset: &Toolset) -> Block {
    let items = toolset.items.iter().map(|item| match item {
        Member::Other(item) => item.clone(),
        Member::Tool(tool) => {
            let (allowed, function) = (allowed_of_function(), tool.function.as_rustc_takes_it());
            Item::Other(quote! {
                #allowed
                #function
            })
        }
    });
    toolset.block.with_items(items.collect())
}

/// What the main block calls the part by.
pub(super) fn part_struct(toolset: &Toolset) -> Option<TokenStream> {
    let part = toolset.part()?;
    let shared = toolset.block.shared_attributes();
    let doc = format!("The part `{part}` of the toolset `{}`.", toolset.name);
    Some(quote! {
        #(#shared)*
        #[doc = #doc]
        #[allow(non_camel_case_types, dead_code, clippy::redundant_pub_crate)]
        pub(crate) struct #part {}
    })
}

/// `impl … for Orders where …` of a trait of `__private`, believing that calls can share the
/// type: `gathered` asks whether they can.
fn header(toolset: &Toolset, of_trait: &TokenStream) -> TokenStream {
    let (adk, block) = (&toolset.crate_path, &toolset.block);
    let (generics, ty) = (&block.generics, &block.ty);
    let bounds = block.generics.where_clause.iter();
    let bounds = bounds.flat_map(|bounds| &bounds.predicates);
    ours! {
        #[automatically_derived]
        impl #generics #adk::__private::#of_trait for #ty
        where
            #(#bounds,)*
            for<'adk> #ty: #adk::__private::Shareable<'adk>
    }
}

fn method(toolset: &Toolset, tool: &Tool) -> TokenStream {
    let (marker, items) = (marker(tool), method_items(tool));
    let header = header(toolset, &ours!(Method<#marker>));
    let shared = tool.function.shared_attributes();
    let checks = Some(bound_checks(tool)).filter(|checks| !checks.is_empty());
    let checks = checks.map(|checks| ours!(#(#shared)* const _: () = { #checks };));
    ours! {
        #checks

        #(#shared)*
        struct #marker {}

        #(#shared)*
        #header {
            #items
        }
    }
}

/// What says of the type which tools the block gives it.
fn block_impls(toolset: &Toolset) -> TokenStream {
    let adk = &toolset.crate_path;
    if let Some(part) = toolset.part() {
        let (tools, names) = (tools_impl(toolset, &ours!(Part<#part>)), own_names(toolset));
        return ours! {
            #tools

            #[automatically_derived]
            impl #adk::__private::PartNames for #part {
                const NAMES: &'static [&'static ::core::primitive::str] = #names;
            }
        };
    }
    let main = Ident::new("__AdkMain", Span::mixed_site());
    let tools = tools_impl(toolset, &ours!(MainBlock<#main>));
    let (generics, ty, name) = (&toolset.block.generics, &toolset.block.ty, &toolset.name);
    let bounds = &generics.where_clause;
    let prefix = toolset.args.prefix.as_ref();
    let prefix = prefix.map_or_else(
        || ours!(::core::option::Option::None),
        |prefix| ours!(::core::option::Option::Some(#prefix)),
    );
    let gathered = respanned(quote!(#adk::__private::gathered), at(ty));
    ours! {
        struct #main {}

        #tools

        #[automatically_derived]
        impl #generics #adk::__private::SharedToolset for #ty #bounds {
            fn shared_toolset(
                self: ::std::sync::Arc<Self>,
            ) -> ::std::sync::Arc<dyn #adk::tool::Toolset> {
                #gathered::<#ty, #main>(self, #prefix, #name)
            }
        }
    }
}

fn tools_impl(toolset: &Toolset, of_trait: &TokenStream) -> TokenStream {
    let adk = &toolset.crate_path;
    let methods = ours!(#adk::__private::Methods);
    let own = toolset.tools().map(|tool| {
        let (conditions, marker) = (conditions(&tool.function.attrs), marker(tool));
        ours!(#(#conditions)* #methods::add::<#marker>(tools);)
    });
    let parts = toolset.args.parts.iter().map(|part| {
        let (conditions, path, span) = (&part.conditions, &part.path, last(&part.path));
        let add = respanned(quote!(#adk::__private::Methods::add_part), span);
        quote_spanned!(span=> #(#conditions)* #add::<#path>(tools);)
    });
    let header = header(toolset, of_trait);
    ours! {
        #header {
            fn __adk_tools(tools: &mut #methods<Self>) {
                #(#own)*
                #(#parts)*
            }
        }
    }
}

/// The names of the block's own tools, as a slice.
fn own_names(toolset: &Toolset) -> TokenStream {
    let names = toolset.tools().map(|tool| {
        let (conditions, name) = (conditions(&tool.function.attrs), &tool.name);
        quote!(#(#conditions)* #name)
    });
    ours!(&[#(#names),*])
}

/// Items that do not compile when two tools have one name; each on its second.
fn name_checks(toolset: &Toolset) -> TokenStream {
    let (adk, parts) = (&toolset.crate_path, &toolset.args.parts);
    let count = toolset.tools().count();
    if count < 2 && parts.is_empty() {
        return TokenStream::new();
    }
    let mut before = Before::default();
    let own = toolset.tools().map(|tool| {
        let (conditions, index) = (conditions(&tool.function.attrs), before.index());
        before.count(&conditions);
        let span = at(&tool.name_token());
        let check = respanned(quote!(#adk::__private::check_method), span);
        quote_spanned! {span=>
            #(#conditions)*
            const _: () = #check(__ADK_NAMES, #index);
        }
    });
    let own: Vec<_> = own.collect();
    let (names, part_checks) = (own_names(toolset), part_checks(toolset));
    ours! {
        const __ADK_NAMES: &[&::core::primitive::str] = #names;
        #(#own)*
        #part_checks
    }
}

/// The same of a part's tools, among those of the block and of the parts before it.
fn part_checks(toolset: &Toolset) -> Option<TokenStream> {
    let (adk, parts) = (&toolset.crate_path, &toolset.args.parts);
    let names = parts.iter().map(|part| {
        let (conditions, path) = (&part.conditions, &part.path);
        quote!(#(#conditions)* #adk::__private::NamesOf::<#path>::NAMES)
    });
    let prefix = toolset.args.prefix.as_ref().map(syn::LitStr::value);
    let prefix = prefix.map_or_else(String::new, |prefix| prefix + "_");
    let mut before = Before::default();
    before.count(&[]);
    let checks = parts.iter().map(|part| {
        let index = before.index();
        before.count(&part.conditions);
        let (conditions, span) = (&part.conditions, last(&part.path));
        let check = respanned(quote!(#adk::__private::check_part), span);
        quote_spanned! {span=>
            #(#conditions)*
            const _: () = #check(__ADK_BLOCKS, #index, #prefix);
        }
    });
    (!parts.is_empty()).then(|| {
        ours! {
            const __ADK_BLOCKS: &[&[&::core::primitive::str]] = &[__ADK_NAMES, #(#names),*];
            #(#checks)*
        }
    })
}

/// A path's last name, since the span of more than a token is that of the first.
fn last(path: &Path) -> Span {
    match path.segments.last() {
        Some(last) => at(&last.ident),
        None => at(path),
    }
}
