//! adk.

pub mod content;
pub mod error;
pub mod event;
pub mod model;
pub mod platform;

pub use content::{Content, Json, Part, Role};
pub use error::{BoxError, Error, ErrorKind, Result};
pub use event::{Event, StateDelta};
