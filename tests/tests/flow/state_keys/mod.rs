//! Typed keys of the state.

mod keys;
