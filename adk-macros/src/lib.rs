//! The macros of `adk`.
