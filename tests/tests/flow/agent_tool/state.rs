//! State, artifacts and memory that the run around an agent tool and the one inside share.

use adk::plugin::{BeforeTool, OnUserMessage, Plugin};
use adk::prelude::*;
use adk::session::StateScope;
use adk::testing::ScriptedModel;
use adk::{AgentTool, CallbackContext, Result, StateDelta};
use futures::future::BoxFuture;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, built, helper};
use tests::tool::tool;
use tests::transcript;

use super::{Office, asks_clerk, clerk, pays};
use crate::recorder::Log;

const KEYS: [&str; 5] = ["own", "user:name", "app:name", "temp:name", "_adk_secret"];

/// A tool that reads all keys, and sets them.
fn peek(value: &'static str) -> tests::tool::TestTool {
    tool("peek", move |ctx: ToolContext, _| async move {
        let read = KEYS.map(|key| (key.to_owned(), ctx.state().get(key).unwrap_or_default()));
        for key in KEYS {
            ctx.state().set(key, value);
        }
        Ok(serde_json::Value::Object(read.into_iter().collect()))
    })
}

fn peeks() -> ScriptedModel {
    ScriptedModel::new().call("peek", json!({})).text("Done.")
}

#[tokio::test]
async fn all_state_but_that_of_the_engine_goes_in_and_comes_back() {
    let (inner, model) = (peeks(), asks_clerk().call("peek", json!({})).text("Done."));
    let clerk = AgentTool::new(built(clerk(&inner).tool(peek("inner"))));
    let stage = Stage::new(helper(&model).tool(clerk).tool(peek("outer")));
    let before = StateDelta::from(KEYS.map(|key| (key, "before")));
    let told = transcript::of_run(stage.run("Go").state_delta(before)).await;
    assert_snapshot!(told, @r#"
    helper: call clerk(adk-id-3) {"request":"Do it."}
    helper: answer clerk(adk-id-3) {"result":"Done."}, [app:name="inner" own="inner" temp:name="inner" user:name="inner"]
    helper: call peek(adk-id-13) {}
    helper: answer peek(adk-id-13) {"own":"inner","user:name":"inner","app:name":"inner","temp:name":"inner","_adk_secret":"before"}, [_adk_secret="outer" app:name="outer" own="outer" temp:name="outer" user:name="outer"]
    helper: "Done."
    "#);
    let read = inner.requests().pop().unwrap();
    let read = read.contents().last().unwrap().function_responses().next();
    assert_snapshot!(read.unwrap().response(), @r#"{"own":"before","user:name":"before","app:name":"before","temp:name":"before","_adk_secret":null}"#);
    let session = stage.session().await;
    let kept: Vec<_> = KEYS.map(|key| session.state(key).cloned()).into();
    // Of the run alone is what begins with `temp:`.
    let outer = || Some(json!("outer"));
    assert_eq!(kept, [outer(), outer(), outer(), None, outer()]);
    assert_eq!(StateScope::of("temp:name"), StateScope::Temp);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn an_instruction_inside_sees_what_a_hook_has_written_for_the_call() {
    let inner = ScriptedModel::new().text("Bonjour.");
    let clerk = clerk(&inner).instruction("Speak {lang} to {user:name}.");
    let model = asks_clerk().text("Done.");
    let agent = helper(&model)
        .tool(AgentTool::new(built(clerk)))
        .before_tool(|ctx, _, args| async move {
            ctx.state().set("lang", "French");
            ctx.state().set("user:name", "Anna");
            Ok(BeforeTool::Proceed(args))
        });
    let stage = Stage::new(agent);
    assert_eq!(stage.run("Go").text().await.unwrap(), "Done.");
    let asked = inner.requests().pop().unwrap();
    let told = asked.system_instruction().unwrap().to_owned();
    assert!(told.contains("Speak French to Anna."), "{told}");
}

/// Notes what the state holds when a message comes.
#[derive(Debug)]
struct Reads(Log);

impl Plugin for Reads {
    fn name(&self) -> &'static str {
        "reads"
    }

    fn on_user_message<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        message: Content,
    ) -> BoxFuture<'a, Result<OnUserMessage>> {
        let read = ctx.state().get("lang").unwrap_or_default();
        self.0.note(&message.text(), &read.to_string());
        ctx.state().set("heard", message.text());
        Box::pin(async { Ok(OnUserMessage::Proceed) })
    }
}

#[tokio::test]
async fn a_plugin_sees_what_is_given_with_a_message_around_and_inside() {
    let log = Log::default();
    let model = asks_clerk().text("Done.");
    let clerk = clerk(&ScriptedModel::new().text("Filed."));
    let agent = built(helper(&model).tool(AgentTool::new(built(clerk))));
    let stage = Stage::of(agent, |runner| runner.plugin(Reads(log.clone())));
    let given = StateDelta::from([("lang", "French"), ("heard", "nothing")]);
    let run = stage.run("Go").state_delta(given);
    assert_eq!(run.text().await.unwrap(), "Done.");
    assert_eq!(log.take(), "Go \"French\"\nDo it. \"French\"");
    let session = stage.session().await;
    let first = session.events().next().unwrap().actions().state_delta();
    assert_eq!(first.get("heard").unwrap(), "Go");
}

