//! Small helpers of generated code around a call: lending, defaults, blocking.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use super::ToolError;

/// A type that a function borrows, and what is decoded to lend it.
pub trait Lend {
    /// What is decoded.
    type Owned;

    /// The borrow.
    fn lend(owned: &Self::Owned) -> &Self;
}

impl<T> Lend for T {
    type Owned = T;

    fn lend(owned: &T) -> &T {
        owned
    }
}

impl Lend for str {
    type Owned = String;

    fn lend(owned: &String) -> &str {
        owned
    }
}

impl<T> Lend for [T] {
    type Owned = Vec<T>;

    fn lend(owned: &Vec<T>) -> &[T] {
        owned
    }
}

impl Lend for Path {
    type Owned = PathBuf;

    fn lend(owned: &PathBuf) -> &Path {
        owned
    }
}

/// Runs a blocking function where it blocks no other task. A dropped call does not end it.
///
/// # Errors
/// When the runtime shuts down before it ran. Its panics go on here.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ToolError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| match error.try_into_panic() {
            Ok(payload) => std::panic::resume_unwind(payload),
            Err(error) => ToolError::model("the tool was stopped").with_cause(error),
        })
}

/// What a text can stand for as a default.
#[diagnostic::on_unimplemented(
    message = "the default is a text, and the parameter is a `{Self}`",
    label = "this default is a text",
    note = "write the default as a value of the parameter's type"
)]
pub trait TextDefault: From<&'static str> {}

impl<T: From<&'static str>> TextDefault for T {}

/// A default that was written as a text.
#[must_use]
pub fn text_default<T: TextDefault>(text: &'static str) -> T {
    T::from(text)
}

/// How a default is shown to the model: `(&Shown::<T>::new()).show()`.
#[derive(Debug)]
pub struct Shown<T>(PhantomData<fn() -> T>);

impl<T> Shown<T> {
    /// Of a type.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "only generated code makes one")]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

/// A default that serialises is shown.
pub trait ShownDefault<T> {
    /// Writes the default.
    fn show(&self) -> fn(&T) -> Option<Value>;
}

impl<T: Serialize> ShownDefault<T> for Shown<T> {
    fn show(&self) -> fn(&T) -> Option<Value> {
        |default| serde_json::to_value(default).ok()
    }
}

/// Any other default is not.
pub trait HiddenDefault<T> {
    /// Writes nothing.
    fn show(&self) -> fn(&T) -> Option<Value> {
        |_| None
    }
}

impl<T> HiddenDefault<T> for &Shown<T> {}
