#![no_implicit_prelude]
#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

//! Knows no name that it does not import.

use ::adk::StateKeys;

/// What is remembered.
#[derive(StateKeys)]
pub struct AppState {
    /// The city.
    pub city: ::std::string::String,
    #[state(user)]
    visits: ::core::primitive::u32,
}

fn main() {
    ::std::assert_eq!(AppState::CITY.name(), "city");
    ::std::assert_eq!(AppState::VISITS.name(), "user:visits");
}
