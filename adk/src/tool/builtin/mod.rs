//! Tools that come with the crate.

mod exit_loop;

pub use exit_loop::exit_loop;
