//! What programs of others make of what we write: a folder a peer. Where `ADK_PEERS=1`.

#![expect(clippy::panic, reason = "a test that cannot go on panics")]

mod documents;
mod drawings;
mod mcp;
