//! Trees of agents that the macro makes: they are what the builders make, and what they take
//! reaches every agent below.

use std::sync::Arc;

use adk::AgentTool;
use adk::model::LlmRequest;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::tool::StaticToolset;
use adk::tools;
use serde_json::json;
use tests::stage::Stage;

/// What the agents share; it cannot be cloned.
#[derive(Debug)]
struct Office {
    model: ScriptedModel,
    city: String,
}

impl Office {
    fn new(model: &ScriptedModel) -> Self {
        Self {
            model: model.clone(),
            city: "Oslo".to_owned(),
        }
    }
}

#[toolset]
impl Office {
    /// Tells the city.
    #[tool]
    async fn city(&self) -> &str {
        &self.city
    }
}

/// Answers questions about the weather.
#[agent(model = office.model.clone(), tools = [..office], output_key = "weather")]
fn weather(office: &Office) -> String {
    format!("You know the weather in {}.", office.city)
}

/// Keeps the books.
#[agent(model = ScriptedModel::new().text("All paid."))]
fn books() -> &'static str {
    "You keep the books."
}

/// Sends people on.
#[agent(
    model = office.model.clone(),
    sub_agents = [weather(office), #[cfg(any())] missing, books, ..more(), ..[lent(), lent()]],
)]
fn desk(office: &Arc<Office>) -> String {
    format!("You sit at the desk of {}.", office.city)
}

fn named(name: &str) -> Result<LlmAgent> {
    LlmAgent::builder(name).model(ScriptedModel::new()).build()
}

fn more() -> Vec<Arc<dyn Agent>> {
    vec![Arc::new(named("first").unwrap())]
}

fn lent() -> Result<LlmAgent> {
    static CALLS: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);
    let call = CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    named(&format!("lent_{}", call % 2))
}

async fn requests(agent: impl Agent + 'static, model: &ScriptedModel) -> Vec<LlmRequest> {
    Stage::of(agent, |runner| runner).play("Weather?").await;
    model.requests()
}

fn transferring() -> ScriptedModel {
    ScriptedModel::new()
        .call("transfer_to_agent", json!({"agent_name": "weather"}))
        .text("Cold.")
}

#[tokio::test]
async fn a_tree_is_what_the_builders_make() {
    let model = transferring();
    let by_macro = requests(desk::agent(Office::new(&model)).unwrap(), &model).await;

    let model = transferring();
    let office = Arc::new(Office::new(&model));
    let weather = LlmAgent::builder("weather")
        .description("Answers questions about the weather.")
        .instruction("You know the weather in Oslo.")
        .model(model.clone())
        .toolset(office)
        .output_key("weather");
    let desk = LlmAgent::builder("desk")
        .description("Sends people on.")
        .instruction("You sit at the desk of Oslo.")
        .model(model.clone())
        .sub_agent(weather.build())
        .sub_agent(books::agent())
        .sub_agent(named("first"))
        .sub_agent(named("lent_0"))
        .sub_agent(named("lent_1"));
    let by_builder = requests(desk.build().unwrap(), &model).await;
    assert_eq!(by_macro.len(), 2);
    assert_eq!(format!("{by_macro:#?}"), format!("{by_builder:#?}"));
}

#[test]
fn what_an_agent_takes_is_given_as_a_value_or_shared() {
    let model = ScriptedModel::new();
    let shared = Arc::new(Office::new(&model));
    let agent = desk::agent(Arc::clone(&shared)).unwrap();
    let names: Vec<_> = agent.sub_agents().iter().map(Agent::name).collect();
    assert_eq!(names, ["weather", "books", "first", "lent_0", "lent_1"]);
    assert!(Arc::strong_count(&shared) > 1, "the toolset keeps it");
    let agent = weather::builder(Office::new(&model)).description("Other.");
    assert_eq!(agent.build().unwrap().description(), "Other.");
}

/// Writes reports.
#[agent(
    model = "gemini-2.5-flash",
    tools = [books, weather(office), ..AgentTool::new(named("first").unwrap()), ..office],
)]
fn reporter(office: Arc<Office>) -> String {
    office.city.clone()
}

