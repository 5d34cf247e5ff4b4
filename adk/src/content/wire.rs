//! The cached wire form of a content: what was serialised for a model once is
//! copied as bytes from then on, so a turn costs its own bytes.

use std::sync::OnceLock;

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
    pub(super) fn append<E>(
        &self,
        dialect: Dialect,
        out: &mut Vec<u8>,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some((cached, bytes)) = self.0.get()
            && *cached == dialect
        {
            out.extend_from_slice(bytes);
            return Ok(());
        }
        let start = out.len();
        write(out)?;
        self.0.get_or_init(|| (dialect, out[start..].into()));
        Ok(())
    }
}
