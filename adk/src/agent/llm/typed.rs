//! What an agent answers and takes, said by types of the program: each gives the schema, and what
//! comes is decoded as it.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::LlmAgentBuilder;
use crate::tool::args::Form;

/// A type that an agent can answer with: it decodes from JSON and has a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of an agent",
    label = "this type has to decode from JSON and to have a JSON schema",
    note = "add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to the type; both are in `adk` too: `adk::serde`, `adk::schemars`",
    note = "a type of another crate may have a schema by a feature of `schemars`, such as `uuid1` or `chrono04`; else put it into a struct of your own"
)]
pub trait Output: DeserializeOwned + JsonSchema {}

impl<T: DeserializeOwned + JsonSchema> Output for T {}

/// A type that an agent can be called with as a tool: it decodes from JSON and has a schema, that
/// of an object.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the input of an agent",
    label = "this type has to decode from JSON and to have a JSON schema",
    note = "add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to the type; both are in `adk` too: `adk::serde`, `adk::schemars`"
)]
pub trait Input: DeserializeOwned + JsonSchema {}

impl<T: DeserializeOwned + JsonSchema> Input for T {}

/// What goes in and what comes out.
impl LlmAgentBuilder {
    /// The type of the agent's final answer, which [`Run::output`](crate::Run::output) gives.
    ///
    /// Its schema is sent as the vendor's response schema. A model that does not take it, or not
    /// together with tools and agents to hand over to, answers by calling the tool
    /// `set_model_response`; the answer is then an event with the JSON as its text.
    ///
    /// An answer that is not JSON of this schema, or that the type does not decode, is an event
    /// with the error code `OUTPUT_MISMATCH` and goes back to the model to be corrected, up to
    /// [`RunConfig::max_output_repairs`](crate::RunConfig::max_output_repairs) times each time the
    /// agent runs. After that, the run ends with
    /// [`ErrorKind::OutputMismatch`](crate::ErrorKind::OutputMismatch). What a hook answers in the
    /// model's place is not checked.
    ///
    /// Any type will do: a list, an enum, a number. A `String` is JSON too, a text in quotes; an
    /// agent that answers in words needs no `output`.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::schemars::JsonSchema;
    /// use adk::testing::ScriptedModel;
    /// use adk::{LlmAgent, Runner};
    ///
    /// #[derive(serde::Deserialize, JsonSchema)]
    /// struct Report {
    ///     city: String,
    ///     degrees: i32,
    /// }
    ///
    /// let model = ScriptedModel::new()
    ///     .text(r#"{"city": "Paris"}"#)
    ///     .text(r#"{"city": "Paris", "degrees": 22}"#);
    /// let agent = LlmAgent::builder("reporter").model(model).output::<Report>().build()?;
    /// let runner = Runner::builder("weather", agent).build()?;
    /// let report: Report = runner.run("user", "session", "Paris?").output().await?;
    /// assert_eq!((report.city.as_str(), report.degrees), ("Paris", 22));
    /// # Ok(()) }
    /// ```
    pub fn output<T: Output>(mut self) -> Self {
        self.output = Some(Form::of::<T>());
        self
    }

    /// The type of the arguments that the agent takes as a tool of another agent
    /// ([`AgentTool`](crate::AgentTool)). The JSON of the arguments is the message that the agent
    /// gets; what the type does not decode is an error of the tool, which the other model reads.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::schemars::JsonSchema;
    /// use adk::testing::ScriptedModel;
    /// use adk::{AgentTool, LlmAgent, Runner};
    /// use serde_json::json;
    ///
    /// #[derive(serde::Deserialize, JsonSchema)]
    /// struct Query {
    ///     city: String,
    ///     days: u8,
    /// }
    ///
    /// let forecasts = ScriptedModel::new().text("Sun, then rain.");
    /// let forecaster = LlmAgent::builder("forecaster")
    ///     .description("Tells the weather of the next days.")
    ///     .model(forecasts.clone())
    ///     .input::<Query>()
    ///     .build()?;
    /// let model = ScriptedModel::new()
    ///     .call("forecaster", json!({"city": "Oslo", "days": "2"}))
    ///     .text("Sun tomorrow.");
    /// let guide = LlmAgent::builder("guide").model(model).tool(AgentTool::new(forecaster)).build()?;
    /// let runner = Runner::builder("travel", guide).build()?;
    /// assert_eq!(runner.run("user", "session", "Oslo?").text().await?, "Sun tomorrow.");
    /// let asked = forecasts.requests()[0].contents()[0].text();
    /// assert_eq!(asked, r#"{"city":"Oslo","days":2}"#);
    /// # Ok(()) }
    /// ```
    pub fn input<T: Input>(mut self) -> Self {
        self.input = Some(Form::of::<T>());
        self
    }
}
