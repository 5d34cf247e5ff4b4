//! What the macros stand on.

pub(crate) mod attributes;
pub(crate) mod block;
pub(crate) mod cfg;
pub(crate) mod crate_path;
pub(crate) mod docs;
pub(crate) mod errors;
pub(crate) mod fallback;
pub(crate) mod function;
pub(crate) mod keys;
pub(crate) mod list;
mod manifest;
pub(crate) mod names;
pub(crate) mod respan;
pub(crate) mod types;
