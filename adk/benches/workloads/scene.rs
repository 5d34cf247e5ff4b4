//! The words of the play: what the user asks, what the tool takes and gives, what the model says.
//!
//! The mock model and every side read them here, so that all of them do the same work.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) const MODEL: &str = "mock-1";
pub(crate) const INSTRUCTION: &str =
    "You are a helpful assistant. Use the tools you have; answer in one sentence.";
pub(crate) const QUESTION: &str = "What is the weather in Paris right now?";
/// Asks for so much that the model calls the tool [`CALLS`] times at once.
pub(crate) const BROAD_QUESTION: &str = "What is the weather in every city of France?";
/// Asks for an answer that comes in [`PIECES`] pieces.
pub(crate) const LONG_QUESTION: &str = "How will the weather in Paris be, day by day?";

pub(crate) const ANSWER: &str =
    "It is 21.5 degrees celsius in Paris, with a light breeze from the west.";

pub(crate) const CALLS: u16 = 8;
/// The calls of a turn that has many.
pub(crate) const MANY: u16 = 64;
pub(crate) const PIECES: u16 = 1_000;
pub(crate) const PIECE: &str = "Sunny, then rain. ";

pub(crate) const TOOL: &str = "get_weather";
pub(crate) const TOOL_DESCRIPTION: &str = "The current weather in a city.";
/// What the model asks the tool, as it stands in the call's `args`.
pub(crate) const ARGUMENTS: &str = r#"{"city":"Paris","unit":"celsius"}"#;
/// What the tool says to it, as it goes back to the model.
pub(crate) const OUTPUT: &str = r#"{"city":"Paris","temperature":21.5,"unit":"celsius"}"#;
/// Models want the signature of their call back, byte for byte.
pub(crate) const SIGNATURE: &str =
    "CpYBAdHtim9yVHJhbnNwYXJlbnRUb1VzQnV0VG9CZUdpdmVuQmFja0FzSXRDYW1l";

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    Celsius,
    Fahrenheit,
}

#[derive(Debug, Serialize)]
pub(crate) struct Weather {
    city: String,
    temperature: f64,
    unit: Unit,
}

#[expect(clippy::unused_async, reason = "tools are async")]
pub(crate) async fn get_weather(city: String, unit: Unit) -> Weather {
    let temperature = match unit {
        Unit::Celsius => 21.5,
        Unit::Fahrenheit => 70.7,
    };
    Weather {
        city,
        temperature,
        unit,
    }
}
