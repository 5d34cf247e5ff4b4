//! A weather agent with two tools: ask it on the command line.
//!
//! `cargo run -p examples --bin quickstart -- "What's the weather in Paris?"`

use adk::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Serialize, JsonSchema)]
struct Weather {
    city: String,
    celsius: f64,
    sky: &'static str,
}

/// Looks up the current weather in a city.
#[tool]
async fn get_weather(
    /// City name, e.g. "Paris".
    city: &str,
) -> Result<Weather, ToolError> {
    let (celsius, sky) = observe(city)?;
    Ok(Weather {
        city: city.to_owned(),
        celsius,
        sky,
    })
}

/// Looks up the weather of the next days in a city.
#[tool]
async fn get_forecast(
    /// City name, e.g. "Paris".
    city: &str,
    /// How many days to look ahead.
    #[arg(default = 3, min = 1, max = 7)]
    days: u8,
) -> Result<Vec<String>, ToolError> {
    let (celsius, sky) = observe(city)?;
    let day = |day| format!("in {day} d {} °C, {sky}", celsius + f64::from(day));
    Ok((1..=days).map(day).collect())
}

/// Stands for a weather station.
fn observe(city: &str) -> Result<(f64, &'static str), ToolError> {
    match city {
        "Paris" => Ok((18.5, "light rain")),
        "Beijing" => Ok((25.0, "clear sky")),
        "Tokyo" => Ok((22.0, "broken clouds")),
        _ => Err(ToolError::model(format!(
            "no station in `{city}`; there is one in Paris, Beijing and Tokyo"
        ))),
    }
}

/// Answers questions about the weather.
#[agent(model = "gemini-2.5-flash", tools = [get_weather, get_forecast])]
fn weather_agent() -> &'static str {
    "You help with the weather. Always name the unit."
}

#[tokio::main]
async fn main() -> adk::Result<()> {
    examples::log();
    let question = std::env::args().nth(1);
    let question = question.unwrap_or_else(|| "What's the weather in Paris?".to_owned());
    let model = examples::model(examples::scripts::weather())?;
    let agent = weather_agent::builder().model(model).build()?;
    let runner = Runner::builder("weather_app", agent).build()?;
    let mut run = runner.run("user-1", "session-1", question);
    while let Some(event) = run.next().await {
        examples::print(&event?);
    }
    Ok(())
}
