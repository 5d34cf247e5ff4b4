//! What the vendors' clients share to talk over HTTP.

mod sse;
