//! The JSON of chat completions, to and from ours.

mod answer;
mod calls;
mod messages;
mod request;
mod response_format;
mod tools;

pub(super) use answer::{Reader, error_text};
pub(super) use request::body;
