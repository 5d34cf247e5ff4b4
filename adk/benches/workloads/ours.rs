//! The agent in the words of this crate: a `#[tool]`, an agent, a runner; sessions in memory.

use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};

use adk::content::FunctionCall;
use adk::model::{Gemini, Llm, LlmRequest, LlmResponse, ResponseStream};
use adk::{LlmAgent, Runner, prelude::*};
use futures::{StreamExt, stream};

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

/// Answers within the process: many calls at first, then a word.
#[derive(Debug)]
struct Caller(Content);

impl Llm for Caller {
    fn name(&self) -> &'static str {
        "caller"
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        let asks = request.contents().len() == 1;
        let content = if asks {
            self.0.clone()
        } else {
            Content::model("Done.")
        };
        stream::iter([Ok(LlmResponse::new(content))]).boxed()
    }
}

pub(crate) struct Ours {
    runner: Runner,
    caller: Runner,
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
        let calls = (0..scene::MANY).map(|_| {
            let args = scene::ARGUMENTS.parse::<Json>()?;
            Ok(Part::from_function_call(FunctionCall::new(
                scene::TOOL,
                args,
            )))
        });
        let calls = Content::new(Role::Model, calls.collect::<Result<Vec<_>>>()?);
        Ok(Self {
            runner: runner(model)?,
            caller: runner(Caller(calls))?,
            sessions: AtomicU32::new(0),
            tool: get_weather::tool(),
            context: adk::testing::tool_context(),
        })
    }
}

pub(crate) fn agent(model: impl Llm + 'static) -> Result<LlmAgent> {
    let agent = LlmAgent::builder("weather_agent")
        .model(model)
        .instruction(scene::INSTRUCTION)
        .tool(get_weather::tool())
        .build()?;
    Ok(agent)
}

fn runner(model: impl Llm + 'static) -> Result<Runner> {
    Ok(Runner::builder("weather_app", agent(model)?).build()?)
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

    async fn stream(&self, text: &str) -> Result<(usize, String)> {
        let config = RunConfig::new().streaming(StreamingMode::Sse);
        let run = self.runner.run("user", self.open().await?, text);
        let mut run = run.config(config);
        let (mut pieces, mut whole) = (0, String::new());
        while let Some(event) = run.next().await {
            let event = event?;
            if event.is_partial() {
                pieces += 1;
                black_box(event.text());
            } else {
                whole = event.text();
            }
        }
        Ok((pieces, whole))
    }

    async fn dispatch(&self, arguments: &Json) -> Result<Json> {
        let output = self.tool.run(&self.context, arguments).await;
        Ok(output.map_err(|error| error.to_string())?)
    }

    async fn many_calls(&self) -> Result<usize> {
        let session = self.open().await?;
        let mut run = self.caller.run("user", session, scene::QUESTION);
        let mut outputs = 0;
        while let Some(event) = run.next().await {
            outputs += event?
                .content()
                .map_or(0, |content| content.function_responses().count());
        }
        Ok(outputs)
    }
}
