#![deny(warnings)]

use std::sync::Arc;

use adk::{AgentTool, CustomAgent, LlmAgent, Result, agent, tool, tools};

pub struct Orders {
    key: &'static str,
}

/// A trait in place of a type.
pub trait Log: Send + Sync {}

struct Quiet;

impl Log for Quiet {}

/// Looks up the weather.
#[tool]
async fn get_weather() {}

/// Answers questions about the weather.
#[agent(model = "gemini-2.5-flash", tools = [get_weather])]
fn weather_agent() -> &'static str {
    "You help with the weather."
}

/// Uses what it takes in its keys alone.
#[agent(model = "gemini-2.5-flash", output_key = orders.key)]
fn clerk(orders: &Orders) -> &'static str {
    "You take orders."
}

/// Gets text, a trait and a share.
#[agent(
    model = "gemini-2.5-flash",
    tools = [get_weather, weather_agent, clerk(orders), ..tools![weather_agent]],
    sub_agents = [
        clerk(orders.clone()),
        self::weather_agent,
        #[cfg(any())]
        missing(orders),
        ..computed(),
        ..[computed(), computed()],
        ..shared(),
        ..&kept(),
        ..Vec::from([kept()]),
    ],
)]
fn desk(mut orders: Arc<Orders>, _log: &dyn Log, _name: &str) -> String {
    orders = Arc::clone(&orders);
    orders.key.to_owned()
}

fn computed() -> Result<LlmAgent> {
    weather_agent::agent()
}

fn shared() -> Vec<Arc<dyn adk::Agent>> {
    Vec::new()
}

fn kept() -> Arc<dyn adk::Agent> {
    let kept = CustomAgent::builder("kept", |_, _| async { Ok(()) });
    Arc::new(kept.build().unwrap())
}

macro_rules! team {
    ($name:ident, $model:expr, $text:expr, [$($below:path),*], [$($tool:path),*]) => {
        #[agent(model = $model, sub_agents = [$($below),*], tools = [$($tool),*])]
        fn $name() -> &'static str {
            $text
        }
    };
}

team!(team, "gemini-2.5-flash", "You lead.", [weather_agent], [self::get_weather]);

/// A parameter under `cfg`.
#[agent(model = "gemini-2.5-flash")]
fn conditional(#[cfg(any())] _missing: &Missing, #[cfg(all())] _orders: &Orders) -> &'static str {
    "You help."
}

fn main() {
    let log: Arc<dyn Log> = Arc::new(Quiet);
    let _ = desk::agent(Orders { key: "" }, log, "");
    let _ = team::agent();
    let _ = clerk::builder(Arc::new(Orders { key: "a" }));
    let _ = conditional::builder(Orders { key: "a" });
    if let Ok(agent) = weather_agent::agent() {
        let _ = AgentTool::new(agent);
    }
}
