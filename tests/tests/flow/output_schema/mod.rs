//! Answers of a form that the model is told: as the schema of what it says, or by a tool; and
//! what becomes of those that do not fit.

mod by_tool;
mod standard;
mod typed;
mod wire;

use adk::agent::IncludeContents;
use adk::content::{GenerateContentConfig, Schema};
use adk::model::{FinishReason, LlmRequest, LlmResponse};
use adk::plugin::BeforeModel;
use adk::testing::ScriptedModel;
use adk::{Content, ErrorKind, LlmAgent, LlmAgentBuilder, RunConfig, SequentialAgent};
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tests::stage::{Stage, assert_goes_on, built, helper};
use tests::tool::echo;
use tests::transcript;

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Report {
    city: String,
    degrees: i32,
    note: Option<String>,
}

fn reporter(model: &ScriptedModel) -> LlmAgentBuilder {
    helper(model).output_schema(Schema::of::<Report>())
}

/// A model that takes no schema beside tools.
fn tool_model() -> ScriptedModel {
    ScriptedModel::new().without_response_schema_with_tools()
}

fn names(request: &LlmRequest) -> Vec<&str> {
    let declarations = request.declarations().iter();
    declarations.map(|declaration| declaration.name()).collect()
}

fn told_schema(request: &LlmRequest) -> Option<Value> {
    let schema = request.config().response_schema.as_ref()?;
    Some(schema.schema().as_json().to_value())
}

fn good() -> Value {
    json!({"city": "Paris", "degrees": 22})
}

#[tokio::test]
async fn without_tools_the_model_is_told_the_schema_itself() {
    let model = ScriptedModel::new().text(good().to_string());
    let config = GenerateContentConfig::new()
        .temperature(0.5)
        .response_mime_type("text/plain");
    let stage = Stage::new(reporter(&model).generate_content_config(config));
    let report: Report = stage.run("Paris?").output().await.unwrap();
    assert_eq!(report.degrees, 22);
    let request = &model.requests()[0];
    assert_eq!(
        told_schema(request),
        Some(Schema::of::<Report>().as_json().to_value())
    );
    let config = request.config();
    assert_eq!(
        config.response_mime_type.as_deref(),
        Some("application/json")
    );
    assert_eq!(config.temperature, Some(0.5));
    assert!(names(request).is_empty());
}

#[tokio::test]
async fn beside_tools_too_where_the_model_takes_both() {
    let model = ScriptedModel::new()
        .call("echo", json!({}))
        .text(good().to_string());
    let stage = Stage::new(reporter(&model).tool(echo()));
    let report: Report = stage.run("Paris?").output().await.unwrap();
    assert_eq!(report.city, "Paris");
    for request in model.requests() {
        assert_eq!(names(&request), ["echo"]);
        assert!(told_schema(&request).is_some());
        let instruction = request.system_instruction().unwrap();
        assert!(!instruction.contains("set_model_response"), "{instruction}");
    }
}

