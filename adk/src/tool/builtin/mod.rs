//! Tools that come with the crate.

mod exit;

pub use exit::exit_loop;
