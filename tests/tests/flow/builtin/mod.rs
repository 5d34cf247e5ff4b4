//! The tools that come with the crate, as a model meets them.

mod artifacts;
mod examples;
mod memory;
