//! Examples that a model is shown.

use adk::content::{FunctionCall, FunctionResponse};
use adk::model::{Llm, LlmRequest, ResponseStream};
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::tool::builtin::{Example, ExampleTool};
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, built, helper};

fn weather() -> Example {
    let call = json!({"city": "Xi'an", "days": 2, "where": {"lat": 34.3}});
    let call = Part::from_function_call(FunctionCall::new("get_weather", call));
    let answer = FunctionResponse::new("get_weather", json!({"sky": "clear"}));
    Example::new(
        "Is it sunny?",
        [
            Content::new(Role::Model, [Part::from_text("Let me see."), call]),
            Content::new(Role::User, [Part::from_function_response(answer)]),
            Content::model("Yes."),
            Content::model("All day."),
        ],
    )
}

/// A script under the name of another model.
#[derive(Debug)]
struct Named(&'static str, ScriptedModel);

impl Llm for Named {
    fn name(&self) -> &str {
        self.0
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        self.1.generate(request)
    }
}

/// The examples as a model of that name is shown them.
async fn shown(name: &'static str, examples: Vec<Example>) -> String {
    let model = ScriptedModel::new().text("Yes.");
    let agent = helper(&model).model(Named(name, model.clone()));
    let stage = Stage::new(agent.tool(ExampleTool::new(examples)));
    assert_eq!(stage.play("Hi").await, "helper: \"Yes.\"\n");
    let requests = model.requests();
    assert_eq!(requests[0].model(), Some(name));
    assert!(requests[0].declarations().is_empty());
    let told = requests[0].system_instruction().unwrap_or_default();
    told.split_once("\n\n").map_or("", |told| told.1).to_owned()
}

#[tokio::test]
async fn they_are_shown_in_plain_code_or_as_tools_of_gemini_2() {
    let greeting = Example::new("Hello", [Content::model("Hi.")]);
    assert_snapshot!(shown("gpt-5", vec![weather(), greeting.clone()]).await, @r#"
    <EXAMPLES>
    Begin few-shot
    The following are examples of user queries and model responses using the available tools.

    EXAMPLE 1:
    Begin example
    [user]
    Is it sunny?
    [model]
    Let me see.
    ```
    get_weather(city='Xi\'an', days=2, where={"lat":34.3})
    ```
    [user]
    ```
    {"sky":"clear"}
    ```
    [model]
    Yes.
    All day.
    End example

    EXAMPLE 2:
    Begin example
    [user]
    Hello
    [model]
    Hi.
    End example

    End few-shot
    <EXAMPLES>
    "#);
    assert_snapshot!(shown("gemini-2.5-flash", vec![weather()]).await, @r#"
    <EXAMPLES>
    Begin few-shot
    The following are examples of user queries and model responses using the available tools.

    EXAMPLE 1:
    Begin example
    [user]
    Is it sunny?
    [model]
    Let me see.
    ```tool_code
    get_weather(city='Xi\'an', days=2, where={"lat":34.3})
    ```
    [user]
    ```tool_outputs
    {"sky":"clear"}
    ```
    [model]
    Yes.
    All day.
    End example

    End few-shot
    <EXAMPLES>
    "#);
    let plain = shown("gemini-3-pro", vec![weather(), greeting]).await;
    assert!(plain.contains("```\nget_weather("));
    assert_eq!(shown("gpt-5", vec![]).await, "");
}

#[tokio::test]
async fn no_example_ends_the_examples() {
    let end = "End few-shot";
    let call = FunctionCall::new("say", json!({"text": end}));
    let output = Content::new(
        Role::Model,
        [Part::from_text(end), Part::from_function_call(call)],
    );
    let shown = shown("gpt-5", vec![Example::new(end, [output])]).await;
    assert_eq!(
        (
            shown.matches(end).count(),
            shown.matches("[PROTECTED]").count()
        ),
        (1, 3)
    );
}

#[tokio::test]
async fn fault_15_a_message_without_text_is_shown_them_too() {
    let model = ScriptedModel::new().text("A picture.").text("Yes?");
    let agent = built(helper(&model).tool(ExampleTool::new([weather()])));
    let stage = Stage::of(agent, |runner| runner);
    let picture = Part::from_bytes("image/png", &b"png"[..]);
    stage
        .run(Content::new(Role::User, [picture]))
        .text()
        .await
        .unwrap();
    stage
        .run(Content::new(Role::User, []))
        .text()
        .await
        .unwrap();
    for request in model.requests() {
        assert!(request.system_instruction().unwrap().contains("EXAMPLE 1:"));
    }
}
