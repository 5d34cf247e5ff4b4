//! Whether a type can be the value of a state key: one that can be written or read at least.

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A type whose value is to be kept: `(&Kept::of(&value)).check()` asks.
#[derive(Debug)]
pub struct Kept<T>(PhantomData<fn() -> T>);

impl<T> Kept<T> {
    /// Of the type of a value.
    #[must_use]
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

impl<T: Serialize> Kept<T> {
    /// It can be written.
    pub fn check(&self) {}
}

/// A type that can only be read.
pub trait OnlyRead {
    /// It can.
    fn check(&self) {}
}

impl<T: DeserializeOwned> OnlyRead for Kept<T> {}

/// A type that can be neither written nor read.
pub trait NeverKept<T> {
    /// No such type is a value.
    fn check(&self)
    where
        T: Value,
    {
    }
}

impl<T> NeverKept<T> for &Kept<T> {}

/// What no type is: whoever asks is told what the type lacks.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of a state key",
    label = "this type can neither be written as JSON nor read from it",
    note = "add `#[derive(serde::Serialize, serde::Deserialize)]` to it, or to the type inside it; both are in `adk` too: `adk::serde`"
)]
pub trait Value {}
