//! JSON Schema in one canonical form, made from Rust types.
//!
//! Draft 2020-12, an object at the root of every declaration, no titles, sub-schemas in
//! their place, number widths as bounds. The model clients rewrite it where a vendor
//! needs less.

mod canonical;
mod combine;
mod legacy;
mod parts;
mod refs;
mod rewrite;
mod root;
mod variants;

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Value, json};

use super::Json;

pub use rewrite::{RewriteError, SchemaDialect};

pub(crate) use parts::{admits_null, resolve};

/// A schema in canonical form, built once and written as text.
///
/// ```
/// use adk::content::Schema;
///
/// assert_eq!(Schema::of::<Vec<bool>>().as_json().as_str(), r#"{"type":"array","items":{"type":"boolean"}}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Schema(Json);

impl Schema {
    /// The schema of what a type is read from.
    #[must_use]
    pub fn of<T: JsonSchema + ?Sized>() -> Self {
        Self::generate::<T>(Contract::Deserialize)
    }

    /// The schema of what a type is written as.
    #[must_use]
    pub fn of_output<T: JsonSchema + ?Sized>() -> Self {
        Self::generate::<T>(Contract::Serialize)
    }

    fn generate<T: JsonSchema + ?Sized>(contract: Contract) -> Self {
        let mut generator = generator(contract);
        let mut schema = generator.subschema_for::<T>();
        let definitions = generator.take_definitions(false);
        if !definitions.is_empty() {
            schema.insert("$defs".into(), definitions.into());
        }
        Self::from_value(schema.to_value())
    }

    /// The schema of a function without parameters.
    #[must_use]
    pub fn empty_object() -> Self {
        Self::from_value(json!({"type": "object"})).into_object_root()
    }

    /// A schema written by hand, brought into canonical form.
    ///
    /// ```
    /// use adk::content::Schema;
    /// use serde_json::json;
    ///
    /// let schema = Schema::from_value(json!({"title": "Age", "type": "integer", "format": "uint8"}));
    /// assert_eq!(schema.as_json().as_str(), r#"{"type":"integer","minimum":0,"maximum":255}"#);
    /// ```
    #[must_use]
    pub fn from_value(mut schema: Value) -> Self {
        canonical::rewrite(&mut schema);
        Self(Json::from(schema))
    }

    /// A schema that others wrote, as it is.
    #[cfg_attr(
        not(feature = "mcp"),
        expect(dead_code, reason = "others write no schema")
    )]
    pub(crate) fn verbatim(schema: Value) -> Self {
        Self(Json::from(schema))
    }

    /// The same schema as the root of a function's arguments or answer: an object with
    /// `properties` and `required`, without alternatives beside them.
    pub(crate) fn into_object_root(self) -> Self {
        let mut schema = self.0.to_value();
        root::merge_root(&mut schema);
        Self(Json::from(schema))
    }

    /// Whether the value is an object whatever it holds.
    pub(crate) fn is_object(&self) -> bool {
        root::is_object(&self.0.to_value())
    }

    /// Whether no value is an object.
    pub(crate) fn is_never_object(&self) -> bool {
        root::is_never_object(&self.0.to_value())
    }

    /// An object that holds a value of this schema under `name`.
    pub(crate) fn into_property(self, name: &str) -> Self {
        let mut schema = self.0.to_value();
        let definitions = schema
            .as_object_mut()
            .and_then(|node| node.shift_remove("$defs"));
        let mut root = json!({"type": "object", "properties": {name: schema}, "required": [name]});
        if let Some(definitions) = definitions {
            root["$defs"] = definitions;
        }
        Self::from_value(root)
    }

    /// The schema's text.
    #[must_use]
    pub fn as_json(&self) -> &Json {
        &self.0
    }
}

/// The generator of every schema here: draft 2020-12, nothing by reference that
/// can stand in its place.
pub(crate) fn generator(contract: Contract) -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.contract = contract;
    settings.into_generator()
}
