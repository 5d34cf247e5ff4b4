//! The agent in the words of this crate: a `#[tool]`, an agent, a runner; sessions in memory.

use std::sync::atomic::{AtomicU32, Ordering};

use adk::{LlmAgent, Runner, model::Gemini, prelude::*};

use crate::{
    Result,
    contender::Contender,
    scene::{self, Unit, Weather},
};

/// The current weather in a city.
#[tool]
async fn get_weather(
    #[arg(undocumented)] city: String,
    #[arg(undocumented)] unit: Unit,
) -> Weather {
    scene::get_weather(city, unit).await
}

pub(crate) struct Ours {
    runner: Runner,
    sessions: AtomicU32,
    tool: FunctionTool,
    context: ToolContext,
}

impl Ours {
    pub(crate) fn new(url: &str) -> Result<Self> {
        let model = Gemini::builder(scene::MODEL)
            .api_key("secret")
            .base_url(url)
            .build()?;
        let agent = LlmAgent::builder("weather_agent")
            .model(model)
            .instruction(scene::INSTRUCTION)
            .tool(get_weather::tool())
            .build()?;
        Ok(Self {
            runner: Runner::builder("weather_app", agent).build()?,
            sessions: AtomicU32::new(0),
            tool: get_weather::tool(),
            context: adk::testing::tool_context(),
        })
    }
}

impl Contender for Ours {
    /// Its id.
    type Session = String;
    type Json = Json;

    fn json(text: &str) -> Result<Json> {
        Ok(text.parse()?)
    }

    fn text(json: &Json) -> &str {
        json.as_str()
    }

    async fn open(&self) -> Result<String> {
        let number = self.sessions.fetch_add(1, Ordering::Relaxed);
        Ok(format!("session-{number}"))
    }

    async fn turn(&self, session: &mut String, text: &str) -> Result<String> {
        Ok(self.runner.run("user", &**session, text).text().await?)
    }

    async fn dispatch(&self, arguments: &Json) -> Result<Json> {
        let output = self.tool.run(&self.context, arguments).await;
        Ok(output.map_err(|error| error.to_string())?)
    }
}
