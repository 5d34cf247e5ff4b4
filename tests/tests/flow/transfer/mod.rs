//! Handing the conversation over: who may, to whom, and what becomes of it.

#![expect(clippy::unwrap_used, reason = "what a test is made of is right")]

mod targets;

use std::sync::Arc;

use adk::content::FunctionCall;
use adk::model::LlmRequest;
use adk::testing::ScriptedModel;
use adk::{Agent, ErrorKind, LlmAgent, LlmAgentBuilder, RunConfig};
use futures::StreamExt as _;
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::history::assert_valid_history;
use tests::stage::{Stage, built};
use tests::tool::{echo, tool};
use tests::transcript;

fn agent(name: &str, model: &ScriptedModel) -> LlmAgentBuilder {
    let builder = LlmAgent::builder(name).model(model.clone());
    builder.description(format!("Knows {name}."))
}

fn to(name: &str) -> FunctionCall {
    FunctionCall::new("transfer_to_agent", json!({ "agent_name": name }))
}

fn says(text: &str) -> ScriptedModel {
    ScriptedModel::new().text(text)
}

/// Whom the request lets the model hand over to; `None` without the tool.
fn targets(request: &LlmRequest) -> Option<Vec<Value>> {
    let declarations = request.declarations();
    let tool = declarations
        .iter()
        .find(|tool| tool.name() == "transfer_to_agent")?;
    let schema = serde_json::to_value(tool.parameters()).unwrap();
    schema["properties"]["agent_name"]["enum"]
        .as_array()
        .cloned()
}