#[tokio::test]
async fn an_answer_that_does_not_fit_goes_back_to_the_model() {
    let model = ScriptedModel::new()
        .text("It is sunny.")
        .text(r#"{"city": "Paris", "degrees": "22"}"#)
        .text(r#"{"city": "Paris", "degrees": 22, "note": null, "wind": 3}"#);
    let stage = Stage::new(reporter(&model).output_key("report"));
    assert_snapshot!(stage.play("Paris?").await, @r#"
    helper: "It is sunny.", OUTPUT_MISMATCH: your answer is not valid JSON: expected value at line 1 column 1
    Answer again with JSON that fits, and nothing else.
    helper: "{\"city\": \"Paris\", \"degrees\": \"22\"}", OUTPUT_MISMATCH: your answer does not fit its schema:
    - `degrees`: expected an integer from -2147483648 to 2147483647, got "22"
    Answer again with JSON that fits, and nothing else.
    helper: "{\"city\": \"Paris\", \"degrees\": 22, \"note\": null, \"wind\": 3}", [report={"city":"Paris","degrees":22,"note":null,"wind":3}]
    "#);
    let last = model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(last.contents()), @r#"
    user: "Paris?"
    model: "It is sunny."
    user: "your answer is not valid JSON: expected value at line 1 column 1\nAnswer again with JSON that fits, and nothing else."
    model: "{\"city\": \"Paris\", \"degrees\": \"22\"}"
    user: "your answer does not fit its schema:\n- `degrees`: expected an integer from -2147483648 to 2147483647, got \"22\"\nAnswer again with JSON that fits, and nothing else."
    "#);
    assert_goes_on(&stage, &model.text(good().to_string())).await;
}

#[tokio::test]
async fn an_agent_that_sees_its_turn_alone_is_told_what_is_wrong() {
    let model = ScriptedModel::new()
        .text(good().to_string())
        .text("Sunny.")
        .text(good().to_string());
    let stage = Stage::new(reporter(&model).include_contents(IncludeContents::None));
    for message in ["Rome?", "Paris?"] {
        stage.run(message).text().await.unwrap();
    }
    let last = model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(last.contents()), @r#"
    user: "Paris?"
    model: "Sunny."
    user: "your answer is not valid JSON: expected value at line 1 column 1\nAnswer again with JSON that fits, and nothing else."
    "#);
}

#[tokio::test]
async fn a_model_is_told_that_its_answer_was_cut_off() {
    let cut = LlmResponse::new(Content::model(r#"{"city": "Par"#));
    let model = ScriptedModel::new()
        .response(cut.with_finish_reason(FinishReason::MaxTokens))
        .text(good().to_string());
    let stage = Stage::new(reporter(&model));
    assert_snapshot!(stage.play("Paris?").await, @r#"
    helper: "{\"city\": \"Par", OUTPUT_MISMATCH: your answer is not valid JSON: EOF while parsing a string at line 1 column 13
    The answer was cut off at the most tokens that it may have: say less.
    Answer again with JSON that fits, and nothing else.
    helper: "{\"city\":\"Paris\",\"degrees\":22}"
    "#);
}

#[tokio::test]
async fn repairs_are_bounded() {
    let wrong = || json!({"city": "Paris"});
    let mut errors = String::new();
    for by_tool in [false, true] {
        let answers = |model: ScriptedModel| {
            (0..4).fold(model, |model, _| {
                if by_tool {
                    model.call("set_model_response", wrong())
                } else {
                    model.text(wrong().to_string())
                }
            })
        };
        let model = answers(tool_model());
        let agent = reporter(&model).output_key("report");
        let stage = Stage::new(if by_tool { agent.tool(echo()) } else { agent });
        let error = stage.run("Paris?").text().await.unwrap_err();
        errors += &transcript::of_error(&error);
        assert_eq!(model.requests().len(), 4);
        assert_eq!(stage.session().await.state("report"), None);

        let model = answers(model);
        let config = RunConfig::new().max_output_repairs(0);
        let error = stage.run("Paris?").config(config).text().await.unwrap_err();
        errors += &transcript::of_error(&error);
        assert_eq!(model.requests().len(), 5);
    }
    assert_snapshot!(errors, @r#"
    error OutputMismatch: the answer of agent `helper` does not fit, after 3 repairs; allow more with `RunConfig::max_output_repairs`, or ask for less. Its last answer: {"city":"Paris"}
    What the model reads of it: your answer does not fit its schema:
    - `degrees`: missing; expected an integer from -2147483648 to 2147483647
    Answer again with JSON that fits, and nothing else.
    error OutputMismatch: the answer of agent `helper` does not fit, after 0 repairs; allow more with `RunConfig::max_output_repairs`, or ask for less. Its last answer: {"city":"Paris"}
    What the model reads of it: your answer does not fit its schema:
    - `degrees`: missing; expected an integer from -2147483648 to 2147483647
    Answer again with JSON that fits, and nothing else.
    error OutputMismatch: the answer of agent `helper` does not fit, after 3 repairs; allow more with `RunConfig::max_output_repairs`, or ask for less. Its last answer: {"city":"Paris"}
    What the model reads of it: the arguments of `set_model_response` do not fit:
    - `degrees`: missing; expected an integer from -2147483648 to 2147483647
    error OutputMismatch: the answer of agent `helper` does not fit, after 0 repairs; allow more with `RunConfig::max_output_repairs`, or ask for less. Its last answer: {"city":"Paris"}
    What the model reads of it: the arguments of `set_model_response` do not fit:
    - `degrees`: missing; expected an integer from -2147483648 to 2147483647
    "#);
}

#[tokio::test]
async fn a_repair_works_in_the_session_of_a_failed_run() {
    let model = ScriptedModel::new().text("No.").text(good().to_string());
    let stage = Stage::new(reporter(&model));
    let config = RunConfig::new().max_output_repairs(0);
    let error = stage.run("Paris?").config(config).text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutputMismatch);
    assert_eq!(
        stage
            .run("Again!")
            .output::<Report>()
            .await
            .unwrap()
            .degrees,
        22
    );
    assert_goes_on(&stage, &model.text(good().to_string())).await;
}

/// Fault 12 of the reference: the top level has to be an object.
#[tokio::test]
async fn fault_12_an_answer_may_be_of_any_shape() {
    let list = json!(["a", "b"]);
    let native = ScriptedModel::new().text(list.to_string());
    let by_tool = tool_model()
        .call("set_model_response", list.clone())
        .call("set_model_response", json!({"response": ["a", 1]}))
        .call("set_model_response", json!({"response": list}));
    let schema = Schema::of::<Vec<String>>();
    let agent = helper(&native).output_schema(schema.clone());
    let stage = Stage::new(agent.output_key("names"));
    assert_eq!(
        stage.run("Who?").output::<Vec<String>>().await.unwrap(),
        ["a", "b"]
    );
    assert_eq!(stage.session().await.state("names"), Some(&list));

    let agent = helper(&by_tool).output_schema(schema).tool(echo());
    let stage = Stage::new(agent.output_key("names"));
    assert_snapshot!(stage.play("Who?").await, @r#"
    helper: call set_model_response(adk-id-3) ["a","b"]
    helper: answer set_model_response(adk-id-3) {"error":"the arguments of `set_model_response` do not fit:\n- `response`: missing"}
    helper: call set_model_response(adk-id-6) {"response":["a",1]}
    helper: answer set_model_response(adk-id-6) {"error":"the arguments of `set_model_response` do not fit:\n- `response[1]`: expected a string, got 1"}
    helper: call set_model_response(adk-id-9) {"response":["a","b"]}
    helper: answer set_model_response(adk-id-9) {"result":["a","b"]}
    helper: "[\"a\",\"b\"]", [names=["a","b"]]
    "#);
    let request = &by_tool.requests()[0];
    assert_snapshot!(request.declarations()[1].parameters().as_json(), @r#"{"type":"object","properties":{"response":{"type":"array","items":{"type":"string"}}},"required":["response"],"additionalProperties":false}"#);
}

/// Fault 12 of the reference: unknown keys are refused, and `null` for what may be left out.
#[tokio::test]
async fn fault_12_nulls_of_optional_fields_and_unknown_keys_are_fine() {
    let answer = json!({"city": "Paris", "degrees": 22, "note": null, "wind": 3});
    let native = ScriptedModel::new().text(answer.to_string());
    let by_tool = tool_model().call("set_model_response", answer.clone());
    for (model, agent) in [
        (&native, reporter(&native)),
        (&by_tool, reporter(&by_tool).tool(echo())),
    ] {
        let stage = Stage::new(agent.output_key("report"));
        let report: Report = stage.run("Paris?").output().await.unwrap();
        assert_eq!(report.note, None);
        assert_eq!(stage.session().await.state("report"), Some(&answer));
        assert_eq!(model.requests().len(), 1);
    }
}

#[tokio::test]
async fn other_agents_are_not_told_of_an_answer_that_did_not_fit() {
    let first = ScriptedModel::new().text("Sunny.").text(good().to_string());
    let second = ScriptedModel::new().text("Thanks.");
    let reporter = built(reporter(&first));
    let reader = built(LlmAgent::builder("reader").model(second.clone()));
    let both = SequentialAgent::builder("both")
        .sub_agent(reporter)
        .sub_agent(reader);
    let stage = Stage::of(both.build().unwrap(), |runner| runner);
    stage.play("Paris?").await;
    assert_snapshot!(transcript::of_contents(second.requests()[0].contents()), @r#"
    user: "Paris?"
    user: "For context:", "[helper] said: {\"city\":\"Paris\",\"degrees\":22}"
    "#);
}

#[tokio::test]
async fn what_a_hook_says_for_the_model_stands() {
    let model = ScriptedModel::new();
    let agent = reporter(&model).output_key("report");
    let agent = agent.before_model(|_, _| async {
        let blocked = LlmResponse::new(Content::model("Not today."));
        Ok(BeforeModel::Respond(blocked))
    });
    let stage = Stage::new(agent);
    assert_snapshot!(stage.play("Paris?").await, @r#"helper: "Not today.""#);
}

#[test]
fn two_schemas_of_one_answer_are_refused() {
    let config = GenerateContentConfig::new();
    let config = config.response_schema(Schema::of::<Report>());
    let agent = reporter(&ScriptedModel::new()).generate_content_config(config);
    let error = agent.build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_snapshot!(error, @"agent `helper` has an `output_schema` and a `response_schema` in its `generate_content_config`: leave out the second");
}
