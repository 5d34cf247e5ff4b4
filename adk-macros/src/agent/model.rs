//! The agent understood.

use syn::Path;
use syn::ext::IdentExt;

use super::args::AgentArgs;
use crate::shared::docs::{self, Docs};
use crate::shared::function::Function;

/// An agent as its author wrote it.
#[derive(Debug)]
pub(super) struct Agent {
    pub(super) args: AgentArgs,
    pub(super) function: Function,
    pub(super) crate_path: Path,
    pub(super) name: String,
    pub(super) docs: Docs,
}

impl Agent {
    pub(super) fn read(args: AgentArgs, function: Function, crate_path: Path) -> Self {
        let own = function.sig.ident.unraw().to_string();
        Self {
            name: args.name.as_ref().map_or(own, syn::LitStr::value),
            docs: docs::read(&function.attrs),
            crate_path,
            args,
            function,
        }
    }
}
