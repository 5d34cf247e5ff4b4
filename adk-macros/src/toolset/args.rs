//! What stands in the brackets of `#[toolset(…)]`.

use darling::FromMeta;
use proc_macro2::TokenStream;
use syn::{Attribute, Expr, ExprArray, LitStr, Meta, Path};

use crate::shared::errors::Errors;
use crate::shared::keys::{self, Keys};

/// The keys of `#[toolset]`.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(super) struct ToolsetArgs {
    #[darling(with = keys::text)]
    pub(super) name: Option<LitStr>,
    #[darling(with = keys::text)]
    pub(super) prefix: Option<LitStr>,
    #[darling(with = self::part_name)]
    pub(super) part: Option<Path>,
    #[darling(with = self::parts, rename = "parts")]
    part_entries: Option<ExprArray>,
    #[darling(with = keys::path, rename = "crate")]
    pub(super) crate_path: Option<Path>,
    #[darling(skip)]
    pub(super) parts: Vec<PartEntry>,
}

/// A part that the main block gathers.
#[derive(Debug)]
pub(super) struct PartEntry {
    pub(super) conditions: Vec<Attribute>,
    pub(super) path: Path,
}

impl Keys for ToolsetArgs {
    const OWNER: &'static str = "#[toolset]";
    const OF_TEXT: &'static str = "name";
    const KNOWN: &'static [&'static str] = &["name", "prefix", "part", "parts", "crate"];
}

impl ToolsetArgs {
    pub(super) fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let (mut args, _) = Self::read_keys(tokens, errors);
        let entries = args.part_entries.iter().flat_map(|list| &list.elems);
        args.parts = entries.filter_map(|entry| part(entry, errors)).collect();
        args
    }

    /// The whole list of parts, for complaints.
    pub(super) fn parts_key(&self) -> Option<&ExprArray> {
        self.part_entries.as_ref()
    }
}

fn part(entry: &Expr, errors: &mut Errors) -> Option<PartEntry> {
    let Expr::Path(path) = entry else {
        let what = "a part is named by its path";
        let help = "write the name that `#[toolset(part = …)]` gave it";
        errors.at(entry, what, help);
        return None;
    };
    let mut attrs = path.attrs.iter();
    if let Some(other) = attrs.find(|attribute| !attribute.path().is_ident("cfg")) {
        let what = "an entry can have no attribute but `cfg`";
        errors.at(other, what, "take it away");
    }
    Some(PartEntry {
        conditions: path.attrs.clone(),
        path: path.path.clone(),
    })
}

fn part_name(meta: &Meta) -> darling::Result<Option<Path>> {
    match keys::expr(meta)? {
        Some(Expr::Path(path)) if path.qself.is_none() => Ok(Some(path.path)),
        _ => keys::wrong(meta, "is a name without quotes", " = refunds"),
    }
}

fn parts(meta: &Meta) -> darling::Result<Option<ExprArray>> {
    keys::array(meta, " = [more::refunds]")
}