#[tokio::test]
async fn the_output_key_of_the_agent_inside_is_the_callers_too() {
    let inner = ScriptedModel::new().text("Filed.");
    let model = asks_clerk().text("Done.");
    let clerk = built(clerk(&inner).output_key("filed"));
    let stage = Stage::new(helper(&model).tool(AgentTool::new(clerk)));
    stage.play("Go").await;
    assert_eq!(stage.session().await.state("filed").unwrap(), "Filed.");
}

#[tokio::test]
async fn what_changed_while_a_question_waited_is_seen_inside() {
    let set = || {
        tool("set", |ctx: ToolContext, args| async move {
            ctx.state().set("lang", args.to_value()["lang"].clone());
            Ok(json!("set"))
        })
    };
    let inner = ScriptedModel::new().calls([pays(5)]).text("Paid.");
    let model = asks_clerk()
        .call("set", json!({"lang": "Norwegian"}))
        .text("Norwegian it is.")
        .text("Done.");
    let (i, m) = (inner.clone(), model.clone());
    let office = Office::new(move || {
        let clerk = clerk(&i)
            .tool(super::pay::tool())
            .instruction("Speak {lang?}.");
        built(helper(&m).tool(AgentTool::new(built(clerk))).tool(set()))
    });
    let asked = office.ask("Pay!").await;
    assert_eq!(office.text("Norwegian, please.").await, "Norwegian it is.");
    assert_eq!(office.text(asked[0].approve()).await, "Done.");
    let told: Vec<_> = inner
        .requests()
        .iter()
        .map(|request| request.system_instruction().unwrap().to_owned())
        .collect();
    assert!(
        told[0].contains("Speak .") && told[1].contains("Speak Norwegian."),
        "{told:?}"
    );
}

/// A tool that saves a new version of a note and says what it found.
fn write() -> tests::tool::TestTool {
    tool("write", |ctx: ToolContext, args| async move {
        let before = ctx.load_artifact("note").await?;
        let text = args.to_value()["text"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let version = ctx.save_artifact("note", Part::from_text(text)).await?;
        let before = before.and_then(|part| part.text().map(str::to_owned));
        Ok(json!({"before": before, "version": version}))
    })
}

#[tokio::test]
async fn artifacts_are_those_of_the_session_around() {
    let writes = |text: &str| adk::content::FunctionCall::new("write", json!({ "text": text }));
    let inner = ScriptedModel::new().calls([writes("inner")]).text("Done.");
    let model = ScriptedModel::new()
        .calls([writes("first")])
        .calls([super::call("clerk", "Write.")])
        .calls([writes("last")])
        .text("Done.");
    let clerk = AgentTool::new(built(clerk(&inner).tool(write())));
    let stage = Stage::new(helper(&model).tool(clerk).tool(write()));
    assert_snapshot!(stage.play("Go").await, @r#"
    helper: call write(adk-id-3) {"text":"first"}
    helper: answer write(adk-id-3) {"before":null,"version":1}, [saved note v1]
    helper: call clerk(adk-id-6) {"request":"Write."}
    helper: answer clerk(adk-id-6) {"result":"Done."}, [saved note v2]
    helper: call write(adk-id-16) {"text":"last"}
    helper: answer write(adk-id-16) {"before":"inner","version":3}, [saved note v3]
    helper: "Done."
    "#);
    assert_eq!(
        adk::artifact::ArtifactService::versions(&*stage.artifacts, &tests::stage::key(), "note")
            .await
            .unwrap()
            .len(),
        3
    );
}

#[tokio::test]
async fn memory_is_that_of_the_user() {
    use adk::memory::MemoryService as _;

    let recall = tool("recall", |ctx: ToolContext, _| async move {
        let found = ctx.search_memory("tea").await?;
        Ok(json!(found.len()))
    });
    let inner = ScriptedModel::new().call("recall", json!({})).text("Done.");
    let model = ScriptedModel::new()
        .text("I like tea as well.")
        .calls([super::call("clerk", "Go.")])
        .text("Done.");
    let clerk = AgentTool::new(built(clerk(&inner).tool(recall)));
    let stage = Stage::new(helper(&model).tool(clerk));
    stage.play("I like tea.").await;
    stage
        .memory
        .add_session(&stage.session().await)
        .await
        .unwrap();
    stage.play("Go").await;
    let read = inner.requests().pop().unwrap();
    let read = read.contents().last().unwrap().function_responses().next();
    let found = read.unwrap().response().to_value();
    assert_ne!(found, json!({"result": 0}));
}
