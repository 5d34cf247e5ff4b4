//! All that generated code may touch. No part of the public interface: it changes with
//! any version, together with `adk-macros`.

pub use std::convert::Infallible;
pub use std::sync::OnceLock;

pub use futures_core::future::BoxFuture;

pub use crate::tool::args::{Bound, Param, Params, Signature};
pub use crate::tool::function::{Call, function_tool};
pub use crate::tool::lend::{HiddenDefault, Lend, Shown, ShownDefault, assert_send, blocking};
pub use crate::tool::output::{
    AnyFailed, AnyReturned, CausedFailed, Failed, OutputOf, ResultSchema, ResultWithoutSchema,
    Returned, ValueSchema, ValueWithoutSchema,
};

/// Refuses, while compiling, a description that only the compiler can read.
#[track_caller]
pub const fn check_description(text: &str) {
    assert!(
        !text.trim_ascii().is_empty(),
        "the description is empty\nhelp: say what the tool is for: the model chooses by it"
    );
    let (bytes, mut index, mut characters) = (text.as_bytes(), 0, 0);
    while index < bytes.len() {
        // Bytes that go on with a character start with the bits 10.
        if bytes[index] & 0b1100_0000 != 0b1000_0000 {
            characters += 1;
        }
        index += 1;
    }
    assert!(
        characters <= 1024,
        "a tool's description has 1024 characters at most\nhelp: shorten it"
    );
}