#[tokio::test]
async fn a_model_hands_over_to_an_agent_below_it() {
    let root = ScriptedModel::new().calls([to("billing")]);
    let billing = says("You owe nothing.");
    let root_agent = agent("desk", &root)
        .global_instruction("Be polite.")
        .instruction("You are the desk.")
        .sub_agent(built(agent("billing", &billing).instruction("You bill.")));
    let stage = Stage::new(root_agent);
    assert_snapshot!(stage.play("What do I owe?").await, @r#"
    desk: call transfer_to_agent(adk-id-3) {"agent_name":"billing"}
    desk: answer transfer_to_agent(adk-id-3) {}
    billing: "You owe nothing."
    "#);
    let request = root.requests().pop().unwrap();
    assert_snapshot!(request.system_instruction().unwrap(), @r#"
    Be polite.

    You are the desk.

    You are an agent. Your internal name is "desk". The description about you is "Knows desk.".

    You can hand the conversation over to another agent with the function `transfer_to_agent`. These are the agents:

    - `billing`: Knows billing.

    Where you are the right one for the question by your own description, answer it. Where another agent is by its description, call the function with the name of that agent, and say nothing beside the call.
    "#);
    assert_eq!(targets(&request).unwrap(), ["billing"]);
    let request = billing.requests().pop().unwrap();
    assert_valid_history(request.contents());
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "What do I owe?"
    user: "For context:", "[desk] called tool `transfer_to_agent` with parameters: {\"agent_name\":\"billing\"}"
    user: "For context:", "[desk] `transfer_to_agent` tool returned result: {}"
    "#);
    assert_snapshot!(request.system_instruction().unwrap(), @r#"
    Be polite.

    You bill.

    You are an agent. Your internal name is "billing". The description about you is "Knows billing.".

    You can hand the conversation over to another agent with the function `transfer_to_agent`. These are the agents:

    - `desk`: Knows desk.

    Where you are the right one for the question by your own description, answer it. Where another agent is by its description, call the function with the name of that agent, and say nothing beside the call.
    "#);
    assert_eq!(targets(&request).unwrap(), ["desk"]);
}

#[tokio::test]
async fn a_model_hands_over_to_its_parent_and_to_a_peer() {
    let root = ScriptedModel::new().calls([to("a")]).text("Root again.");
    let a = ScriptedModel::new().calls([to("b")]);
    let b = ScriptedModel::new().calls([to("root")]);
    let [first, second] = [("a", &a), ("b", &b)].map(|(name, model)| built(agent(name, model)));
    let stage = Stage::new(agent("root", &root).sub_agent(first).sub_agent(second));
    let mut run = stage.run("Hi");
    let mut told = String::new();
    while let Some(event) = run.next().await {
        let event = event.unwrap();
        assert_eq!(event.branch(), None);
        let next = event.actions().transfer_to_agent().unwrap_or("-");
        told.push_str(next);
        told.push(' ');
        told.push_str(&transcript::line(&event));
    }
    assert_snapshot!(told, @r#"
    - root: call transfer_to_agent(adk-id-3) {"agent_name":"a"}
    a root: answer transfer_to_agent(adk-id-3) {}
    - a: call transfer_to_agent(adk-id-6) {"agent_name":"b"}
    b a: answer transfer_to_agent(adk-id-6) {}
    - b: call transfer_to_agent(adk-id-9) {"agent_name":"root"}
    root b: answer transfer_to_agent(adk-id-9) {}
    - root: "Root again."
    "#);
    let request = root.requests().pop().unwrap();
    assert_valid_history(request.contents());
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Hi"
    model: call transfer_to_agent(adk-id-3) {"agent_name":"a"}
    user: answer transfer_to_agent(adk-id-3) {}
    user: "For context:", "[a] called tool `transfer_to_agent` with parameters: {\"agent_name\":\"b\"}"
    user: "For context:", "[a] `transfer_to_agent` tool returned result: {}"
    user: "For context:", "[b] called tool `transfer_to_agent` with parameters: {\"agent_name\":\"root\"}"
    user: "For context:", "[b] `transfer_to_agent` tool returned result: {}"
    "#);
}

fn jump(name: &'static str) -> tests::tool::TestTool {
    tool("jump", move |ctx, _| async move {
        ctx.transfer_to_agent(name);
        Ok(json!("on my way"))
    })
}

#[tokio::test]
async fn a_tool_hands_over_to_any_agent_of_the_tree() {
    for (target, told) in [("leaf", true), ("nowhere", false)] {
        let root = ScriptedModel::new().call("jump", json!({}));
        let a = agent("a", &says("A.")).sub_agent(built(agent("leaf", &says("Leaf."))));
        let stage = Stage::new(agent("root", &root).sub_agent(built(a)).tool(jump(target)));
        let ended = stage.run("Hi").text().await;
        if told {
            assert_eq!(ended.unwrap(), "Leaf.");
            continue;
        }
        let error = ended.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownAgent);
        assert_snapshot!(error, @"agent `root` hands over to `nowhere`, which is not there; the agents are: root, a, leaf");
        tests::stage::assert_goes_on(&stage, &root).await;
    }
}

#[tokio::test]
async fn agents_that_send_the_user_round_in_a_circle_are_stopped() {
    let round = |target: &'static str| {
        ScriptedModel::from_fn(move |_| {
            let call = adk::Part::from_function_call(to(target));
            adk::model::LlmResponse::new(adk::Content::new(adk::Role::Model, [call]))
        })
    };
    let (root, a) = (round("a"), round("root"));
    let stage = Stage::new(agent("root", &root).sub_agent(built(agent("a", &a))));
    let error = stage.run("Hi").text().await.unwrap_err();
    assert_snapshot!(transcript::of_error(&error), @"error Limit: the run reached its limit of 20 transfers between agents; raise it with `RunConfig::max_transfers`, or find out why they send the user round in a circle");
    assert_eq!(root.requests().len() + a.requests().len(), 21);
    let config = RunConfig::new().max_transfers(3);
    let error = stage.run("Hi").config(config).text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert_eq!(root.requests().len() + a.requests().len(), 25);
    for request in root.requests().iter().chain(&a.requests()) {
        assert_valid_history(request.contents());
    }
}

#[tokio::test]
async fn a_long_chain_of_transfers_does_not_break_the_stack() {
    let left = Arc::new(std::sync::atomic::AtomicU32::new(600));
    let round = |target: &'static str| {
        let left = Arc::clone(&left);
        ScriptedModel::from_fn(move |_| {
            use std::sync::atomic::Ordering::Relaxed;
            let content = if left.fetch_sub(1, Relaxed) > 1 {
                let call = adk::Part::from_function_call(to(target));
                adk::Content::new(adk::Role::Model, [call])
            } else {
                adk::Content::model("Here.")
            };
            adk::model::LlmResponse::new(content)
        })
    };
    let config = RunConfig::new()
        .max_transfers(10_000)
        .max_model_calls(10_000);
    let (root, a) = (round("a"), round("root"));
    let none = adk::agent::IncludeContents::None;
    let a = built(agent("a", &a).include_contents(none));
    let stage = Stage::new(agent("root", &root).include_contents(none).sub_agent(a));
    assert_eq!(
        stage.run("Hi").config(config).text().await.unwrap(),
        "Here."
    );
}

#[tokio::test]
async fn other_calls_of_the_turn_are_made_before_it() {
    let echoes = FunctionCall::new("echo", json!({"n": 1}));
    let root = ScriptedModel::new().calls([to("a"), echoes]);
    let a = says("A.");
    let stage = Stage::new(
        agent("root", &root)
            .tool(echo())
            .sub_agent(built(agent("a", &a))),
    );
    assert_snapshot!(stage.play("Hi").await, @r#"
    root: call transfer_to_agent(adk-id-3) {"agent_name":"a"}, call echo(adk-id-4) {"n":1}
    root: answer transfer_to_agent(adk-id-3) {}, answer echo(adk-id-4) {"n":1}
    a: "A."
    "#);
    assert_snapshot!(transcript::of_contents(a.requests()[0].contents()), @r#"
    user: "Hi"
    user: "For context:", "[root] called tool `transfer_to_agent` with parameters: {\"agent_name\":\"a\"}", "[root] called tool `echo` with parameters: {\"n\":1}"
    user: "For context:", "[root] `transfer_to_agent` tool returned result: {}", "[root] `echo` tool returned result: {\"n\":1}"
    "#);
}

#[tokio::test]
async fn of_two_in_one_turn_the_last_stands() {
    let root = ScriptedModel::new().calls([to("a"), to("b")]);
    let [a, b] = [("a", "A."), ("b", "B.")].map(|(name, text)| built(agent(name, &says(text))));
    let stage = Stage::new(agent("root", &root).sub_agent(a).sub_agent(b));
    assert_eq!(stage.run("Hi").text().await.unwrap(), "B.");
}

#[tokio::test]
async fn a_tool_that_has_the_last_word_hands_over_too() {
    let last_word = tool("last_word", |ctx, _| async move {
        ctx.skip_summarization();
        ctx.transfer_to_agent("a");
        Ok(json!("on my way"))
    });
    let root = ScriptedModel::new().call("last_word", json!({}));
    let stage = Stage::new(
        agent("root", &root)
            .tool(last_word)
            .sub_agent(built(agent("a", &says("A.")))),
    );
    assert_eq!(stage.run("Hi").text().await.unwrap(), "A.");
    assert_eq!(root.requests().len(), 1);
}

#[tokio::test]
async fn a_question_beside_it_waits_for_its_answer() {
    let root =
        ScriptedModel::new().calls([to("a"), FunctionCall::new("ask", json!({"what": "it"}))]);
    let a = says("A.");
    let models = [root.clone(), a.clone()];
    let office = tests::office::Office::new(move || {
        let a = built(agent("a", &a));
        Arc::new(built(tests::office::clerk("root", &root).sub_agent(a))) as Arc<dyn Agent>
    });
    let told = office.play("Hi").await;
    assert!(told.ends_with("a: \"A.\"\n"), "{told}");
    let asked = office.asked().await;
    assert_eq!((asked.len(), office.done.all().len()), (1, 0));
    let _script = models[0].clone().text("Done.");
    assert_eq!(
        office.run(asked[0].approve()).text().await.unwrap(),
        "Done."
    );
    assert_eq!(office.done.all(), ["it"]);
    tests::office::assert_all_said(&[&models[0], &models[1]]);
}

#[tokio::test]
async fn what_a_parallel_branch_hands_over_stays_in_it() {
    let a = ScriptedModel::new().calls([to("below")]);
    let (below, b) = (says("Below."), says("B."));
    let a_agent = built(agent("a", &a).sub_agent(built(agent("below", &below))));
    let both = adk::ParallelAgent::builder("both")
        .sub_agent(a_agent)
        .sub_agent(built(agent("b", &b)));
    let stage = Stage::of(both.build().unwrap(), |runner| runner);
    let events: Vec<_> = stage.run("Hi").map(Result::unwrap).collect().await;
    for event in events {
        let branch = if event.author() == "b" {
            "both.b"
        } else {
            "both.a"
        };
        assert_eq!(event.branch(), Some(branch), "{}", event.author());
    }
    let told = transcript::of_contents(below.requests()[0].contents());
    assert!(told.contains("[a]") && !told.contains("[b]"), "{told}");
}

#[tokio::test]
async fn hooks_behind_an_agent_wait_for_those_it_handed_over_to() {
    use adk::plugin::{AfterAgent, BeforeAgent};
    let hooked = |agent: LlmAgentBuilder| {
        let before = |_| async { Ok(BeforeAgent::Proceed) };
        let after = |ctx: adk::CallbackContext| async move {
            let text = format!("{} is done.", ctx.agent_name());
            Ok(AfterAgent::Respond(adk::Content::model(text)))
        };
        agent.before_agent(before).after_agent(after)
    };
    let root = ScriptedModel::new().calls([to("a")]);
    let a = ScriptedModel::new().calls([to("b")]);
    let (a, b) = (agent("a", &a), agent("b", &says("B.")));
    let root = agent("root", &root).sub_agent(built(hooked(a)));
    let stage = Stage::new(hooked(root.sub_agent(built(hooked(b)))));
    let told = stage.play("Hi").await;
    let said: Vec<_> = told.lines().skip(4).collect();
    assert_eq!(
        said,
        [
            "b: \"B.\"",
            "b: \"b is done.\"",
            "a: \"a is done.\"",
            "root: \"root is done.\"",
        ]
    );
}

#[tokio::test]
async fn an_agent_that_a_hook_keeps_from_running_is_not_handed_over_to() {
    use adk::plugin::BeforeAgent;
    let root = ScriptedModel::new().calls([to("a")]);
    let a = agent("a", &ScriptedModel::new()).before_agent(|_| async {
        Ok(BeforeAgent::Respond(adk::Content::model("We are closed.")))
    });
    let stage = Stage::new(agent("root", &root).sub_agent(built(a)));
    assert_eq!(stage.run("Hi").text().await.unwrap(), "We are closed.");
}

#[tokio::test]
async fn the_next_message_goes_to_whom_the_conversation_was_handed_over() {
    let root = ScriptedModel::new().calls([to("a")]).text("Root again.");
    let a = ScriptedModel::new()
        .text("A.")
        .text("A still.")
        .calls([to("root")]);
    let stage = Stage::new(agent("root", &root).sub_agent(built(agent("a", &a))));
    for answer in ["A.", "A still.", "Root again."] {
        assert_eq!(stage.run("Hi").text().await.unwrap(), answer);
    }
    let _script = root.clone().text("Root it is.");
    assert_eq!(stage.run("Hi").text().await.unwrap(), "Root it is.");
    for request in root.requests().iter().chain(&a.requests()) {
        assert_valid_history(request.contents());
    }
}
