//! A parameter with `#[serde(…)]` or `#[schemars(…)]`: the only field of a struct, on which
//! the derives read the attributes as they always do.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::bind::default_of;
use super::owned_type;
use crate::shared::respan::{at, ours, respanned};
use crate::tool::model::{Param, Tool};

/// Takes the struct, and the parameter out of it.
pub(super) fn taken(tool: &Tool, param: &Param) -> TokenStream {
    let (adk, ident) = (&tool.crate_path, &param.ident);
    let private = ours!(#adk::__private);
    let field = field(tool, param);
    let taken = match &param.keys.default {
        None => {
            let take = quote!(#private::Params::take_field::<Field>);
            let take = respanned(take, at(ident));
            ours!(#take(params, &param))
        }
        Some(default) => {
            let (owned, default) = (owned_type(tool, param), default_of(tool, param, default));
            let shown = if param.field.has_own_form() {
                ours!(|_| ::core::option::Option::None)
            } else {
                ours!(|field| (&#private::Shown::<#owned>::new()).show()(&field.#ident))
            };
            ours! {{
                let default = || -> #owned { #default };
                #private::Params::take_field_or::<Field>(
                    params,
                    &param,
                    || Field { #ident: default() },
                    #shown,
                )
            }}
        }
    };
    ours! {{
        #field
        ::core::result::Result::map(#taken, |field| field.#ident)
    }}
}

fn field(tool: &Tool, param: &Param) -> TokenStream {
    let (adk, ident, owned) = (&tool.crate_path, &param.ident, owned_type(tool, param));
    let (serde, schemars) = (ours!(#adk::serde), ours!(#adk::schemars));
    let path = |path: &TokenStream| path.to_string().replace(' ', "");
    let (serde_path, schemars_path) = (path(&serde), path(&schemars));
    let attributes = param.field.all();
    quote_spanned! {at(ident)=>
        #[derive(#serde::Deserialize, #schemars::JsonSchema)]
        #[serde(crate = #serde_path)]
        #[schemars(crate = #schemars_path)]
        struct Field {
            #(#attributes)*
            #ident: #owned,
        }
    }
}
