//! What the agent's maker gives: kept as an `Arc` under a name that the author does not see;
//! each of the author's expressions has one of its own, under the author's name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::ext::IdentExt;

use crate::agent::model::{Agent, Dependency};
use crate::shared::respan::{at, ours, respanned};

/// The parameters of `agent` and `builder`.
pub(in crate::agent) fn parameters(agent: &Agent) -> TokenStream {
    let params = agent.dependencies().map(|dependency| {
        let (ident, ty) = (given(dependency), &dependency.ty);
        ours!(#ident: impl ::core::convert::Into<::std::sync::Arc<#ty>>)
    });
    ours!(#(#params),*)
}

/// What `agent` hands to `builder`.
pub(super) fn arguments(agent: &Agent) -> TokenStream {
    let args = agent.dependencies().map(given);
    ours!(#(#args),*)
}

/// Takes the parameters up.
pub(super) fn kept(agent: &Agent) -> TokenStream {
    let adk = &agent.crate_path;
    let kept = agent.dependencies().map(|dependency| {
        let (ident, given, ty) = (local(dependency), given(dependency), &dependency.ty);
        let check = respanned(quote::quote!(#adk::__private::dependency), at(ty));
        let check = quote_spanned!(at(ty)=> #check::<#ty>(););
        ours! {
            #check
            let #ident: ::std::sync::Arc<#ty> = ::core::convert::Into::into(#given);
        }
    });
    ours!(#(#kept)*)
}

/// What stands before an expression of the author's.
pub(super) fn named(agent: &Agent) -> TokenStream {
    let named = agent.dependencies().map(|dependency| {
        let (ident, local) = (&dependency.ident, local(dependency));
        ours!(let #ident = ::core::clone::Clone::clone(&#local);)
    });
    ours!(#(#named)*)
}

/// What stands before a closure of ours.
pub(super) fn cloned(agent: &Agent) -> TokenStream {
    let cloned = agent.dependencies().map(|dependency| {
        let local = local(dependency);
        ours!(let #local = ::core::clone::Clone::clone(&#local);)
    });
    ours!(#(#cloned)*)
}

/// A value whose expression may name what was given. The local has temporaries end before
/// what they borrow from.
pub(super) fn scoped(agent: &Agent, value: TokenStream) -> TokenStream {
    if agent.dependencies().next().is_none() {
        return value;
    }
    let (named, at) = (named(agent), at(&value));
    let local = ours!(value);
    let bound = quote_spanned!(at=> let #local = #value;);
    ours!({ #named #bound #local })
}

/// The local that keeps it.
pub(super) fn local(dependency: &Dependency) -> Ident {
    format_ident!(
        "given_{}",
        dependency.ident.unraw(),
        span = Span::mixed_site()
    )
}

fn given(dependency: &Dependency) -> Ident {
    let mut ident = dependency.ident.clone();
    ident.set_span(Span::mixed_site());
    ident
}
