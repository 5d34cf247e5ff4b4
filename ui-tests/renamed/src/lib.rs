//! Depends on `adk` under another name, in an older edition, and on nothing else; it has
//! only to compile, under every lint that generated code could meet.

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

use agent_kit::plugin::{AfterAgent, BeforeAgent};
use agent_kit::schemars::JsonSchema;
use agent_kit::serde::{Deserialize, Serialize};
use agent_kit::{
    agent, tool, tools, toolset, CallbackContext, Emitter, InvocationContext, ReadonlyContext,
    Result, SequentialAgent, StateKeys, ToolContext, ToolError, ToolList,
};
use std::sync::Arc;

/// Unit of a temperature.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(crate = "agent_kit::serde", rename_all = "lowercase")]
#[schemars(crate = "agent_kit::schemars")]
#[non_exhaustive]
pub enum Unit {
    /// Water freezes at 0.
    Celsius,
    /// Water freezes at 32.
    Fahrenheit,
}

/// The weather now.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(crate = "agent_kit::serde")]
#[schemars(crate = "agent_kit::schemars")]
#[non_exhaustive]
pub struct Weather {
    /// In the unit that was asked for.
    pub degrees: f64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "agent_kit::serde")]
#[schemars(crate = "agent_kit::schemars")]
struct Private {
    name: String,
}

/// What is remembered.
#[derive(Debug, StateKeys)]
#[non_exhaustive]
pub struct AppState {
    /// The city that was asked about last.
    pub city: String,
    #[state(user)]
    visits: u32,
    #[state(temp)]
    pub(crate) private: Option<Private>,
}

#[derive(StateKeys)]
struct Unused {
    unit: Unit,
}

/// Looks up the weather.
///
/// # Errors
/// When there is no such city.
#[tool(timeout = "5s")]
pub async fn get_weather(
    /// City name.
    city: &str,
    /// Unit of the temperature.
    #[arg(default = Unit::Celsius)]
    unit: Unit,
    ctx: &ToolContext,
) -> Result<Weather, ToolError> {
    AppState::CITY.set(ctx, city)?;
    let visits = AppState::VISITS.get(ctx)?.unwrap_or_default();
    AppState::VISITS.set(ctx, visits + 1)?;
    let degrees = match unit {
        Unit::Celsius => 20.0,
        Unit::Fahrenheit => 68.0,
    };
    Ok(Weather { degrees })
}

/// Is seen here alone, as its argument is.
#[tool(blocking)]
fn greet(
    /// Who.
    #[arg(min_len = 1)]
    names: Vec<String>,
    #[arg(flatten)] private: Private,
) -> String {
    format!("{names:?} {}", private.name)
}

/// Answers questions about the weather.
#[agent(model = "gemini-2.5-flash", tools = [get_weather, greet])]
#[must_use]
pub fn weather_agent() -> &'static str {
    "You help with the weather."
}

/// What the agents share.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Desk {
    /// Whose it is.
    pub owner: String,
}

/// Has something of everything.
#[agent(
    model = "gemini-2.5-flash",
    tools = [greet, weather_agent, talker(desk)],
    sub_agents = [talker(desk), ..weather_agent::agent()],
    output_key = desk.owner.as_str(),
    include_contents = none,
    disallow_transfer_to_peers,
    temperature = 0.2,
    stop_sequences = ["END"],
    before_agent = begin,
    global_instruction = "Be kind."
)]
#[must_use]
pub fn desk_agent(desk: &Desk) -> String {
    format!("You sit at the desk of {}.", desk.owner)
}

/// Greets.
///
/// # Errors
/// None.
#[agent(model = "gemini-2.5-flash", input = Private, output = Vec<Private>)]
pub async fn talker(desk: &Desk, ctx: &ReadonlyContext) -> Result<String> {
    Ok(format!("{} of {}", ctx.user_id(), desk.owner))
}

async fn begin(ctx: CallbackContext) -> Result<BeforeAgent> {
    ctx.state().set("begun", true);
    Ok(BeforeAgent::Proceed)
}

/// Runs what is below it.
///
/// # Errors
/// Theirs.
#[agent(sub_agents = [desk_agent(desk)])]
pub async fn driver(desk: Arc<Desk>, ctx: &InvocationContext, out: &mut Emitter) -> Result<()> {
    for agent in ctx.agent().sub_agents() {
        out.forward(ctx.run_agent(agent)).await?;
    }
    drop(desk);
    Ok(())
}

/// Again and again.
#[agent(loop = [driver(desk)], max_iterations = 3)]
pub fn rounds(desk: &Desk) {}

#[agent(sequential = [weather_agent, rounds(desk)], after_agent = async |_| Ok(AfterAgent::Proceed))]
fn hidden(desk: &Desk) {}

/// One after the other.
///
/// # Errors
/// When no model is there.
pub fn made() -> Result<SequentialAgent> {
    hidden::agent(Desk::default())
}

/// Keeps the last city.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Station<S> {
    /// Whatever is measured with.
    pub sensor: S,
}

#[toolset(prefix = "station", parts = [service])]
impl<S: Clone + Send + Sync + 'static> Station<S> {
    /// What is measured at most.
    pub const MOST: u16 = 3;

    /// Measures.
    ///
    /// # Errors
    /// When it is broken.
    #[tool(read_only, timeout = "5s")]
    pub async fn measure(
        &self,
        /// How often.
        #[arg(default = Self::MOST)]
        times: u16,
        ctx: &ToolContext,
    ) -> Result<Weather, ToolError> {
        ctx.state().set("times", times);
        let _ = self.sensor.clone();
        Ok(Weather {
            degrees: f64::from(times),
        })
    }

    /// Cleans the sensor.
    #[tool(blocking)]
    fn clean(&self, #[arg(flatten)] private: Private) -> String {
        private.name
    }
}

#[toolset(part = service)]
impl<S: Send + Sync + 'static> Station<S> {
    /// Tells when somebody looks after it.
    #[tool]
    async fn next_service() -> &'static str {
        "tomorrow"
    }
}

/// All tools.
#[must_use]
pub fn all() -> ToolList {
    tools![get_weather, greet, ..Station { sensor: 3 }]
}

/// Takes parameters with attributes and bounds.
#[tool]
async fn counted(
    /// How many.
    #[serde(alias = "number", default)]
    #[schemars(range(max = 9))]
    count: u8,
    /// What.
    #[schemars(length(max = 20))]
    #[arg(default = "egg", one_of("egg", "leaf"))]
    what: &str,
    #[arg(flatten)] from: Private,
    /// Where to.
    #[arg(min_len = 1, pattern = "^[a-z]+$")]
    to: Option<&str>,
) -> String {
    format!("{count} {what} from {} to {to:?}", from.name)
}
