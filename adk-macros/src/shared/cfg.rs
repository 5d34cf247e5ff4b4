//! `#[cfg]` on a parameter. A macro cannot know whether it holds, and generated code can
//! leave out no argument of a call; so the function is written twice and the compiler
//! keeps one.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, FnArg, Meta, Path, parse_quote};

use super::function::Function;

/// The function with and without its first parameter under a `cfg`, each under `attribute`
/// again; `None` when there is no such parameter.
pub(crate) fn twice(
    function: &Function,
    attribute: &Path,
    keys: &TokenStream,
) -> Option<TokenStream> {
    let (mut with, mut without) = halves(function)?;
    for half in [&mut with, &mut without] {
        // Behind the `cfg`, which rustc looks at first.
        half.attrs.insert(1, parse_quote!(#[#attribute(#keys)]));
    }
    Some(quote!(#with #without))
}

/// The function in each form that its parameters under a `cfg` leave of it, under the
/// condition for it.
pub(crate) fn forms(function: Function) -> Vec<Function> {
    match halves(&function) {
        None => vec![function],
        Some((with, without)) => [with, without].into_iter().flat_map(forms).collect(),
    }
}

/// With and without the first parameter under a `cfg`, which stands on the function first.
fn halves(function: &Function) -> Option<(Function, Function)> {
    let conditions = function.sig.inputs.iter().enumerate();
    let (index, holds) = conditions.into_iter().find_map(|(index, input)| {
        let FnArg::Typed(typed) = input else {
            return None;
        };
        Some((index, typed.attrs.iter().find_map(condition)?.clone()))
    })?;
    let (mut with, mut without) = (function.clone(), function.clone());
    if let Some(FnArg::Typed(typed)) = with.sig.inputs.get_mut(index) {
        let first = typed
            .attrs
            .iter()
            .position(|attribute| condition(attribute).is_some());
        typed.attrs.remove(first.unwrap_or_default());
    }
    with.attrs.insert(0, parse_quote!(#[cfg(#holds)]));
    let inputs = without.sig.inputs.into_iter().enumerate();
    let others = inputs.filter(|(at, _)| *at != index);
    without.sig.inputs = others.map(|(_, input)| input).collect();
    without.attrs.insert(0, parse_quote!(#[cfg(not(#holds))]));
    Some((with, without))
}

fn condition(attribute: &Attribute) -> Option<&TokenStream> {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => Some(&list.tokens),
        _ => None,
    }
}
