//! State and artifacts: who writes, who sees it, what is kept.

use adk::content::FunctionCall;
use adk::model::LlmResponse;
use adk::session::{GetSession, NewSession, SessionKey};
use adk::testing::ScriptedModel;
use adk::{Content, LlmAgent, Part, Role, Runner, SessionService, ToolError};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::stage::{Stage, helper, key, streaming};
use tests::tool::{TestTool, echo, tool};
use tests::transcript;

/// Writes its arguments to the state and answers with what it then sees.
fn remember() -> TestTool {
    tool("remember", |ctx, args| async move {
        let mut seen = serde_json::Map::new();
        for (key, value) in args.decode::<serde_json::Map<String, Value>>()? {
            ctx.state().set(key.clone(), value);
            seen.insert(key.clone(), json!(ctx.state().get(&key)));
        }
        Ok(json!({ "seen": seen }))
    })
}

#[tokio::test]
async fn what_a_tool_writes_is_seen_at_once_later_and_by_instructions() {
    let read = tool("read", |ctx, _| async move {
        Ok(json!({"city": ctx.state().get("city"), "scratch": ctx.state().get("temp:scratch")}))
    });
    let model = ScriptedModel::new()
        .call("remember", json!({"city": "Paris", "temp:scratch": 7}))
        .call("read", json!({}))
        .text("Done.");
    let agent = helper(&model)
        .tool(remember())
        .tool(read)
        .instruction("The city is {city?}, the scratch {temp:scratch?}.");
    let stage = Stage::new(agent);
    assert_snapshot!(stage.play("Hi").await, @r#"
    helper: call remember(adk-id-3) {"city":"Paris","temp:scratch":7}
    helper: answer remember(adk-id-3) {"seen":{"city":"Paris","temp:scratch":7}}, [city="Paris" temp:scratch=7]
    helper: call read(adk-id-6) {}
    helper: answer read(adk-id-6) {"city":"Paris","scratch":7}
    helper: "Done."
    "#);
    let told: Vec<_> = model
        .requests()
        .iter()
        .map(|request| {
            let told = request.system_instruction().unwrap_or_default();
            told.lines().next().unwrap_or_default().to_owned()
        })
        .collect();
    assert_snapshot!(told.join("\n"), @r"
    The city is , the scratch .
    The city is Paris, the scratch 7.
    The city is Paris, the scratch 7.
    ");
}

#[tokio::test]
async fn temp_keys_live_for_one_run_and_are_never_stored() {
    let model = ScriptedModel::new()
        .call("remember", json!({"temp:scratch": 7, "kept": 8}))
        .text("Done.")
        .text("Gone.");
    let agent = helper(&model)
        .tool(remember())
        .instruction("{temp:scratch?}{kept?}");
    let stage = Stage::new(agent);
    stage.play("Hi").await;
    assert_snapshot!(stage.stored().await, @r#"
    user: "Hi"
    helper: call remember(adk-id-3) {"temp:scratch":7,"kept":8}
    helper: answer remember(adk-id-3) {"seen":{"temp:scratch":7,"kept":8}}, [kept=8]
    helper: "Done."
    "#);
    stage.play("And now?").await;
    let told = |n: usize| model.requests()[n].system_instruction().unwrap()[..2].to_owned();
    assert_eq!([told(1), told(2)], ["78", "8\n"]);
}

#[tokio::test]
async fn app_and_user_keys_are_shared_and_session_keys_are_not() {
    let model = ScriptedModel::new()
        .call("remember", json!({"app:a": 1, "user:u": 2, "own": 3}))
        .text("Done.");
    let stage = Stage::new(helper(&model).tool(remember()));
    stage.play("Hi").await;
    let seen_by = async |user: &str, session: &str| {
        let new = NewSession::new(SessionKey::new("app", user, session));
        let session = stage.sessions.create(new).await.unwrap();
        ["app:a", "user:u", "own"].map(|key| session.state(key).cloned())
    };
    assert_eq!(
        seen_by("anna", "two").await,
        [Some(json!(1)), Some(json!(2)), None]
    );
    assert_eq!(seen_by("bert", "one").await, [Some(json!(1)), None, None]);
}

#[tokio::test]
async fn writes_of_parallel_tools_merge_in_the_order_of_the_calls() {
    let call = |args: Value| FunctionCall::new("remember", args);
    let model = ScriptedModel::new()
        .calls([
            call(json!({"same": 1, "deep": {"a": 1, "b": 1}, "list": [1], "one": true})),
            call(json!({"same": 2, "deep": {"b": 2}, "list": [2], "two": true})),
        ])
        .text("Done.");
    let stage = Stage::new(helper(&model).tool(remember()));
    stage.play("Hi").await;
    let session = stage.session().await;
    let kept: Vec<_> = session
        .state_entries()
        .map(|(k, v)| format!("{k}={v}"))
        .collect();
    assert_snapshot!(kept.join("\n"), @r#"
    deep={"a":1,"b":2}
    list=[2]
    one=true
    same=2
    two=true
    "#);
}

#[tokio::test]
async fn a_tool_that_fails_keeps_what_it_wrote_before() {
    let fails = tool("fails", |ctx, _| async move {
        ctx.state().set("tried", true);
        Err(ToolError::model("too late"))
    });
    let model = ScriptedModel::new().call("fails", json!({})).text("Sorry.");
    let stage = Stage::new(helper(&model).tool(fails));
    assert_snapshot!(stage.play("Hi").await, @r#"
    helper: call fails(adk-id-3) {}
    helper: answer fails(adk-id-3) {"error":"too late"}, [tried=true]
    helper: "Sorry."
    "#);
}

#[tokio::test]
async fn artifacts_saved_by_a_tool_are_named_in_its_event() {
    let draw = tool("draw", |ctx, _| async move {
        let first = ctx.save_artifact("plan.txt", Part::from_text("v1")).await?;
        let second = ctx.save_artifact("plan.txt", Part::from_text("v2")).await?;
        let png = Part::from_bytes("image/png", &b"\x89PNG"[..]);
        ctx.save_artifact("user:logo.png", png).await?;
        let newest = ctx.load_artifact("plan.txt").await?;
        let newest = newest.as_ref().and_then(Part::text).map(str::to_owned);
        let none = ctx.load_artifact("none").await?.is_none();
        let names = ctx.list_artifacts().await?;
        Ok(json!({"versions": [first, second], "newest": newest, "none": none, "names": names}))
    });
    let model = ScriptedModel::new().call("draw", json!({})).text("Drawn.");
    let stage = Stage::new(helper(&model).tool(draw));
    assert_snapshot!(stage.play("Draw!").await, @r#"
    helper: call draw(adk-id-3) {}
    helper: answer draw(adk-id-3) {"versions":[1,2],"newest":"v2","none":true,"names":["plan.txt","user:logo.png"]}, [saved plan.txt v2], [saved user:logo.png v1]
    helper: "Drawn."
    "#);
}

#[tokio::test]
async fn an_output_key_keeps_the_final_text_alone() {
    let model = ScriptedModel::new()
        .call("echo", json!({}))
        .text("It is sunny.");
    let stage = Stage::new(helper(&model).tool(echo()).output_key("answer"));
    let run = stage.run("Hi").config(streaming());
    assert_snapshot!(transcript::of_run(run).await, @r#"
    helper: call echo(adk-id-3) {}
    helper: answer echo(adk-id-3) {}
    helper …: "It "
    helper …: "is "
    helper …: "sunny."
    helper: "It is sunny.", [answer="It is sunny."]
    "#);
    assert_eq!(
        stage.session().await.state("answer"),
        Some(&json!("It is sunny."))
    );
}

#[tokio::test]
async fn an_output_key_is_never_emptied() {
    let thought = Part::from_text("Hm.").into_thought();
    let model = ScriptedModel::new()
        .text("Sunny.")
        .response(LlmResponse::new(Content::new(Role::Model, [thought])))
        .response(LlmResponse::default())
        .response(LlmResponse::from_error("SAFETY", "blocked"));
    let stage = Stage::new(helper(&model).output_key("answer"));
    for message in ["How is it?", "And now?", "Still?"] {
        stage.play(message).await;
        assert_eq!(
            stage.session().await.state("answer"),
            Some(&json!("Sunny.")),
            "{message}"
        );
    }
}

#[tokio::test]
async fn two_runners_share_a_store_that_is_shared() {
    let model = ScriptedModel::new().text("Noted.").text("Anna.");
    let stage = Stage::new(helper(&model));
    stage.play("I am Anna.").await;
    let other = LlmAgent::builder("other")
        .model(model.clone())
        .build()
        .unwrap();
    let runner = Runner::builder("app", other)
        .session_service(std::sync::Arc::clone(&stage.sessions))
        .build()
        .unwrap();
    assert_eq!(
        runner.run("anna", "one", "Who am I?").text().await.unwrap(),
        "Anna."
    );
    let session = stage.sessions.get(&key(), GetSession::all()).await.unwrap();
    assert_eq!(session.events().len(), 4);
}
