//! The tools that come with the crate, as a model meets them.

mod artifacts;
mod bounds;
mod examples;
mod memory;
