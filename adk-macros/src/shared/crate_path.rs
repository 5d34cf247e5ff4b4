//! How generated code names `adk`.

use proc_macro2::{Ident, Span};
use syn::{Path, parse_quote};

use super::manifest;

/// `crate = path` if it was given, else `::adk`, or what the package's manifest renames it
/// to.
pub(crate) fn resolve(given: Option<Path>) -> Path {
    given.unwrap_or_else(|| {
        let name = manifest::renamed().unwrap_or_else(|| "adk".to_owned());
        let name = Ident::new(&name, Span::call_site());
        parse_quote!(::#name)
    })
}
