//! Attributes by their names: ours, those that rustc takes on a parameter, and those that go
//! for all that is made of an item. And what generated code is allowed.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Attribute;

/// The attributes that rustc takes on a parameter.
pub(crate) const OF_PARAMETERS: [&str; 6] = ["allow", "cfg", "deny", "expect", "forbid", "warn"];

/// Whether the attribute has one of these names, alone.
pub(crate) fn is_one_of(attribute: &Attribute, names: &[&str]) -> bool {
    names.iter().any(|name| attribute.path().is_ident(name))
}

/// Whether the attribute is one of this crate's macros, by whatever path.
pub(crate) fn is_macro(attribute: &Attribute) -> bool {
    ends_in(attribute, &["tool", "toolset", "agent"])
}

/// Whether the attribute is `#[tool]`, by whatever path.
pub(crate) fn is_tool(attribute: &Attribute) -> bool {
    ends_in(attribute, &["tool"])
}

fn ends_in(attribute: &Attribute, names: &[&str]) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// Those that go for everything made of an item: `cfg`, and what allows a lint. An `expect`
/// stays with the item alone, since it must be met once.
pub(crate) fn shared(attrs: &[Attribute]) -> Vec<&Attribute> {
    let is_shared = |attribute: &&Attribute| is_one_of(attribute, &["cfg", "allow"]);
    attrs.iter().filter(is_shared).collect()
}

/// The conditions under which an item is there.
pub(crate) fn conditions(attrs: &[Attribute]) -> Vec<Attribute> {
    let is_condition = |attribute: &&Attribute| attribute.path().is_ident("cfg");
    attrs.iter().filter(is_condition).cloned().collect()
}

/// What the author's function may look like, since its form is ours to ask for.
pub(crate) fn allowed_of_function() -> TokenStream {
    quote! {
        #[allow(
            clippy::unused_async,
            clippy::unused_self,
            clippy::missing_const_for_fn,
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref
        )]
    }
}

/// What lints are not to say of the code beside it.
pub(crate) fn allowed_beside_function() -> TokenStream {
    quote! {
        #[allow(
            deprecated,
            long_running_const_eval,
            dead_code,
            non_camel_case_types,
            unused_imports,
            unused_parens,
            unused_qualifications,
            unused_variables,
            clippy::pedantic,
            clippy::nursery
        )]
    }
}