#[tokio::test]
async fn agents_in_a_list_of_tools_are_tools() {
    let model = ScriptedModel::new()
        .call("books", json!({"request": "Is all paid?"}))
        .text("It is.");
    let office = Office::new(&ScriptedModel::new());
    let first = LlmAgent::builder("first").description("Is first.");
    let first = first.model(ScriptedModel::new()).build().unwrap();
    let agent = LlmAgent::builder("reporter")
        .model(model.clone())
        .tools(tools![books, weather(office), ..AgentTool::new(first)]);
    let stage = Stage::new(agent);
    stage.play("All paid?").await;
    let [asked, told] = &model.requests()[..] else {
        panic!("two requests were expected");
    };
    let told_of = |tool: &_| format!("{tool:?}");
    assert_eq!(
        asked
            .declarations()
            .iter()
            .map(|tool| tool.name())
            .collect::<Vec<_>>(),
        ["books", "weather", "first"]
    );
    let by_hand = AgentTool::new(books::agent().unwrap());
    assert_eq!(
        told_of(&asked.declarations()[0]),
        told_of(by_hand.declaration())
    );
    let answer = told.contents().iter().find_map(|content| {
        let response = content.function_responses().next()?;
        Some(response.response().to_string())
    });
    assert_eq!(answer.as_deref(), Some(r#"{"result":"All paid."}"#));
}

/// Has no key, and no environment variable gives one.
#[agent(model = "nobody/knows-this")]
fn lost() -> &'static str {
    ""
}

#[agent(model = ScriptedModel::new(), sub_agents = [books, lost])]
fn above() -> &'static str {
    ""
}

#[agent(model = ScriptedModel::new(), tools = [lost])]
fn caller() -> &'static str {
    ""
}

#[test]
fn what_keeps_an_agent_from_being_made_is_said_by_those_above_it() {
    let own = lost::agent().unwrap_err();
    assert_eq!(own.kind(), ErrorKind::ModelNotConfigured);
    let error = above::agent().unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string()),
        (own.kind(), own.to_string())
    );
    let error = caller::agent().unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string()),
        (own.kind(), own.to_string())
    );
    let inside = StaticToolset::new("inside", tools![lost]);
    let builder = LlmAgent::builder("caller").model(ScriptedModel::new());
    let error = builder.toolset(inside).build().unwrap_err();
    assert!(error.to_string().contains(&own.to_string()), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("tool `lost` of toolset `inside` of agent `caller`"),
        "{error}"
    );
    let reporter = reporter::agent(Office::new(&ScriptedModel::new()));
    let error = reporter.unwrap_err().to_string();
    assert!(
        error.contains("first") && error.contains("description"),
        "{error}"
    );
}

/// A log that somebody else writes.
trait Log: Send + Sync {
    fn last(&self) -> &str;
}

struct Lines(&'static str);

impl Log for Lines {
    fn last(&self) -> &str {
        self.0
    }
}

/// Two that share one log, of which one is given text too.
#[agent(
    model = ScriptedModel::new(),
    description = format!("Reads {}.", log.last()),
    sub_agents = [scribe(log.clone(), "ink"), reader(log)]
)]
fn pair(log: &dyn Log) -> &'static str {
    ""
}

#[agent(model = ScriptedModel::new(), description = format!("{} {pen}", log.last()))]
fn scribe(log: Arc<dyn Log>, pen: &str) -> &'static str {
    ""
}

#[agent(model = ScriptedModel::new(), description = log.last())]
fn reader(log: &dyn Log) -> &'static str {
    ""
}

#[test]
fn traits_and_texts_can_be_given() {
    let log: Arc<dyn Log> = Arc::new(Lines("a line"));
    let agent = pair::agent(log).unwrap();
    let told: Vec<_> = agent.sub_agents().iter().map(Agent::description).collect();
    assert_eq!(told, ["a line ink", "a line"]);
    assert_eq!(agent.description(), "Reads a line.");
}
