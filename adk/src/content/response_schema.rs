//! The schema of a model's answer. It is shared by all requests of an agent, and keeps
//! its text in each vendor's form.

use std::sync::Arc;

use super::wire::DialectCells;
use super::{Schema, SchemaDialect};

/// What a model's answer has to be, as
/// [`GenerateContentConfig::response_schema`](super::GenerateContentConfig::response_schema)
/// takes it.
///
/// ```
/// use adk::content::{GenerateContentConfig, Schema};
///
/// let config = GenerateContentConfig::new().response_schema(Schema::of::<Vec<String>>());
/// assert_eq!(config.response_mime_type.as_deref(), Some("application/json"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ResponseSchema(Arc<Inner>);

#[derive(Debug, PartialEq)]
struct Inner {
    schema: Schema,
    wire: DialectCells,
}

impl ResponseSchema {
    /// The schema itself.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.0.schema
    }

    /// Appends what `write` makes of the schema for `dialect`, from the cache when it was
    /// written before.
    #[cfg_attr(not(feature = "_http"), expect(dead_code, reason = "no client is on"))]
    pub(crate) fn append(
        &self,
        dialect: SchemaDialect,
        out: &mut Vec<u8>,
        write: impl FnOnce(&Schema) -> serde_json::Result<Vec<u8>>,
    ) -> serde_json::Result<()> {
        let written = self.0.wire.get_or_write(dialect, || write(self.schema()))?;
        out.extend_from_slice(written);
        Ok(())
    }
}

impl From<Schema> for ResponseSchema {
    fn from(schema: Schema) -> Self {
        Self(Arc::new(Inner {
            schema,
            wire: DialectCells::default(),
        }))
    }
}
