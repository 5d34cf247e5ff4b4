//! Agents in Rust, built on macros.
//!
//! Write an async fn, put [`#[tool]`](macro@tool) on it, and a model can call it; put
//! [`#[agent]`](macro@agent) on another fn, and it runs: model, tools, model, until the
//! answer is there. Names, JSON and the order of events are those of Google's Agent
//! Development Kit.
//!
//! ```
//! use adk::prelude::*;
//! use adk::testing::ScriptedModel;
//!
//! /// Looks up the current weather in a city.
//! #[tool]
//! async fn get_weather(
//!     /// City name, e.g. "Paris".
//!     city: &str,
//! ) -> String {
//!     format!("22 °C and sunny in {city}")
//! }
//!
//! /// Answers questions about the weather.
//! #[agent(model = "gemini-2.5-flash", tools = [get_weather])]
//! fn weather_agent() -> &'static str {
//!     "You help with the weather. Always name the unit."
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
//! // Offline, a script answers in the model's place; `weather_agent::agent()?` asks Gemini.
//! let script = ScriptedModel::new()
//!     .call("get_weather", serde_json::json!({ "city": "Paris" }))
//!     .text("It is sunny in Paris, 22 °C.");
//! let agent = weather_agent::builder().model(script).build()?;
//! let runner = Runner::builder("weather_app", agent).build()?;
//! let answer = runner.run("user-1", "session-1", "What's the weather in Paris?").text().await?;
//! assert_eq!(answer, "It is sunny in Paris, 22 °C.");
//! # Ok(()) }
//! ```
//!
//! # Tools
//!
//! Parameters are flat, and their `///` docs are what the model reads of them. `Option<T>` is
//! optional; [`ToolContext`] may stand anywhere and is never part of the schema. What a tool
//! returns reaches the model as it is when it is an object, else as `{"result": …}`; an error
//! as `{"error": "…"}`. A panic is caught and told to the model like an error. A tool that
//! returns a stream reports its progress; `confirm` asks a person first. The fn stays an
//! ordinary fn, so a unit test calls it. See [`tool`](macro@tool) for every key, and
//! [`tool`](mod@tool) for tools that no function can be. [`#[toolset]`](macro@toolset) makes
//! tools of the methods of a type, which share its value; a [`Toolset`] of one's own lists its
//! tools anew in each run. Any toolset can be [filtered, prefixed or
//! confirmed](tool::ToolsetExt). [`tool::builtin`] has those that come with the crate, for memory,
//! artifacts, loops and examples. A [`SkillToolset`] has an agent read how to do a task when it
//! comes. An [`OpenApiToolset`] has the operations of an API.
//!
//! # Agents and models
//!
//! An [`LlmAgent`] has a model, an [`Instruction`] with `{keys}` of the session's state, tools
//! and callbacks. With an [`output`](LlmAgentBuilder::output), it answers with a type of yours.
//! `model = "gemini-…"` and `"openai/…"` resolve to the clients of
//! [`model`](mod@model), with keys from the environment; any [`Llm`] will do. No
//! model is ever put in place of the one that was named: a missing key is an error that says
//! which variable to set. A [`GeminiTool`] is one that Google's server runs, such as its search.
//!
//! Agents form a tree. A model hands the conversation over to one of its
//! [`sub_agent`](LlmAgentBuilder::sub_agent)s and back. A [`SequentialAgent`], a
//! [`ParallelAgent`] or a [`LoopAgent`] runs its agents by a plan, a [`CustomAgent`] by a function.
//! An [`AgentTool`] is an agent that another calls. [`#[agent]`](macro@agent) makes each of them.
//! Wherever a call waits for a person, the run
//! that brings the answer goes on there, in this process or in another.
//!
//! The guides say what to reach for: [`guides::agents`], [`guides::tools`] and
//! [`guides::toolsets`].
//!
//! # State
//!
//! Beside its events a session has state, which tools write and instructions name.
//! [`#[derive(StateKeys)]`](derive@StateKeys) on a struct names the keys, with their types and
//! with who shares them: the session, the user, the app, or the run alone.
//!
//! # Runs
//!
//! [`Runner::run`] gives a [`Run`]: a stream of [`Event`]s, each stored in the session before
//! it is seen. Dropping it cancels everything under it, as a token given to
//! [`Run::cancellation`] does; the next run on the session cleans up.
//! [`Run::text`] and [`Run::output`] wait for the answer, [`Run::detach`] lets the run go on
//! without a reader. [`RunConfig`] holds streaming, the limits and the
//! [timeout](RunConfig::timeout). A session has one run at a time:
//! [`when_busy`](runner::RunnerBuilder::when_busy) lets a second one wait for its turn.
//!
//! # Hooks
//!
//! ```
//! use adk::plugin::BeforeTool;
//! use adk::testing::ScriptedModel;
//! use adk::{LlmAgent, Json};
//!
//! # fn main() -> adk::Result<()> {
//! let agent = LlmAgent::builder("careful")
//!     .model(ScriptedModel::new().text("Hi."))
//!     .before_tool(|_ctx, tool, args| async move {
//!         if tool.name() == "delete_everything" {
//!             let refusal = serde_json::json!({ "error": "not on a Friday" });
//!             return Ok(BeforeTool::Respond(Json::from(refusal)));
//!         }
//!         Ok(BeforeTool::Proceed(args))
//!     })
//!     .build()?;
//! # let _ = agent;
//! # Ok(()) }
//! ```
//!
//! An agent's callbacks and a runner's [`Plugin`](plugin::Plugin)s share the same hooks; see
//! [`plugin`] for their order, and for plugins that log a run or have a model reflect on its
//! failures. A [`RequestProcessor`] or a [`ResponseProcessor`] changes what an agent's model is
//! sent, or what it answered; [`planner`], [`code`] and [`auth`] are steps to fill.
//!
//! # Errors
//!
//! [`Error`] has a [`kind`](Error::kind) to act on and a text that says what, where, and how to
//! mend it. [`ToolError`] is apart: it says what the model may read.
//!
//! # Features
//!
//! | feature | brings | on by default |
//! |---|---|---|
//! | `macros` | `#[tool]`, `#[toolset]`, `#[agent]`, `#[derive(StateKeys)]` | yes |
//! | `gemini` | the Gemini client | yes |
//! | `openai` | the client for OpenAI and what speaks its chat completions | no |
//! | `mcp` | [`McpToolset`]: the tools of MCP servers; [`mcp::serve`]: tools as one | no |
//! | `openapi` | [`OpenApiToolset`]: the operations of an `OpenAPI` document as tools | no |
//! | `skills` | [`SkillToolset`]: folders of instructions that an agent reads when a task calls for them | no |
//! | `testing` | [`testing`]: a scripted model, fixed ids and clock | no |
//! | `full` | all of them | no |
//!
//! A run needs a tokio runtime with its timer.

