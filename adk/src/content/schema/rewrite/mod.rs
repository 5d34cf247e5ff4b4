//! From the canonical form to what each provider takes: a pure function a dialect.
//!
//! A constraint that a dialect has no word for goes into the description, so that the
//! model still reads it. Model clients call this once for each declaration.

mod cycles;
mod gemini;
mod notes;
mod object_root;
mod openapi;
mod strict;

use std::fmt;

use serde_json::Value;

use super::Schema;
use crate::content::Json;

/// What a provider takes of JSON Schema.
///
/// ```
/// use adk::content::{Schema, SchemaDialect};
///
/// let schema = Schema::empty_object();
/// assert!(SchemaDialect::all().all(|dialect| schema.rewrite(dialect).is_ok()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaDialect {
    /// Gemini's `parametersJsonSchema` and `responseJsonSchema`: a part of JSON Schema,
    /// recursion through optional properties only.
    Gemini,
    /// Gemini's `parameters`: the part of `OpenAPI` that older endpoints know, without
    /// references, maps or types in lists.
    GeminiOpenApi,
    /// Functions of OpenAI's models and of those that speak like them.
    OpenAi,
    /// The same under `strict: true`: closed objects, each property required.
    OpenAiStrict,
    /// Tools of Anthropic's models.
    Anthropic,
}

/// Why a schema has no form in a dialect.
///
/// ```
/// use std::collections::BTreeMap;
/// use adk::content::{Schema, SchemaDialect};
///
/// let map = Schema::of::<BTreeMap<String, u8>>();
/// let error = map.rewrite(SchemaDialect::OpenAiStrict).unwrap_err();
/// assert_eq!(error.path(), "");
/// assert_eq!(error.to_string(), "the root takes keys that it does not list");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewriteError {
    path: String,
    reason: String,
}

impl SchemaDialect {
    pub(crate) const ALL: [Self; 5] = [
        Self::Gemini,
        Self::GeminiOpenApi,
        Self::OpenAi,
        Self::OpenAiStrict,
        Self::Anthropic,
    ];

    /// Every dialect.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter()
    }
}

impl Schema {
    /// The schema of a function's arguments, or of its answer, in a provider's dialect.
    ///
    /// ```
    /// use adk::content::{Schema, SchemaDialect};
    /// use serde_json::json;
    ///
    /// let schema = Schema::from_value(json!({
    ///     "type": "object",
    ///     "properties": {"name": {"type": "string", "maxLength": 20}},
    /// }));
    /// let told = schema.rewrite(SchemaDialect::Gemini)?;
    /// assert_eq!(told.to_value()["properties"]["name"]["description"], "(maxLength: 20)");
    ///
    /// let strict = schema.rewrite(SchemaDialect::OpenAiStrict)?;
    /// assert_eq!(strict.to_value()["required"], json!(["name"]));
    /// # Ok::<(), adk::content::RewriteError>(())
    /// ```
    ///
    /// # Errors
    /// When the dialect would promise what it cannot hold; only
    /// [`OpenAiStrict`](SchemaDialect::OpenAiStrict) does so, of maps, of values of any
    /// type, of tuples of several types and of what is too large for it.
    pub fn rewrite(&self, dialect: SchemaDialect) -> Result<Json, RewriteError> {
        let mut schema = self.as_json().to_value();
        object_root::rewrite(&mut schema);
        match dialect {
            SchemaDialect::Gemini => gemini::rewrite(&mut schema),
            SchemaDialect::GeminiOpenApi => openapi::rewrite(&mut schema),
            SchemaDialect::OpenAi => object_root::list_items(&mut schema),
            SchemaDialect::OpenAiStrict => strict::rewrite(&mut schema)?,
            SchemaDialect::Anthropic => {}
        }
        Ok(Json::from(schema))
    }
}

impl RewriteError {
    fn new(path: &str, reason: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            reason: reason.into(),
        }
    }

    /// The JSON pointer of the place that has no form; empty for the root.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.path {
            "" => write!(f, "the root {}", self.reason),
            path => write!(f, "`{path}` {}", self.reason),
        }
    }
}

impl std::error::Error for RewriteError {}

/// Any value, said by its types.
fn any_type() -> Value {
    ["string", "number", "boolean", "object", "array", "null"]
        .as_slice()
        .into()
}
