//! Guides: how to reach for what, from the first step on. They hold no code.

#[doc = include_str!("../docs/tools.md")]
pub mod tools {}

#[doc = include_str!("../docs/contract.md")]
pub mod contract {}