#[doc(hidden)]
pub mod __private;
pub mod agent;
pub mod artifact;
pub mod auth;
pub mod code;
pub mod content;
pub mod context;
mod emit;
pub mod error;
pub mod event;
mod flow;
pub mod graph;
#[cfg(all(feature = "macros", feature = "testing"))]
pub mod guides;
mod instruction;
pub mod invocation;
#[cfg(feature = "mcp")]
pub mod mcp;
pub mod memory;
pub mod model;
#[cfg(feature = "_tls")]
mod net;
mod panic;
pub mod planner;
pub mod platform;
pub mod plugin;
pub mod prelude;
pub mod runner;
pub mod session;
mod telemetry;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tool;

#[cfg(feature = "macros")]
pub use adk_macros::{StateKeys, agent, tool, tools, toolset};
pub use agent::{
    AgentTool, CustomAgent, LlmAgent, LlmAgentBuilder, LoopAgent, ParallelAgent, RequestProcessor,
    ResponseProcessor, SequentialAgent,
};
pub use content::{Content, Json, Part, Role};
pub use context::{
    App, CallbackContext, CancellationToken, ReadonlyContext, RunConfig, ToolContext,
};
pub use error::{BoxError, Error, ErrorKind, Result};
pub use event::{Event, StateDelta};
/// What a tool that reports while it works returns.
pub use futures_core::Stream;
pub use instruction::Instruction;
pub use invocation::{Agent, Emitter, EventStream, InvocationContext};
pub use model::Llm;
pub use runner::{CreateSession, Run, Runner};
pub use session::{InMemorySessionService, Session, SessionService, StateKey, StateKeys};
#[cfg(feature = "mcp")]
pub use tool::mcp::McpToolset;
#[cfg(feature = "openapi")]
pub use tool::openapi::OpenApiToolset;
#[cfg(feature = "skills")]
pub use tool::skill::SkillToolset;
pub use tool::{FunctionTool, GeminiTool, Tool, ToolError, ToolList, Toolset};
pub use {schemars, serde, serde_json};
