//! Agents that the macro makes, and lists of tools.

mod forms;
mod keys;
mod trees;
mod types;

use std::sync::{Arc, LazyLock};

use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::{LlmAgentBuilder, ToolList, tools};
use tests::stage::Stage;

/// Looks up the weather in a city.
#[tool]
async fn get_weather(#[arg(undocumented)] city: &str) -> String {
    format!("Sunny in {city}.")
}

/// Tells the time.
#[tool]
async fn get_time() -> String {
    "noon".to_owned()
}

/// Says good day.
#[tool]
async fn greet() {}

/// Answers questions about the weather.
///
/// And nothing else.
#[agent(
    model = "gemini-2.5-flash",
    tools = [get_weather, #[cfg(any())] missing, #[cfg(all())] get_time, ..more()],
    output_key = "answer"
)]
fn weather_agent() -> &'static str {
    "You help with the weather."
}

fn more() -> Vec<Arc<dyn Tool>> {
    vec![Arc::new(greet::tool())]
}

static MODEL: LazyLock<ScriptedModel> = LazyLock::new(|| {
    ScriptedModel::new()
        .call("get_weather", serde_json::json!({"city": "Paris"}))
        .text("It is sunny.")
});

#[agent(model = MODEL.clone(), name = "other_agent", description = concat!("Is ", "other."), tools = [..get_weather::tool()])]
pub(crate) fn other() -> String {
    format!("You are {}.", other::NAME)
}

fn request_of(builder: LlmAgentBuilder, model: &ScriptedModel) -> Stage {
    Stage::new(builder.model(model.clone()))
}

#[tokio::test]
async fn an_agent_is_what_its_function_says() {
    let model = ScriptedModel::new().text("Hi.");
    let stage = request_of(weather_agent::builder(), &model);
    stage.play("Hello").await;
    let [request] = &model.requests()[..] else {
        panic!("one request was expected");
    };
    let told = request.system_instruction().unwrap();
    assert!(told.contains("You help with the weather."), "{told}");
    assert!(told.contains("weather_agent"), "{told}");
    assert!(
        told.contains("Answers questions about the weather.\n\nAnd nothing else."),
        "{told}"
    );
    let names: Vec<_> = request
        .declarations()
        .iter()
        .map(|tool| tool.name())
        .collect();
    assert_eq!(names, ["get_weather", "get_time", "greet"]);
    assert_eq!(stage.session().await.state("answer").unwrap(), "Hi.");
    assert_eq!(weather_agent(), "You help with the weather.");
}

#[tokio::test]
async fn a_model_may_be_an_expression() {
    let agent = other::agent().unwrap();
    assert_eq!(agent.name(), "other_agent");
    let runner = Runner::builder("app", agent).build().unwrap();
    let text = runner
        .run("user", "session", "Weather?")
        .text()
        .await
        .unwrap();
    assert_eq!(text, "It is sunny.");
    let answers = MODEL.requests()[1].contents().to_vec();
    let answer = answers
        .iter()
        .find_map(|content| content.function_responses().next().cloned());
    assert_eq!(
        answer.unwrap().response().to_string(),
        r#"{"result":"Sunny in Paris."}"#
    );
}

#[test]
fn a_list_takes_tools_in_every_shape() {
    let shared: Arc<dyn Tool> = Arc::new(greet::tool());
    let known = Arc::new(FunctionTool::new("a", "A.", |(): (), _| async {
        Ok::<_, ToolError>(())
    }));
    let list = tools![
        get_weather,
        ..get_time::tool(),
        ..shared,
        ..known,
        ..vec![],
        ..[more(), more()].concat()
    ];
    assert_eq!(
        list.names(),
        ["get_weather", "get_time", "greet", "a", "greet", "greet"]
    );
    assert!(tools![].is_empty());
}

#[test]
fn a_tool_made_at_run_time_needs_a_name_that_every_vendor_takes() {
    let long = "x".repeat(64);
    for name in ["", "get weather", "größe", "1st", "a.b", &long] {
        let tool = FunctionTool::new(name, "Does nothing.", |(): (), _| async {
            Ok::<_, ToolError>(())
        });
        let agent = LlmAgent::builder("helper").model(ScriptedModel::new());
        let error = agent.tool(tool).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidName);
        assert!(error.to_string().contains(&format!("`{name}`")), "{error}");
    }
}

#[test]
fn lists_that_are_lent_stand_in_a_list() {
    let (lent, shared): (ToolList, _) = (tools![get_time], more());
    let list = tools![..&lent, ..&shared, ..&shared[..], ..lent];
    assert_eq!(list.names(), ["get_time", "greet", "greet", "get_time"]);
}
