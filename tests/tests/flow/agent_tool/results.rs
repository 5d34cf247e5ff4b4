//! What an agent behind a tool is asked, and what the caller's model reads of it.

use adk::content::{FunctionCall, Schema};
use adk::model::LlmResponse;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::tool::builtin::exit_loop;
use adk::{
    AgentTool, ErrorKind, EventStream, InvocationContext, LoopAgent, ParallelAgent, SequentialAgent,
};
use futures::{StreamExt as _, stream};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::model::Streams;
use tests::stage::{Stage, assert_goes_on, built, helper, streaming};
use tests::tool::{echo, tool};
use tests::transcript;

use super::{asks_clerk, call, clerk, says};

/// What the helper's model reads of the clerk's answer.
async fn read(clerk: AgentTool) -> Value {
    let model = asks_clerk().text("Done.");
    let stage = Stage::new(helper(&model).tool(clerk));
    assert_eq!(stage.run("Go").text().await.unwrap(), "Done.");
    let request = assert_goes_on(&stage, &model).await;
    let mut answers = request
        .contents()
        .iter()
        .flat_map(Content::function_responses);
    answers.next().unwrap().response().to_value()
}

async fn read_of(model: &ScriptedModel) -> Value {
    read(AgentTool::new(built(clerk(model)))).await
}

