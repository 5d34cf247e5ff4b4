//! Answers by the tool `set_model_response`, of models that take no schema beside tools.

use std::sync::atomic::{AtomicBool, Ordering};

use adk::content::{FunctionCall, Schema};
use adk::plugin::{AfterTool, BeforeTool, OnToolError, RetryAndReflectPlugin};
use adk::testing::ScriptedModel;
use adk::{Json, LlmAgent, ToolContext};
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, built, helper, streaming};
use tests::tool::{echo, tool};
use tests::transcript;

use super::{Report, good, names, reporter, told_schema, tool_model};

#[tokio::test]
async fn else_it_answers_by_a_tool() {
    let model = tool_model()
        .call("echo", json!({"n": 1}))
        .call("set_model_response", good());
    let stage = Stage::new(reporter(&model).tool(echo()).output_key("report"));
    let run = stage.run("Paris?").config(streaming());
    assert_snapshot!(transcript::of_run(run).await, @r#"
    helper: call echo(adk-id-3) {"n":1}
    helper: answer echo(adk-id-3) {"n":1}
    helper: call set_model_response(adk-id-6) {"city":"Paris","degrees":22}
    helper: answer set_model_response(adk-id-6) {"city":"Paris","degrees":22}
    helper: "{\"city\":\"Paris\",\"degrees\":22}", [report={"city":"Paris","degrees":22}]
    "#);
    let requests = model.requests();
    for request in &requests {
        assert_eq!(names(request), ["echo", "set_model_response"]);
        assert_eq!(told_schema(request), None);
        let parameters = request.declarations()[1].parameters();
        assert_eq!(*parameters, Schema::of::<Report>());
    }
    assert_snapshot!(requests[0].system_instruction().unwrap(), @r#"
    You are an agent. Your internal name is "helper".

    Give your final answer by the function `set_model_response` alone, in the form of its parameters, and not as text. Call other functions first where you need them; once you know the answer, call `set_model_response`.
    "#);
    assert_eq!(
        requests[0].system_instruction(),
        requests[1].system_instruction()
    );
    assert_goes_on(&stage, &model.call("set_model_response", good())).await;
}

/// Fault 11 of the reference: the failure becomes the answer.
#[tokio::test]
async fn fault_11_a_failed_set_model_response_is_repaired() {
    let model = tool_model()
        .call("set_model_response", json!({"city": 7, "degreees": 22}))
        .call("set_model_response", good());
    let stage = Stage::new(reporter(&model).tool(echo()).output_key("report"));
    assert_snapshot!(stage.play("Paris?").await, @r#"
    helper: call set_model_response(adk-id-3) {"city":7,"degreees":22}
    helper: answer set_model_response(adk-id-3) {"error":"the arguments of `set_model_response` do not fit:\n- `city`: expected a string, got 7\n- `degreees`: unknown; did you mean `degrees`?\n- `degrees`: missing; expected an integer from -2147483648 to 2147483647"}
    helper: call set_model_response(adk-id-6) {"city":"Paris","degrees":22}
    helper: answer set_model_response(adk-id-6) {"city":"Paris","degrees":22}
    helper: "{\"city\":\"Paris\",\"degrees\":22}", [report={"city":"Paris","degrees":22}]
    "#);
}

/// A schema that takes any object would take the error for an answer.
#[tokio::test]
async fn fault_11_no_failure_is_an_answer_whatever_the_schema_takes() {
    let open = Schema::from_value(json!({
        "type": "object",
        "properties": {"error": {"type": "string"}, "more": {"type": "integer"}},
    }));
    let model = tool_model()
        .call("set_model_response", json!({"more": "x"}))
        .call("set_model_response", json!({"more": 1}));
    let agent = helper(&model).tool(echo()).output_schema(open);
    let agent = built(agent.on_tool_error(|_, _, _, _| async {
        Ok(OnToolError::Respond(Json::from(
            json!({"error": "a hook's"}),
        )))
    }));
    let stage = Stage::of(agent, |runner| runner.plugin(RetryAndReflectPlugin::new()));
    assert_snapshot!(stage.play("Hi").await, @r#"
    helper: call set_model_response(adk-id-3) {"more":"x"}
    helper: answer set_model_response(adk-id-3) {"response_type":"ERROR_HANDLED_BY_REFLECT_AND_RETRY_PLUGIN","error_type":"ToolError","error_details":"the arguments of `set_model_response` do not fit:\n- `more`: expected an integer, got \"x\"","retry_count":1,"reflection_guidance":"`set_model_response` failed. You may try again: this is retry 1 of 3. Do not send the same call once more. Check the arguments against the tool's parameters, whether another step has to come first, and whether another of your tools fits better or the task can be split; then make a corrected call or go another way."}
    helper: call set_model_response(adk-id-6) {"more":1}
    helper: answer set_model_response(adk-id-6) {"more":1}
    helper: "{\"more\":1}"
    "#);
}

#[tokio::test]
async fn alternatives_stay_apart_in_the_tools_parameters() {
    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Choice {
        Go { steps: u32 },
        Stay,
    }
    let model = tool_model()
        .call("set_model_response", json!({"response": {"kind": "go"}}))
        .call(
            "set_model_response",
            json!({"response": {"kind": "go", "steps": 2}}),
        );
    let agent = helper(&model).output_schema(Schema::of::<Choice>());
    let stage = Stage::new(agent.tool(echo()));
    let choice: Choice = stage.run("Now?").output().await.unwrap();
    assert_eq!(choice, Choice::Go { steps: 2 });
    let answers = model.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(&answers.contents()[2..]), @r#"user: answer set_model_response(adk-id-3) {"error":"the arguments of `set_model_response` do not fit:\n- `response.steps`: missing; expected an integer from 0 to 4294967295"}"#);
}

#[tokio::test]
async fn a_text_in_place_of_the_call_is_an_answer_if_it_fits() {
    let model = tool_model().text("Sunny.").text(good().to_string());
    let stage = Stage::new(reporter(&model).tool(echo()).output_key("report"));
    assert_snapshot!(stage.play("Paris?").await, @r#"
    helper: "Sunny.", OUTPUT_MISMATCH: your answer is not valid JSON: expected value at line 1 column 1
    Give your final answer by a call of `set_model_response`.
    helper: "{\"city\":\"Paris\",\"degrees\":22}", [report={"city":"Paris","degrees":22}]
    "#);
}

#[tokio::test]
async fn the_other_calls_of_the_turn_run_too() {
    let model = tool_model().calls([
        FunctionCall::new("set_model_response", good()),
        FunctionCall::new("echo", json!({"n": 1})),
        FunctionCall::new("quiet", json!({})),
    ]);
    let quiet = tool("quiet", |ctx, _| async move {
        ctx.skip_summarization();
        Ok(json!({}))
    });
    let stage = Stage::new(reporter(&model).tool(echo()).tool(quiet));
    assert_snapshot!(stage.play("Paris?").await, @r#"
    helper: call set_model_response(adk-id-3) {"city":"Paris","degrees":22}, call echo(adk-id-4) {"n":1}, call quiet(adk-id-5) {}
    helper: answer set_model_response(adk-id-3) {"city":"Paris","degrees":22}, answer echo(adk-id-4) {"n":1}, answer quiet(adk-id-5) {}, [no summary]
    helper: "{\"city\":\"Paris\",\"degrees\":22}"
    "#);
}

#[tokio::test]
async fn an_answer_beside_a_call_that_waits_for_a_person_is_not_final() {
    let pay = tool("pay", |ctx: ToolContext, _| async move {
        if ctx.tool_confirmation().is_none() {
            ctx.request_confirmation("Pay?", None);
        }
        Ok(json!({"paid": ctx.tool_confirmation().is_some()}))
    });
    let model = tool_model()
        .calls([
            FunctionCall::new("pay", json!({})),
            FunctionCall::new("set_model_response", good()),
        ])
        .call("set_model_response", good());
    let stage = Stage::new(reporter(&model).tool(pay).output_key("report"));
    let mut run = stage.run("Pay!");
    let mut asked = None;
    while let Some(event) = run.next().await {
        let event = event.unwrap();
        assert!(event.actions().state_delta().is_empty(), "{event:?}");
        asked = event.confirmation_requests().next().or(asked);
    }
    assert_eq!(stage.session().await.state("report"), None);
    assert_snapshot!(stage.play(asked.unwrap().approve()).await, @r#"
    helper: answer pay(adk-id-3) {"paid":true}
    helper: call set_model_response(adk-id-11) {"city":"Paris","degrees":22}
    helper: answer set_model_response(adk-id-11) {"city":"Paris","degrees":22}
    helper: "{\"city\":\"Paris\",\"degrees\":22}", [report={"city":"Paris","degrees":22}]
    "#);
}

#[tokio::test]
async fn agents_to_hand_over_to_are_tools_beside_the_schema() {
    let model = tool_model().calls([
        FunctionCall::new("set_model_response", good()),
        FunctionCall::new("transfer_to_agent", json!({"agent_name": "expert"})),
    ]);
    let expert = ScriptedModel::new().text("I am the expert.");
    let expert = built(
        LlmAgent::builder("expert")
            .model(expert)
            .description("Knows."),
    );
    let stage = Stage::new(reporter(&model).sub_agent(expert).output_key("report"));
    assert_snapshot!(stage.play("Paris?").await, @r#"
    helper: call set_model_response(adk-id-3) {"city":"Paris","degrees":22}, call transfer_to_agent(adk-id-4) {"agent_name":"expert"}
    helper: answer set_model_response(adk-id-3) {"city":"Paris","degrees":22}, answer transfer_to_agent(adk-id-4) {}
    expert: "I am the expert."
    "#);
    assert_eq!(
        names(&model.requests()[0]),
        ["transfer_to_agent", "set_model_response"]
    );
}

#[tokio::test]
async fn hooks_around_the_tool_decide_on_the_answer() {
    let calls = || {
        tool_model()
            .call("set_model_response", good())
            .call("set_model_response", good())
    };
    let model = calls();
    let agent = reporter(&model)
        .tool(echo())
        .after_tool(|_, _, _, _| async {
            Ok(AfterTool::Replace(Json::from(
                json!({"city": "***", "degrees": 0}),
            )))
        });
    assert_snapshot!(Stage::new(agent).play("Paris?").await, @r#"
    helper: call set_model_response(adk-id-3) {"city":"Paris","degrees":22}
    helper: answer set_model_response(adk-id-3) {"city":"***","degrees":0}
    helper: "{\"city\":\"***\",\"degrees\":0}"
    "#);

    let model = calls();
    let once = AtomicBool::new(false);
    let agent = reporter(&model)
        .tool(echo())
        .before_tool(move |_, _, args| {
            let seen = once.swap(true, Ordering::Relaxed);
            async move {
                Ok(if seen {
                    BeforeTool::Proceed(args)
                } else {
                    BeforeTool::Respond(Json::from(json!({"wait": "a little"})))
                })
            }
        });
    assert_snapshot!(Stage::new(agent).play("Paris?").await, @r#"
    helper: call set_model_response(adk-id-3) {"city":"Paris","degrees":22}
    helper: answer set_model_response(adk-id-3) {"wait":"a little"}
    helper: call set_model_response(adk-id-6) {"city":"Paris","degrees":22}
    helper: answer set_model_response(adk-id-6) {"city":"Paris","degrees":22}
    helper: "{\"city\":\"Paris\",\"degrees\":22}"
    "#);
}
