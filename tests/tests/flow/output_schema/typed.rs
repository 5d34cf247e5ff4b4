//! Answers of a type: what only the type knows to be wrong goes back to the model too.

#![expect(clippy::unwrap_used, reason = "what tests share")]

use adk::agent::Output;
use adk::content::{GenerateContentConfig, Schema};
use adk::testing::ScriptedModel;
use adk::{ErrorKind, LlmAgentBuilder, RunConfig};
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Debug;
use tests::stage::{Stage, assert_goes_on, helper, streaming};
use tests::tool::echo;
use tests::transcript;

use super::{names, told_schema, tool_model};

/// A colour that the shop has; its schema is any text.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct Colour(String);

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        match &*name {
            "red" | "blue" => Ok(Self(name)),
            _ => Err(D::Error::custom("the shop has red and blue")),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Car {
    doors: u8,
    colours: Vec<Colour>,
    #[serde(default)]
    note: String,
}

fn car(colour: &str) -> Value {
    json!({"doors": 3, "colours": ["red", colour]})
}

fn fine() -> Car {
    serde_json::from_value(car("blue")).unwrap()
}

fn seller(model: &ScriptedModel) -> LlmAgentBuilder {
    helper(model).output::<Car>().output_key("car")
}

#[tokio::test]
async fn what_does_not_decode_goes_back_to_the_model() {
    let model = ScriptedModel::new()
        .text(car("mauve").to_string())
        .text(r#"{"doors": 3, "colours": [], "wheels": 4}"#)
        .text(r#"{"doors": 3, "colours": [], "note": null}"#)
        .text(r#"{"doors": 300, "colours": ["mauve"]}"#)
        .text(car("blue").to_string());
    let stage = Stage::new(seller(&model));
    let config = RunConfig::new().max_output_repairs(4);
    let run = stage.run("A car!").config(config);
    assert_snapshot!(transcript::of_run(run).await, @r#"
    helper: "{\"doors\":3,\"colours\":[\"red\",\"mauve\"]}", OUTPUT_MISMATCH: your answer does not fit its schema:
    - `colours[1]`: expected a string that fits, got "mauve" (the shop has red and blue)
    Answer again with JSON that fits, and nothing else.
    helper: "{\"doors\": 3, \"colours\": [], \"wheels\": 4}", OUTPUT_MISMATCH: your answer does not fit its schema:
    - `wheels`: unknown field `wheels`, expected one of `doors`, `colours`, `note`
    Answer again with JSON that fits, and nothing else.
    helper: "{\"doors\": 3, \"colours\": [], \"note\": null}", OUTPUT_MISMATCH: your answer does not fit its schema:
    - `note`: expected a string, got null
    Answer again with JSON that fits, and nothing else.
    helper: "{\"doors\": 300, \"colours\": [\"mauve\"]}", OUTPUT_MISMATCH: your answer does not fit its schema:
    - `doors`: expected an integer from 0 to 255, got 300
    Answer again with JSON that fits, and nothing else.
    helper: "{\"doors\":3,\"colours\":[\"red\",\"blue\"]}", [car={"doors":3,"colours":["red","blue"]}]
    "#);
    let schema = Schema::of::<Car>().as_json().to_value();
    assert_eq!(told_schema(&model.requests()[0]), Some(schema));
    let kept = stage.session().await.state("car").cloned();
    assert_eq!(kept, Some(car("blue")));
    assert_goes_on(&stage, &model.text(car("blue").to_string())).await;
}

#[tokio::test]
async fn the_schema_alone_lets_it_through() {
    let model = ScriptedModel::new().text(car("mauve").to_string());
    let stage = Stage::new(helper(&model).output_schema(Schema::of::<Car>()));
    let error = stage.run("A car!").output::<Car>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutputMismatch);
    assert_eq!(model.requests().len(), 1);
}

#[tokio::test]
async fn by_the_tool_as_well_also_where_the_answer_is_streamed() {
    let model = tool_model()
        .call("set_model_response", car("mauve"))
        .call("set_model_response", car("blue"));
    let stage = Stage::new(seller(&model).tool(echo()));
    let run = stage.run("A car!").config(streaming());
    assert_snapshot!(transcript::of_run(run).await, @r#"
    helper: call set_model_response(adk-id-3) {"doors":3,"colours":["red","mauve"]}
    helper: answer set_model_response(adk-id-3) {"error":"the arguments of `set_model_response` do not fit:\n- `colours[1]`: expected a string that fits, got \"mauve\" (the shop has red and blue)"}
    helper: call set_model_response(adk-id-6) {"doors":3,"colours":["red","blue"]}
    helper: answer set_model_response(adk-id-6) {"doors":3,"colours":["red","blue"]}
    helper: "{\"doors\":3,\"colours\":[\"red\",\"blue\"]}", [car={"doors":3,"colours":["red","blue"]}]
    "#);
    assert_eq!(names(&model.requests()[0]), ["echo", "set_model_response"]);
    let again = model.call("set_model_response", car("blue"));
    assert_eq!(stage.run("Again!").output::<Car>().await.unwrap(), fine());
    assert_goes_on(&stage, &again.call("set_model_response", car("blue"))).await;
}

#[tokio::test]
async fn streamed_text_is_checked_when_it_is_whole() {
    let model = ScriptedModel::new()
        .text(car("mauve").to_string())
        .text(car("blue").to_string());
    let stage = Stage::new(seller(&model));
    let run = stage.run("A car!").config(streaming());
    assert_eq!(run.output::<Car>().await.unwrap(), fine());
    assert_eq!(model.requests().len(), 2);
    let kept = stage.session().await.state("car").cloned();
    assert_eq!(kept, Some(car("blue")));
}

#[tokio::test]
async fn a_model_that_does_not_mend_it_ends_the_run_with_what_is_wrong() {
    let mut errors = String::new();
    for by_tool in [false, true] {
        let model = (0..2).fold(tool_model(), |model, _| {
            if by_tool {
                model.call("set_model_response", car("mauve"))
            } else {
                model.text(car("mauve").to_string())
            }
        });
        let seller = seller(&model);
        let stage = Stage::new(if by_tool { seller.tool(echo()) } else { seller });
        let config = RunConfig::new().max_output_repairs(1);
        let run = stage.run("A car!").config(config);
        let error = run.output::<Car>().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutputMismatch);
        errors += &transcript::of_error(&error);
        assert_eq!(stage.session().await.state("car"), None);
    }
    assert_snapshot!(errors, @r#"
    error OutputMismatch: the answer of agent `helper` does not fit, after 1 repairs; allow more with `RunConfig::max_output_repairs`, or ask for less. Its last answer: {"doors":3,"colours":["red","mauve"]}
    What the model reads of it: your answer does not fit its schema:
    - `colours[1]`: expected a string that fits, got "mauve" (the shop has red and blue)
    Answer again with JSON that fits, and nothing else.
    error OutputMismatch: the answer of agent `helper` does not fit, after 1 repairs; allow more with `RunConfig::max_output_repairs`, or ask for less. Its last answer: {"doors":3,"colours":["red","mauve"]}
    What the model reads of it: the arguments of `set_model_response` do not fit:
    - `colours[1]`: expected a string that fits, got "mauve" (the shop has red and blue)
    "#);
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mood {
    Good,
    Bad,
}

/// The answer by each way that there is.
async fn round_trip<T: Output + Serialize + PartialEq + Debug>(answer: T) {
    let json = serde_json::to_value(&answer).unwrap();
    let native = ScriptedModel::new().text(json.to_string());
    let stage = Stage::new(helper(&native).output::<T>().output_key("kept"));
    assert_eq!(stage.run("Go").output::<T>().await.unwrap(), answer);
    assert_eq!(stage.session().await.state("kept"), Some(&json));

    let args = if json.is_object() {
        json.clone()
    } else {
        json!({ "response": json })
    };
    let by_tool = tool_model().call("set_model_response", args);
    let agent = helper(&by_tool).output::<T>().output_key("kept");
    let stage = Stage::new(agent.tool(echo()));
    assert_eq!(stage.run("Go").output::<T>().await.unwrap(), answer);
    assert_eq!(stage.session().await.state("kept"), Some(&json));
    assert_eq!(by_tool.requests().len(), 1);
}

#[tokio::test]
async fn any_type_is_an_answer() {
    round_trip(fine()).await;
    round_trip(vec![fine(), fine()]).await;
    round_trip(Mood::Bad).await;
    round_trip(-7_i32).await;
    round_trip("In words.".to_owned()).await;
    round_trip((Mood::Good, 0.5_f64)).await;
    round_trip(Some(true)).await;
    round_trip(None::<bool>).await;
    round_trip(BTreeMap::from([("a".to_owned(), 1_u8)])).await;
}

#[tokio::test]
async fn faults_in_a_list_have_their_place_by_the_tool_too() {
    let model = tool_model()
        .call(
            "set_model_response",
            json!({"response": [car("blue"), car("mauve")]}),
        )
        .call("set_model_response", json!({"response": []}));
    let stage = Stage::new(helper(&model).output::<Vec<Car>>().tool(echo()));
    assert_snapshot!(stage.play("Cars!").await, @r#"
    helper: call set_model_response(adk-id-3) {"response":[{"doors":3,"colours":["red","blue"]},{"doors":3,"colours":["red","mauve"]}]}
    helper: answer set_model_response(adk-id-3) {"error":"the arguments of `set_model_response` do not fit:\n- `response[1].colours[1]`: expected a string that fits, got \"mauve\" (the shop has red and blue)"}
    helper: call set_model_response(adk-id-6) {"response":[]}
    helper: answer set_model_response(adk-id-6) {"result":[]}
    helper: "[]"
    "#);
}

#[tokio::test]
async fn words_are_no_string() {
    let model = ScriptedModel::new()
        .text("In words.")
        .text(r#""In words.""#);
    let stage = Stage::new(helper(&model).output::<String>());
    assert_eq!(
        stage.run("Go").output::<String>().await.unwrap(),
        "In words."
    );
    assert_eq!(model.requests().len(), 2);
}

/// A shade whose author counted on two letters.
#[derive(Debug, JsonSchema)]
struct Shade(String);

impl<'de> Deserialize<'de> for Shade {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        assert!(text.len() > 1, "no shade is so short");
        Ok(Self(text))
    }
}

#[tokio::test]
async fn a_type_that_panics_has_something_against_the_answer() {
    let model = ScriptedModel::new().text(r#""x""#).text(r#""dark""#);
    let stage = Stage::new(helper(&model).output::<Shade>());
    let shade = stage.run("Which?").output::<Shade>().await.unwrap();
    assert_eq!(shade.0, "dark");
    let corrected = model.requests()[1].contents().last().unwrap().text();
    assert!(corrected.contains("no shade is so short"), "{corrected}");
}

#[tokio::test]
async fn asking_for_another_type_says_what_came() {
    let model = ScriptedModel::new().text(car("blue").to_string());
    let stage = Stage::new(seller(&model));
    let error = stage.run("A car!").output::<Vec<u8>>().await.unwrap_err();
    assert_snapshot!(transcript::of_error(&error), @r#"
    error OutputMismatch: the final answer does not decode as `alloc::vec::Vec<u8>`: "{\"doors\":3,\"colours\":[\"red\",\"blue\"]}"
    "#);
}

#[test]
fn what_is_answered_is_said_once() {
    let model = ScriptedModel::new();
    let config = GenerateContentConfig::new().response_schema(Schema::of::<Car>());
    let errors = [
        seller(&model).output_schema(Schema::of::<Car>()),
        seller(&model).generate_content_config(config),
        seller(&model)
            .input::<Car>()
            .input_schema(Schema::of::<Car>()),
    ]
    .map(|agent| transcript::of_error(&agent.build().unwrap_err()));
    assert_snapshot!(errors.concat(), @r#"
    error Config: agent `helper` has an `output` and an `output_schema`: leave out the second, since the type has a schema
    error Config: agent `helper` has an `output` and a `response_schema` in its `generate_content_config`: leave out the second
    error Config: agent `helper` has an `input` and an `input_schema`: leave out the second, since the type has a schema
    "#);
    assert!(seller(&model).output::<Mood>().build().is_ok());
}
