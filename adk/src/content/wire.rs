//! The cached wire form of a content: what was serialised for a model once is
//! copied as bytes from then on, so a turn costs its own bytes.

use std::sync::OnceLock;

use super::SchemaDialect;

/// Which vendor's JSON a cached text is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    #[cfg_attr(
        not(feature = "gemini"),
        expect(dead_code, reason = "the client is off")
    )]
    Gemini,
    #[cfg_attr(
        not(feature = "openai"),
        expect(dead_code, reason = "the client is off")
    )]
    OpenAi,
}

/// Holds the text of the first dialect asked for; another one is written anew.
#[derive(Debug, Default, Clone)]
pub(super) struct WireCell(OnceLock<(Dialect, Box<[u8]>)>);

impl WireCell {
    /// How many bytes the text in this dialect has; 0 where another is held.
    pub(super) fn len(&self, dialect: Dialect) -> usize {
        self.text(dialect).map_or(0, <[u8]>::len)
    }

    fn text(&self, dialect: Dialect) -> Option<&[u8]> {
        let (cached, bytes) = self.0.get()?;
        (*cached == dialect).then_some(bytes)
    }

    pub(super) fn append<E>(
        &self,
        dialect: Dialect,
        out: &mut Vec<u8>,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(bytes) = self.text(dialect) {
            out.extend_from_slice(bytes);
            return Ok(());
        }
        let start = out.len();
        write(out)?;
        self.0.get_or_init(|| (dialect, out[start..].into()));
        Ok(())
    }
}

/// Holds the text of a declaration or a schema in each dialect that was asked for: agents
/// on different models share their tools.
#[derive(Debug, Default, Clone)]
pub(super) struct DialectCells([OnceLock<Box<[u8]>>; SchemaDialect::ALL.len()]);

impl DialectCells {
    pub(super) fn get_or_write(
        &self,
        dialect: SchemaDialect,
        write: impl FnOnce() -> serde_json::Result<Vec<u8>>,
    ) -> serde_json::Result<&[u8]> {
        let cell = &self.0[dialect as usize];
        if let Some(written) = cell.get() {
            return Ok(written);
        }
        let written = write()?;
        Ok(cell.get_or_init(|| written.into()))
    }
}

/// What is cached is no part of the value.
impl PartialEq for DialectCells {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
