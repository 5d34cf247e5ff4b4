//! `output` and `input` of `#[agent]`: types that say what an agent answers and takes.

use adk::content::Schema;
use adk::prelude::*;
use adk::schemars::JsonSchema;
use adk::testing::ScriptedModel;
use insta::assert_snapshot;
use serde::Deserialize;
use serde_json::json;
use tests::stage::Stage;

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Report<T> {
    city: String,
    degrees: T,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct City(#[expect(dead_code, reason = "is decoded only")] String);

impl TryFrom<String> for City {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match &*name {
            "Oslo" => Ok(Self(name)),
            _ => Err("is not on the map".to_owned()),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "is decoded only")]
struct Query {
    city: City,
    days: u8,
}

/// Knows the weather.
#[agent(
    model = ScriptedModel::clone(&model),
    input = Query,
    output = Vec<Report<i8>>,
    output_key = "reports",
)]
fn forecaster(model: &ScriptedModel) -> &'static str {
    "You know the weather."
}

#[agent(model = ScriptedModel::clone(&model), tools = [forecaster(inner)], output = (String, u8))]
fn guide(model: &ScriptedModel, inner: &ScriptedModel) -> &'static str {
    "You guide people."
}

#[tokio::test]
async fn an_agent_answers_with_its_type() {
    let model = ScriptedModel::new()
        .text(r#"[{"city": "Oslo", "degrees": 3, "wind": 5}]"#)
        .text(r#"[{"city": "Oslo", "degrees": 3}]"#);
    let agent = forecaster::agent(model.clone()).unwrap();
    let schema = Schema::of::<Vec<Report<i8>>>();
    assert_eq!(agent.output_schema(), Some(&schema));
    assert_eq!(agent.input_schema(), Some(&Schema::of::<Query>()));
    let stage = Stage::of(agent, |runner| runner);
    let reports = stage
        .run("Oslo?")
        .output::<Vec<Report<i8>>>()
        .await
        .unwrap();
    assert_eq!(reports[0].degrees, 3);
    assert_eq!(model.requests().len(), 2);
    let kept = stage.session().await.state("reports").cloned();
    assert_eq!(kept, Some(json!([{"city": "Oslo", "degrees": 3}])));
}

#[tokio::test]
async fn an_agent_is_called_with_its_type() {
    let inner = ScriptedModel::new().text("[]");
    let model = ScriptedModel::new()
        .call("forecaster", json!({"city": "Atlantis", "days": 2}))
        .call("forecaster", json!({"city": "Oslo", "days": "2"}))
        .text(r#"["Oslo", 0]"#);
    let agent = guide::agent(model, inner.clone()).unwrap();
    let stage = Stage::of(agent, |runner| runner);
    assert_snapshot!(stage.play("Where to?").await, @r#"
    guide: call forecaster(adk-id-3) {"city":"Atlantis","days":2}
    guide: answer forecaster(adk-id-3) {"error":"the arguments of `forecaster` do not fit:\n- `city`: expected a string that the tool takes, got \"Atlantis\" (is not on the map)"}
    guide: call forecaster(adk-id-7) {"city":"Oslo","days":"2"}
    guide: answer forecaster(adk-id-7) {"result":[]}, [reports=[]]
    guide: "[\"Oslo\", 0]"
    "#);
    let asked = inner.requests().pop().unwrap();
    assert_eq!(asked.contents()[0].text(), r#"{"city":"Oslo","days":2}"#);
}

#[tokio::test]
async fn a_builder_may_answer_otherwise() {
    let model = ScriptedModel::new().text("true");
    let builder = forecaster::builder(model).output::<bool>();
    let stage = Stage::of(builder.build().unwrap(), |runner| runner);
    assert!(stage.run("Sun?").output::<bool>().await.unwrap());
}
