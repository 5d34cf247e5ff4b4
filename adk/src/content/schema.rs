//! JSON Schema in one canonical form, made from Rust types.
//!
//! Draft 2020-12, an object at the root, no titles, sub-schemas in their place,
//! number widths as bounds. The model clients rewrite it where a vendor needs less.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema as Raw, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Json;

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
    /// The schema of a type.
    #[must_use]
    pub fn of<T: JsonSchema + ?Sized>() -> Self {
        Self::from_raw(generator().into_root_schema_for::<T>())
    }

    /// The schema of a function without parameters.
    #[must_use]
    pub fn empty_object() -> Self {
        Self::object(&Map::new(), &[])
    }

    /// An object that has these properties and no others.
    pub(crate) fn object(properties: &Map<String, Value>, required: &[Value]) -> Self {
        Self(Json::from(json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })))
    }

    fn from_raw(mut raw: Raw) -> Self {
        raw.remove("$schema");
        RecursiveTransform(canonical).transform(&mut raw);
        Self(Json::from(raw.to_value()))
    }

    /// The schema's text.
    #[must_use]
    pub fn as_json(&self) -> &Json {
        &self.0
    }
}

/// The generator of every schema here: draft 2020-12, nothing by reference that
/// can stand in its place.
pub(crate) fn generator() -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.into_generator()
}

fn canonical(schema: &mut Raw) {
    schema.remove("title");
    let format = schema.remove("format");
    match format.as_ref().and_then(Value::as_str) {
        Some("int8") => bounds(schema, i64::from(i8::MIN), i64::from(i8::MAX)),
        Some("int16") => bounds(schema, i64::from(i16::MIN), i64::from(i16::MAX)),
        Some("int32") => bounds(schema, i64::from(i32::MIN), i64::from(i32::MAX)),
        Some("uint32") => bounds(schema, 0, i64::from(u32::MAX)),
        Some(known @ ("date-time" | "date" | "time" | "duration" | "email" | "uri" | "uuid")) => {
            schema.insert("format".into(), known.into());
        }
        _ => {}
    }
}

fn bounds(schema: &mut Raw, minimum: i64, maximum: i64) {
    schema.insert("minimum".into(), minimum.into());
    schema.insert("maximum".into(), maximum.into());
}
