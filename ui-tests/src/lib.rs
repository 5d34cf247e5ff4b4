//! What the compiler says of tools, toolsets and agents: `tool`, `toolset` and `agent` beside
//! this folder. `cases.md` lists the mistakes about tools, with the cases of each.
//!
//! A case in `fail` has one fault and is named after it; the text beside it is what the
//! pinned compiler says. `TRYBUILD=overwrite cargo test -p ui-tests` writes the texts anew.
