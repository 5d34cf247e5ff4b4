//! Tools, methods, parameters, parts and entries under `#[cfg]`; it has only to compile,
//! with the feature and without, under every lint that generated code could meet.

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

use adk::{LlmAgent, Result, StateKeys, agent, tool, tools, toolset};

/// What is remembered.
#[derive(Debug, StateKeys)]
#[cfg_attr(feature = "maps", state(crate = ::adk))]
pub struct AppState {
    /// The city that was asked about last.
    pub city: String,
    /// Where it is on the map.
    #[cfg(feature = "maps")]
    pub place: (f64, f64),
    /// The country.
    #[cfg(not(feature = "maps"))]
    #[state(user)]
    pub place: String,
}

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

/// Places that were seen.
#[derive(Debug, Default)]
pub struct Places {
    seen: std::sync::Mutex<Vec<String>>,
}

#[toolset(
    prefix = "places",
    parts = [
        #[cfg(feature = "maps")]
        drawn,
    ],
)]
impl Places {
    /// Notes a place.
    #[tool]
    pub async fn note(
        &self,
        /// Name of the place.
        name: String,
        /// Where it is on the map.
        #[cfg(feature = "maps")]
        #[arg(undocumented)]
        at: (f64, f64),
    ) {
        #[cfg(feature = "maps")]
        let name = format!("{name} {at:?}");
        if let Ok(mut seen) = self.seen.lock() {
            seen.push(name);
        }
    }

    /// Counts the places.
    #[tool(read_only)]
    #[cfg(not(feature = "maps"))]
    pub async fn count(&self) -> usize {
        self.seen.lock().map_or(0, |seen| seen.len())
    }
}

#[cfg(feature = "maps")]
#[toolset(part = drawn)]
impl Places {
    /// Draws the places.
    #[tool(read_only)]
    pub async fn draw(&self) -> String {
        let seen = self.seen.lock();
        seen.map_or_else(|_| String::new(), |seen| seen.join(" - "))
    }
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
        ..Places::default(),
    ];
    LlmAgent::builder("by_hand")
        .model("gemini-2.5-flash")
        .tools(tools)
        .build()
}
