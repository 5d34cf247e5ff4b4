//! Guides: what to reach for, from the first step on. These modules hold no code.

#[doc = include_str!("../docs/agents.md")]
pub mod agents {}

#[doc = include_str!("../docs/tools.md")]
pub mod tools {}

#[doc = include_str!("../docs/toolsets.md")]
pub mod toolsets {}

#[doc = include_str!("../docs/contract.md")]
pub mod contract {}

#[doc = include_str!("../docs/comparison.md")]
pub mod comparison {}

#[doc = include_str!("../docs/performance.md")]
pub mod performance {}
