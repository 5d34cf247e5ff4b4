//! Numbers and ids that the model sends as texts, since JSON numbers of 64 bits do not
//! survive every reader on the way.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// A type that is read from a text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent as a text",
    label = "this type is not read from a text",
    note = "`as_string` is for types that implement `std::str::FromStr`, such as `u64`; take it away, or implement the trait"
)]
pub trait FromText: Sized {
    /// Reads the text.
    ///
    /// # Errors
    /// Why the text is not one, for the model.
    fn from_text(text: &str) -> Result<Self, String>;
}

impl<T: FromStr<Err: Display>> FromText for T {
    fn from_text(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error: T::Err| error.to_string())
    }
}

/// A value that the model sends as a text; a number is taken too.
pub(super) struct AsText<T>(pub(super) T);

impl<'de, T: FromText> Deserialize<'de> for AsText<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Text(PhantomData)).map(Self)
    }
}

impl<T> JsonSchema for AsText<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}

struct Text<T>(PhantomData<T>);

impl<T: FromText> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }
}
