//! Tools, parameters and entries under `#[cfg]`; it has only to compile, with the feature
//! and without, under every lint that generated code could meet.

#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    private_interfaces,
    unreachable_pub,
    clippy::pedantic,
    clippy::nursery
)]

use adk::{LlmAgent, Result, agent, tool, tools};

/// Finds a place.
#[cfg(feature = "maps")]
#[tool(read_only)]
pub async fn find_place(
    /// Name of the place.
    name: &str,
) -> String {
    name.to_owned()
}

/// Looks up the weather.
#[tool]
pub async fn get_weather(
    /// City name.
    city: &str,
    /// How far around it, in kilometres.
    #[cfg(feature = "maps")]
    #[arg(default = 10, max = 100)]
    around: u32,
    /// The country, where nobody can look it up.
    #[cfg(not(feature = "maps"))]
    country: Option<&str>,
) -> String {
    #[cfg(feature = "maps")]
    let more = around.to_string();
    #[cfg(not(feature = "maps"))]
    let more = country.unwrap_or_default();
    format!("{city} {more}")
}

/// Answers questions about the weather.
#[agent(
    model = "gemini-2.5-flash",
    tools = [
        get_weather,
        #[cfg(feature = "maps")]
        find_place,
    ],
)]
#[must_use]
pub fn weather_agent() -> &'static str {
    "You help with the weather."
}

/// An agent with the same tools, made by hand.
///
/// # Errors
/// When the model has no key.
pub fn by_hand() -> Result<LlmAgent> {
    let tools = tools![
        #[cfg(feature = "maps")]
        find_place,
        get_weather,
    ];
    LlmAgent::builder("by_hand")
        .model("gemini-2.5-flash")
        .tools(tools)
        .build()
}
