//! What `build()` says of tools that no macro has seen, in the macro's words.

use std::sync::Arc;

use adk::content::{FunctionDeclaration, Schema};
use adk::model::Gemini;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::tool::builtin::exit_loop;
use adk::{
    AgentTool, CustomAgent, ErrorKind, GeminiTool, LlmAgentBuilder, LoopAgent, SequentialAgent,
};
use futures::future::BoxFuture;
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::Deserialize;

fn refusal(tool: impl Tool + 'static) -> (ErrorKind, String) {
    let model = ScriptedModel::new();
    let agent = LlmAgent::builder("helper").model(model).tool(tool).build();
    let error = agent.unwrap_err();
    (error.kind(), error.to_string())
}

fn named(name: &str, description: &str) -> FunctionTool {
    FunctionTool::new(name, description, |(): (), _| async {
        Ok::<_, ToolError>(())
    })
}

#[test]
fn names_that_no_vendor_takes_or_that_are_reserved() {
    let mut said = Vec::new();
    let long = "x".repeat(64);
    for name in [
        "",
        "do.it",
        "2do",
        "größe",
        &long,
        "finish_task",
        "transfer_to_agent",
        "adk_x",
    ] {
        let (kind, text) = refusal(named(name, "Does it."));
        assert_eq!(kind, ErrorKind::InvalidName, "{name}");
        said.push(text);
    }
    assert_snapshot!(said.join("\n"), @"
    tool `` of agent `helper`: `` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name
    tool `do.it` of agent `helper`: `do.it` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name
    tool `2do` of agent `helper`: `2do` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name
    tool `größe` of agent `helper`: `größe` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name
    tool `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` of agent `helper`: a tool's name has 63 characters at most, this one has 64
    help: choose another name
    tool `finish_task` of agent `helper`: the name `finish_task` is reserved for a tool of `adk` itself
    help: choose another name
    tool `transfer_to_agent` of agent `helper`: the name `transfer_to_agent` is reserved for a tool of `adk` itself
    help: choose another name
    tool `adk_x` of agent `helper`: names that start with `adk_` are reserved for tools of `adk` itself
    help: choose another name
    ");
}

#[test]
fn descriptions_that_say_nothing_or_too_much() {
    let (kind, text) = refusal(named("f", "  "));
    assert_eq!(kind, ErrorKind::Config);
    assert_snapshot!(text, @"
    tool `f` of agent `helper`: a tool needs a description
    help: say what it is for: the model chooses by it
    ");
    let (kind, text) = refusal(named("f", &"é".repeat(1025)));
    assert_eq!(kind, ErrorKind::Config);
    assert_snapshot!(text, @"
    tool `f` of agent `helper`: a tool's description has 1024 characters at most, this one has 1025
    help: shorten it
    ");
    let model = ScriptedModel::new();
    let longest = named("f", &"é".repeat(1024));
    assert!(
        LlmAgent::builder("helper")
            .model(model)
            .tool(longest)
            .build()
            .is_ok()
    );
}

#[test]
fn names_of_agents() {
    let mut said = Vec::new();
    for name in ["user", "", "weather-agent", &"a".repeat(65)] {
        let agent = LlmAgent::builder(name).model(ScriptedModel::new()).build();
        said.push(agent.unwrap_err().to_string());
    }
    assert_snapshot!(said.join("\n"), @"
    the name `user` is reserved for the person who asks
    help: choose another name
    `` is not a valid agent name: it starts with a letter or `_`, has only ASCII letters, digits and `_`, and 64 characters at most
    help: choose another name
    `weather-agent` is not a valid agent name: it starts with a letter or `_`, has only ASCII letters, digits and `_`, and 64 characters at most
    help: choose another name
    `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa` is not a valid agent name: it starts with a letter or `_`, has only ASCII letters, digits and `_`, and 64 characters at most
    help: choose another name
    ");
}

#[test]
fn every_tool_is_told_of() {
    let agent = LlmAgent::builder("helper").model(ScriptedModel::new());
    let agent = agent.tool(named("do.it", "Does it.")).tool(named("f", ""));
    assert_snapshot!(agent.build().unwrap_err(), @"
    tool `do.it` of agent `helper`: `do.it` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`
    help: choose another name
    tool `f` of agent `helper`: a tool needs a description
    help: say what it is for: the model chooses by it
    ");
}

#[derive(Debug)]
struct ByHand(Arc<FunctionDeclaration>);

impl Tool for ByHand {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.0
    }

    fn run<'a>(
        &'a self,
        _: &'a ToolContext,
        _: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        Box::pin(async { Ok(Json::new(&())?) })
    }
}

#[test]
fn a_tool_that_is_written_by_hand_keeps_to_the_same() {
    let declaration = FunctionDeclaration::new("adk_run", "", Schema::empty_object());
    let (_, text) = refusal(ByHand(Arc::new(declaration)));
    assert_snapshot!(text, @"
    tool `adk_run` of agent `helper`: names that start with `adk_` are reserved for tools of `adk` itself
    help: choose another name
    tool `adk_run` of agent `helper`: a tool needs a description
    help: say what it is for: the model chooses by it
    ");
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
struct Address {
    #[expect(dead_code, reason = "only its schema matters")]
    street_name: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Place {
    #[expect(dead_code, reason = "only its schema matters")]
    city: String,
    #[expect(dead_code, reason = "only its schema matters")]
    country: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Origin {
    #[expect(dead_code, reason = "only its schema matters")]
    country: String,
}

/// Flattens fields under names that are taken, or that cannot be.
#[tool]
async fn send(
    #[arg(flatten)] place: Place,
    #[arg(undocumented)] city: &str,
    #[arg(flatten)] origin: Origin,
    #[arg(flatten)] address: Address,
) {
    let _ = (place, city, origin, address);
}

#[test]
fn fields_that_are_lost_or_cannot_be_sent() {
    let (kind, text) = refusal(send::tool());
    assert_eq!(kind, ErrorKind::Config);
    assert_snapshot!(text, @r#"
    tool `send` of agent `helper`: two parameters are called `city`
    help: choose another name for one, by `#[arg(rename = "…")]` on a parameter or `#[serde(rename = "…")]` on a field
    tool `send` of agent `helper`: two parameters are called `country`
    help: choose another name for one, by `#[arg(rename = "…")]` on a parameter or `#[serde(rename = "…")]` on a field
    tool `send` of agent `helper`: `street-name` is not a valid parameter name: it starts with a letter or `_` and has only ASCII letters, digits and `_`
    help: choose another name, by `#[serde(rename = "…")]` on the field
    "#);
    let closure = FunctionTool::new("send", "Sends.", |address: Address, _| async move {
        drop(address);
        Ok::<_, ToolError>(())
    });
    let (kind, text) = refusal(closure);
    assert_eq!(kind, ErrorKind::Config);
    assert_snapshot!(text, @r#"
    tool `send` of agent `helper`: `street-name` is not a valid parameter name: it starts with a letter or `_` and has only ASCII letters, digits and `_`
    help: choose another name, by `#[serde(rename = "…")]` on the field
    "#);
}

#[test]
fn tools_of_geminis_server_beside_what_the_model_refuses() {
    let build = |model: &str, more: &dyn Fn(LlmAgentBuilder) -> LlmAgentBuilder| {
        let model = Gemini::builder(model).api_key("key").build();
        let agent = LlmAgent::builder("helper").model(model.unwrap());
        more(agent.tool(GeminiTool::google_search())).build()
    };
    let with_function = |agent: LlmAgentBuilder| agent.tool(named("add", "Adds."));
    let with_agent = |agent: LlmAgentBuilder| {
        let below = LlmAgent::builder("below").model(ScriptedModel::new());
        agent.sub_agent(below.build())
    };
    let with_output = |agent: LlmAgentBuilder| agent.output::<Vec<String>>();
    let said = [
        build("gemini-2.5-flash", &with_function),
        build("gemini-1.5-pro", &with_agent),
        build("gemini-2.0-flash", &with_output),
    ];
    let said = said.map(|agent| agent.unwrap_err().to_string());
    assert_snapshot!(said.join("\n"), @r#"
    agent `helper`: `gemini-2.5-flash` takes no functions beside `google_search`, a tool of Gemini's server
    help: take Gemini 3 or later, or give the tool to an agent of its own, and list that among `tools`
    agent `helper`: `gemini-1.5-pro` takes no agents to hand over to beside `google_search`, a tool of Gemini's server
    help: take Gemini 3 or later, or give the tool to an agent of its own, and list that among `tools`
    agent `helper`: `gemini-2.0-flash` takes no output schema beside `google_search`, a tool of Gemini's server
    help: take Gemini 3 or later, or give the tool to an agent of its own, and list that among `tools`
    "#);
    build("gemini-2.5-flash", &|agent| agent).unwrap();
    build("gemini-3-pro", &with_function).unwrap();
}

#[test]
fn exit_loop_without_a_loop() {
    let critic = || {
        let critic = LlmAgent::builder("critic").model(ScriptedModel::new());
        critic
            .description("Judges.")
            .tool(exit_loop::tool())
            .build()
    };
    let plan = |critic| SequentialAgent::builder("plan").sub_agent(critic).build();
    let said = [
        Runner::builder("app", critic().unwrap()).build(),
        Runner::builder("app", plan(critic()).unwrap()).build(),
    ];
    let said = said.map(|runner| runner.unwrap_err().to_string());
    assert_snapshot!(said.join("\n"), @r#"
    agent `critic` has the tool `exit_loop`, and no loop is above it
    help: put the agent into a `LoopAgent`, or take the tool away
    agent `critic` has the tool `exit_loop`, and no loop is above it
    help: put the agent into a `LoopAgent`, or take the tool away
    "#);
    assert_snapshot!(refusal(AgentTool::new(critic().unwrap())).1, @r#"
    tool `critic` of agent `helper`: agent `critic` has the tool `exit_loop`, and no loop is above it
    help: put the agent into a `LoopAgent`, or take the tool away
    "#);

    let looped = LoopAgent::builder("rounds")
        .sub_agent(plan(critic()))
        .build();
    Runner::builder("app", looped.unwrap()).build().unwrap();
    let heard = CustomAgent::builder("driver", |_, _| async { Ok(()) }).sub_agent(critic());
    Runner::builder("app", heard.build().unwrap())
        .build()
        .unwrap();
}
