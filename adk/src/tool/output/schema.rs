//! The schema of a function's return, where it has one.

use std::marker::PhantomData;

use futures_core::Stream;
use schemars::JsonSchema;

use crate::content::Schema;

/// The type that a function returns, asked for its schema:
/// `(&&&&OutputOf::<T>::new()).schema()`.
#[derive(Debug)]
pub struct OutputOf<T>(PhantomData<fn() -> T>);

impl<T> OutputOf<T> {
    /// Of a type.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "only generated code makes one")]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

/// A stream: the schema is the one of its items. Told apart from other types by
/// `(&&&OutputOf::<T>::new()).item()`.
pub trait StreamItem {
    /// What comes in the end.
    type Item;

    /// Of the item's type.
    fn item(&self) -> OutputOf<Self::Item> {
        OutputOf::new()
    }
}

impl<S: Stream> StreamItem for &&OutputOf<S> {
    type Item = S::Item;
}

/// A stream, or the reason why there is none.
pub trait FallibleStreamItem {
    /// What comes in the end.
    type Item;

    /// Of the item's type.
    fn item(&self) -> OutputOf<Self::Item> {
        OutputOf::new()
    }
}

impl<S: Stream, E> FallibleStreamItem for &OutputOf<Result<S, E>> {
    type Item = S::Item;
}

/// Everything else.
pub trait AnyItem {
    /// What comes.
    type Item;

    /// Of the type itself.
    fn item(&self) -> OutputOf<Self::Item> {
        OutputOf::new()
    }
}

impl<T> AnyItem for OutputOf<T> {
    type Item = T;
}

/// A `Result` whose value has a schema.
pub trait ResultSchema {
    /// The schema of the value.
    fn schema(&self) -> Option<Schema>;
}

impl<T: JsonSchema, E> ResultSchema for &&&OutputOf<Result<T, E>> {
    fn schema(&self) -> Option<Schema> {
        schema::<T>()
    }
}

/// Another `Result`.
pub trait ResultWithoutSchema {
    /// None.
    fn schema(&self) -> Option<Schema> {
        None
    }
}

impl<T, E> ResultWithoutSchema for &&OutputOf<Result<T, E>> {}

/// A value that has a schema.
pub trait ValueSchema {
    /// The value's.
    fn schema(&self) -> Option<Schema>;
}

impl<T: JsonSchema> ValueSchema for &OutputOf<T> {
    fn schema(&self) -> Option<Schema> {
        schema::<T>()
    }
}

/// Another value.
pub trait ValueWithoutSchema {
    /// None.
    fn schema(&self) -> Option<Schema> {
        None
    }
}

impl<T> ValueWithoutSchema for OutputOf<T> {}

fn schema<T: JsonSchema>() -> Option<Schema> {
    output_schema(Schema::of_output::<T>())
}

/// The schema of what the model reads of a value of this schema; none where that depends on
/// the value.
#[must_use]
pub fn output_schema(schema: Schema) -> Option<Schema> {
    match schema.as_json().as_str() {
        r#"{"type":"null"}"# => None,
        _ if schema.is_object() => Some(schema.into_object_root()),
        _ if schema.is_never_object() => Some(schema.into_property("result")),
        _ => None,
    }
}
