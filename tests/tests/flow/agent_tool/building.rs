//! What is wrong with an agent behind a tool is said before anything runs.

use adk::content::Schema;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::{AgentTool, ErrorKind, SequentialAgent};
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{built, helper};
use tests::transcript;

use super::{Paid, clerk, pay, says};

#[tokio::test]
async fn what_is_wrong_with_the_agent_is_said_when_the_outer_one_is_built() {
    let twins = SequentialAgent::builder("clerk").description("Twins.");
    let twins = twins
        .sub_agent(says("one", "1"))
        .sub_agent(says("one", "2"));
    let error = |tool: AgentTool| {
        let agent = helper(&ScriptedModel::new()).tool(tool).build();
        transcript::of_error(&agent.unwrap_err())
    };
    assert_snapshot!(error(AgentTool::new(twins.build().unwrap())), @"error Config: tool `clerk` of agent `helper`: two agents are called `one`: each agent of a tree needs its own name");
    let nameless = LlmAgent::builder("clerk").model(ScriptedModel::new());
    assert_snapshot!(error(AgentTool::new(built(nameless))), @r"
    error Config: tool `clerk` of agent `helper`: a tool needs a description
    help: say what it is for: the model chooses by it
    ");
    let reserved = LlmAgent::builder("adk_clerk")
        .description("Files.")
        .model(ScriptedModel::new());
    assert_snapshot!(error(AgentTool::new(built(reserved))), @r"
    error InvalidName: tool `adk_clerk` of agent `helper`: names that start with `adk_` are reserved for tools of `adk` itself
    help: choose another name
    ");
    let text = Schema::from_value(json!({"type": "string"}));
    let strange = clerk(&ScriptedModel::new()).input_schema(text);
    assert_snapshot!(error(AgentTool::new(built(strange))), @r"
    error Config: tool `clerk` of agent `helper`: its input schema is not that of an object
    help: make it one, with a property for each thing that the agent has to know
    ");
}

#[tokio::test]
async fn what_tools_inside_need_is_asked_for_when_the_runner_is_built() {
    let inner = ScriptedModel::new();
    let clerk = || clerk(&inner).tool(pay::tool());
    let deep = LlmAgent::builder("office")
        .description("Has a clerk.")
        .model(inner.clone());
    let deep = deep.tool(AgentTool::new(built(clerk())));
    let agent = || helper(&inner).tool(AgentTool::new(built(clerk())));
    let error = Runner::builder("app", built(agent())).build().unwrap_err();
    assert_snapshot!(transcript::of_error(&error), @"error Config: tool `clerk` needs a `flow::agent_tool::Paid`, which the runner was not given: call `.provide(…)` before `.build()`");
    let deep = built(helper(&inner).tool(AgentTool::new(built(deep))));
    let error = Runner::builder("app", deep).build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    let provided = Runner::builder("app", built(agent())).provide(Paid::default());
    assert!(provided.build().is_ok());
}
