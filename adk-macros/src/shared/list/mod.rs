//! A list of tools or agents: a bare path is made by a macro, `path(args)` is an agent that
//! takes something, `..expr` is any value at run time.
//!
//! A path stands as a type, `<path as MadeTool>::add_to`, so that rustc looks for one of that
//! name and not for a crate.

mod code;
mod read;

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Path, Token};

pub(crate) use code::{Before, expand, expand_check, facts_of};
pub(crate) use read::Of;

use read::owner;

/// The entries between the brackets.
#[derive(Debug, Default)]
pub(crate) struct List(Vec<Entry>);

#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) conditions: Vec<Attribute>,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Made(Path),
    Called(Path, Punctuated<Expr, Token![,]>),
    Spread(Expr),
}

impl List {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }

    /// Each made entry with its path.
    pub(crate) fn made(&self) -> impl Iterator<Item = (&Entry, &Path)> {
        self.0.iter().filter_map(|entry| match &entry.kind {
            Kind::Made(path) | Kind::Called(path, _) => Some((entry, path)),
            Kind::Spread(_) => None,
        })
    }

    /// Each entry that is a tool of Gemini's server by its spelling, with the tool's name.
    pub(crate) fn server_tools(&self) -> impl Iterator<Item = (&Entry, &Expr, String)> {
        self.0.iter().filter_map(|entry| match &entry.kind {
            Kind::Spread(expr) => Some((entry, expr, server_tool(expr)?)),
            _ => None,
        })
    }

    /// Whether there is a made entry whatever the build's configuration is.
    pub(crate) fn has_certain(&self) -> bool {
        self.made().any(|(entry, _)| entry.conditions.is_empty())
    }

    pub(crate) fn has_spread(&self) -> bool {
        let mut kinds = self.0.iter().map(|entry| &entry.kind);
        kinds.any(|kind| matches!(kind, Kind::Spread(_)))
    }
}

/// `google_search` of `GeminiTool::google_search()`.
fn server_tool(expr: &Expr) -> Option<String> {
    let Expr::Call(call) = expr else { return None };
    let Expr::Path(function) = &*call.func else {
        return None;
    };
    let name = &function.path.segments.last()?.ident;
    (owner(&function.path)? == "GeminiTool").then(|| name.to_string())
}
