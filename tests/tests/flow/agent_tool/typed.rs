//! Arguments of a type: what only the type knows to be wrong is an error that the caller's model
//! reads.

use std::sync::Arc;

use adk::content::Schema;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::{AgentTool, LlmAgentBuilder};
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tests::stage::{Stage, assert_goes_on, built, helper};

use super::clerk;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Days")]
struct Stay(#[expect(dead_code, reason = "is decoded only")] Days);

#[derive(Debug, Deserialize, JsonSchema)]
struct Days {
    from: u8,
    to: u8,
    #[serde(default)]
    #[expect(dead_code, reason = "is decoded only")]
    note: String,
}

impl TryFrom<Days> for Stay {
    type Error = String;

    fn try_from(days: Days) -> Result<Self, String> {
        if days.from > days.to {
            return Err(format!("{} is after {}", days.from, days.to));
        }
        Ok(Self(days))
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "is decoded only")]
struct Query {
    city: String,
    stay: Stay,
}

fn booker(inner: &ScriptedModel) -> LlmAgentBuilder {
    clerk(inner).input::<Query>()
}

/// What the clerk is asked, or what the caller's model reads instead.
async fn asked(booker: fn(&ScriptedModel) -> LlmAgentBuilder, args: &Value) -> String {
    let inner = ScriptedModel::new().text("Booked.");
    let model = ScriptedModel::new()
        .call("clerk", args.clone())
        .text("Done.");
    let stage = Stage::new(helper(&model).tool(AgentTool::new(built(booker(&inner)))));
    assert_eq!(stage.run("Go").text().await.unwrap(), "Done.");
    let request = assert_goes_on(&stage, &model).await;
    if let Some(asked) = inner.requests().pop() {
        return format!("asked {}\n", asked.contents()[0].text());
    }
    let mut answers = request
        .contents()
        .iter()
        .flat_map(Content::function_responses);
    let told = answers.next().unwrap().response().to_value();
    format!("{}\n", told["error"].as_str().unwrap())
}

#[tokio::test]
async fn the_type_decides_on_the_arguments() {
    let mut told = String::new();
    for args in [
        json!({"city": "Oslo", "stay": {"from": 1, "to": 3}}),
        // Mended, as for any tool.
        json!({"city": "Oslo", "stay": {"from": "1", "to": 3, "note": null}}),
        json!({"city": "Oslo", "stay": "{\"from\": 1, \"to\": 3}"}),
        // Wrong by the schema.
        json!({"city": "Oslo", "stay": {"from": 1}}),
        // Wrong by the type alone, as it came and once it is mended.
        json!({"city": "Oslo", "stay": {"from": 3, "to": 1}}),
        json!({"city": "Oslo", "stay": {"from": "3", "to": 1}}),
    ] {
        told += &asked(booker, &args).await;
    }
    assert_snapshot!(told, @r#"
    asked {"city":"Oslo","stay":{"from":1,"to":3}}
    asked {"city":"Oslo","stay":{"from":1,"to":3}}
    asked {"city":"Oslo","stay":{"from":1,"to":3}}
    the arguments of `clerk` do not fit:
    - `stay.to`: missing; expected an integer from 0 to 255
    the arguments of `clerk` do not fit:
    - `stay`: expected an object with `from`, `to`, `note` that the tool takes, got {"from":3,"to":1} (3 is after 1)
    the arguments of `clerk` do not fit:
    - `stay`: expected an object with `from`, `to`, `note` that the tool takes, got {"from":3,"to":1} (3 is after 1)
    "#);
    let args = json!({"city": "Oslo", "stay": {"from": 3, "to": 1}});
    let by_schema = |inner: &ScriptedModel| clerk(inner).input_schema(Schema::of::<Query>());
    assert!(asked(by_schema, &args).await.starts_with("asked "));
}

#[tokio::test]
async fn the_model_is_told_the_schema_of_the_type() {
    let tool = AgentTool::new(built(booker(&ScriptedModel::new())));
    assert_eq!(*tool.declaration().parameters(), Schema::of::<Query>());
    // A share of an agent takes what the agent takes.
    let shared: Arc<dyn Agent> = Arc::new(built(booker(&ScriptedModel::new())));
    let wrong = json!({"city": "Oslo", "stay": {"from": 3, "to": 1}});
    let error = shared.check_input(&wrong.into()).unwrap_err();
    assert!(error.is_permanent());
    assert_snapshot!(error, @r#"
    the arguments of `clerk` do not fit:
    - `stay`: expected an object with `from`, `to`, `note` that the tool takes, got {"from":3,"to":1} (3 is after 1)
    "#);
}

#[tokio::test]
async fn an_answer_of_a_type_is_the_json_that_the_caller_reads() {
    let inner = ScriptedModel::new().text(r#"{"from": 1, "to": 0}"#);
    let inner = inner.text(r#"{"from": 1, "to": 2}"#);
    let clerk = clerk(&inner).output::<Stay>();
    let model = super::asks_clerk().text("Done.");
    let stage = Stage::new(helper(&model).tool(AgentTool::new(built(clerk))));
    assert_snapshot!(stage.play("Go").await, @r#"
    helper: call clerk(adk-id-3) {"request":"Do it."}
    helper: answer clerk(adk-id-3) {"from":1,"to":2}
    helper: "Done."
    "#);
    assert_eq!(inner.requests().len(), 2);
}

#[test]
fn a_list_is_no_input() {
    let list = AgentTool::new(built(clerk(&ScriptedModel::new()).input::<Vec<u8>>()));
    let error = helper(&ScriptedModel::new())
        .tool(list)
        .build()
        .unwrap_err();
    assert_snapshot!(error, @r#"
    tool `clerk` of agent `helper`: its input schema is not that of an object
    help: make it one, with a property for each thing that the agent has to know
    "#);
}