#[tokio::test]
async fn the_agent_is_asked_in_words_and_its_last_words_are_the_result() {
    let inner = ScriptedModel::new().text("Filed.");
    let model = asks_clerk().text("It is filed.");
    let stage = Stage::new(helper(&model).tool(AgentTool::new(built(clerk(&inner)))));
    assert_snapshot!(stage.play("File it!").await, @r#"
    helper: call clerk(adk-id-3) {"request":"Do it."}
    helper: answer clerk(adk-id-3) {"result":"Filed."}
    helper: "It is filed."
    "#);
    let asked = inner.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(asked.contents()), @r#"user: "Do it.""#);
    let told = model.requests();
    let declared = &told[0].declarations()[0];
    assert_eq!(
        (declared.name(), declared.description()),
        ("clerk", "Does the paperwork.")
    );
    assert_snapshot!(declared.parameters().as_json(), @r#"{"type":"object","properties":{"request":{"type":"string"}},"required":["request"],"additionalProperties":false}"#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn fault_13_thoughts_are_never_in_the_result() {
    let thought = Part::from_text("I could lie.").into_thought();
    let said = Content::new(Role::Model, [thought, Part::from_text("Filed.")]);
    let inner = ScriptedModel::new().response(LlmResponse::new(said));
    assert_eq!(read_of(&inner).await, json!({"result": "Filed."}));
}

#[tokio::test]
async fn fault_13_the_last_whole_event_counts() {
    // It says something beside a call, is cut off in the middle of a word, and then speaks.
    let beside = [
        Part::from_text("I look."),
        Part::from_function_call(FunctionCall::new("echo", json!({}))),
    ];
    let whole = |parts: Vec<Part>| LlmResponse::new(Content::new(Role::Model, parts));
    let piece = |text: &str| Ok(LlmResponse::new(Content::model(text)).into_partial());
    let inner = Streams::new().then([Ok(whole(beside.into()))]).then([
        piece("Fi"),
        piece("led."),
        Ok(whole(vec![Part::from_text("Filed.")])),
    ]);
    let clerk = LlmAgent::builder("clerk")
        .description("Files.")
        .model(inner)
        .tool(echo());
    let model = asks_clerk().text("Done.");
    let stage = Stage::new(helper(&model).tool(AgentTool::new(built(clerk))));
    let run = stage.run("Go").config(streaming());
    let told = transcript::of_run(run).await;
    assert!(told.contains(r#"{"result":"Filed."}"#), "{told}");
    assert!(
        !told.contains("clerk …"),
        "no piece of the inner run is shown: {told}"
    );
}

#[tokio::test]
async fn a_refusal_and_an_error_inside_are_errors_of_the_tool() {
    let refused = LlmResponse::new(Content::model("")).with_error("SAFETY", "No.");
    let refusal = ScriptedModel::new().response(refused);
    assert_eq!(read_of(&refusal).await, json!({"error": "SAFETY: No."}));

    let broken = ScriptedModel::new().error(adk::Error::new(ErrorKind::ModelProtocol, "Nonsense."));
    assert_eq!(read_of(&broken).await, json!({"error": "Nonsense."}));

    // An error that the agent got over is none.
    let fails = tool("fails", |_, _| async { Err(ToolError::model("It broke.")) });
    let inner = ScriptedModel::new()
        .call("fails", json!({}))
        .text("Filed by hand.");
    let mended = AgentTool::new(built(clerk(&inner).tool(fails)));
    assert_eq!(read(mended).await, json!({"result": "Filed by hand."}));
}

#[tokio::test]
async fn what_a_tool_inside_says_last_is_the_result() {
    let last = tool("last", |ctx: ToolContext, _| async move {
        ctx.skip_summarization();
        Ok(json!("From the tool."))
    });
    let inner = ScriptedModel::new().call("last", json!({}));
    let agent = AgentTool::new(built(clerk(&inner).tool(last)));
    assert_eq!(read(agent).await, json!({"result": "From the tool."}));
}

#[tokio::test]
async fn the_result_can_be_the_last_word() {
    let inner = ScriptedModel::new().text("Filed.");
    let model = asks_clerk();
    let clerk = AgentTool::new(built(clerk(&inner))).skip_summarization();
    let stage = Stage::new(helper(&model).tool(clerk));
    assert_eq!(stage.run("Go").text().await.unwrap(), "Filed.");
    assert_eq!(model.requests().len(), 1);
    assert_goes_on(&stage, &model).await;
}

fn form() -> Schema {
    Schema::from_value(json!({
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city"],
        "additionalProperties": false,
    }))
}

#[tokio::test]
async fn arguments_fit_the_schema_or_the_model_reads_why_not() {
    for (args, expected) in [
        (
            json!({"city": "Oslo", "days": 3}),
            Ok(r#"{"city":"Oslo","days":3}"#),
        ),
        (
            json!({"city": "Oslo", "days": "3"}),
            Ok(r#"{"city":"Oslo","days":3}"#),
        ),
        (
            json!({"days": 3}),
            Err("- `city`: missing; expected a string"),
        ),
        (
            json!({"city": "Oslo", "dayz": 3}),
            Err("- `dayz`: unknown; did you mean `days`?"),
        ),
        (
            json!({"request": "Oslo"}),
            Err("- `city`: missing; expected a string"),
        ),
    ] {
        let inner = ScriptedModel::new().text("Booked.");
        let model = ScriptedModel::new()
            .call("clerk", args.clone())
            .text("Done.");
        let clerk = AgentTool::new(built(clerk(&inner).input_schema(form())));
        let stage = Stage::new(helper(&model).tool(clerk));
        let told = stage.play("Go").await;
        match expected {
            Ok(message) => {
                let asked = inner.requests().pop().unwrap();
                assert_eq!(asked.contents()[0].text(), message);
            }
            Err(fault) => {
                assert!(told.contains(fault), "{args}: {told}");
                assert!(inner.requests().is_empty(), "{args}");
            }
        }
        assert_goes_on(&stage, &model).await;
    }
}

#[tokio::test]
async fn a_request_is_a_text_and_nothing_beside() {
    for args in [
        json!({}),
        json!({"request": ["a"]}),
        json!({"request": "a", "more": 1}),
    ] {
        let inner = ScriptedModel::new().text("Filed.");
        let model = ScriptedModel::new()
            .call("clerk", args.clone())
            .text("Done.");
        let stage = Stage::new(helper(&model).tool(AgentTool::new(built(clerk(&inner)))));
        let told = stage.play("Go").await;
        assert!(
            told.contains("the arguments of `clerk` do not fit:"),
            "{args}: {told}"
        );
        assert!(inner.requests().is_empty());
    }
}

/// An agent that says this, or nothing.
#[derive(Debug, Default)]
struct Says {
    text: Option<&'static str>,
    form: Option<Schema>,
}

impl Agent for Says {
    fn name(&self) -> &'static str {
        "clerk"
    }

    fn description(&self) -> &'static str {
        "Says one thing."
    }

    fn output_schema(&self) -> Option<&Schema> {
        self.form.as_ref()
    }

    fn run(&self, ctx: InvocationContext) -> EventStream {
        let event = |text| ctx.event().content(Content::model(text)).build();
        let events: Vec<_> = self.text.map(event).into_iter().map(Ok).collect();
        stream::iter(events).boxed()
    }
}

#[tokio::test]
async fn an_answer_of_a_form_is_an_object() {
    for (text, expected) in [
        (r#"{ "city": "Oslo" }"#, json!({"city": "Oslo"})),
        (
            "Oslo",
            json!({"error": "the agent did not answer in the form that was asked of it"}),
        ),
    ] {
        let agent = Says {
            text: Some(text),
            form: Some(form()),
        };
        assert_eq!(read(AgentTool::new(agent)).await, expected);
        let agent = Says {
            text: Some(text),
            form: None,
        };
        assert_eq!(read(AgentTool::new(agent)).await, json!({ "result": text }));
    }
}

#[tokio::test]
async fn an_agent_that_says_nothing_has_an_empty_result() {
    assert_eq!(
        read(AgentTool::new(Says::default())).await,
        json!({"result": ""})
    );
}

#[tokio::test]
async fn agents_that_lead_others_are_tools_too() {
    let steps = SequentialAgent::builder("clerk").description("Steps.");
    let steps = steps
        .sub_agent(says("one", "1"))
        .sub_agent(says("two", "2"));
    assert_eq!(
        read(AgentTool::new(steps.build().unwrap())).await,
        json!({"result": "2"})
    );

    let both = ParallelAgent::builder("clerk").description("Both.");
    let both = both.sub_agent(says("one", "1")).sub_agent(says("two", "1"));
    assert_eq!(
        read(AgentTool::new(both.build().unwrap())).await,
        json!({"result": "1"})
    );

    let model = ScriptedModel::new()
        .text("Better.")
        .call("exit_loop", json!({}));
    let critic = LlmAgent::builder("critic")
        .model(model)
        .tool(exit_loop::tool());
    let rounds = LoopAgent::builder("clerk")
        .description("Rounds.")
        .sub_agent(built(critic));
    assert_eq!(
        read(AgentTool::new(rounds.build().unwrap())).await,
        json!({"result": "Better."})
    );
}

#[tokio::test]
async fn an_agent_tool_works_in_each_step_of_a_plan() {
    let writer = |name: &str| {
        let clerk = clerk(&ScriptedModel::new().text("Filed."));
        let model = asks_clerk().text(format!("{name} is done."));
        let writer = LlmAgent::builder(name).model(model);
        built(writer.tool(AgentTool::new(built(clerk))))
    };
    let sequence = SequentialAgent::builder("all")
        .sub_agent(writer("one"))
        .sub_agent(
            ParallelAgent::builder("both")
                .sub_agent(writer("two"))
                .sub_agent(writer("three"))
                .build()
                .unwrap(),
        )
        .sub_agent(
            LoopAgent::builder("rounds")
                .sub_agent(writer("four"))
                .max_iterations(1)
                .build()
                .unwrap(),
        );
    let stage = Stage::of(sequence.build().unwrap(), |runner| runner);
    let told = stage.play("Go").await;
    for name in ["one", "two", "three", "four"] {
        assert!(
            told.contains(&format!(r#"{name}: "{name} is done.""#)),
            "{told}"
        );
    }
    assert_eq!(told.matches(r#"{"result":"Filed."}"#).count(), 4, "{told}");
}

#[tokio::test]
async fn each_call_is_an_agent_that_knows_of_no_other() {
    let inner = ScriptedModel::new().text("1").text("2").text("3").text("4");
    let named = |request: &str| call("clerk", request).with_id("same");
    let model = ScriptedModel::new()
        .calls([call("clerk", "One."), call("clerk", "Two.")])
        .calls([named("Three.")])
        .calls([named("Four.")])
        .text("Done.");
    let stage = Stage::new(helper(&model).tool(AgentTool::new(built(clerk(&inner)))));
    assert_eq!(stage.run("Go").text().await.unwrap(), "Done.");
    let asked: Vec<_> = inner
        .requests()
        .iter()
        .map(|request| transcript::of_contents(request.contents()))
        .collect();
    assert_snapshot!(asked.concat(), @r#"
    user: "One."
    user: "Two."
    user: "Three."
    user: "Four."
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn an_agent_tool_can_be_called_without_a_runner() {
    let tool = AgentTool::new(built(clerk(&ScriptedModel::new().text("Filed."))));
    let ctx = adk::testing::tool_context();
    let result = tool.run(&ctx, &json!({"request": "Go"}).into()).await;
    assert_eq!(result.unwrap().as_str(), r#""Filed.""#);
}
