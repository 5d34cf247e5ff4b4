//! Bytes in the user's message: sent to the model as they are, or kept as artifacts.

use adk::artifact::ArtifactService;
use adk::plugin::{OnUserMessage, Plugin};
use adk::testing::ScriptedModel;
use adk::{CallbackContext, Content, ErrorKind, Part, Result, Role, RunConfig};
use futures::FutureExt;
use futures::future::BoxFuture;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, built, helper, key};
use tests::store::full;
use tests::tool::tool;
use tests::transcript;

fn saving() -> RunConfig {
    RunConfig::new().save_input_blobs_as_artifacts()
}

fn png(bytes: &'static [u8]) -> Part {
    Part::from_bytes("image/png", bytes)
}

/// A message as a page sends it, whose file has a name.
fn with_a_named_file() -> Content {
    let parts = json!([
        {"text": "Look:"},
        {"inlineData": {"mimeType": "image/png", "data": "AQID", "displayName": "cat {x}.png"}},
        {"inlineData": {"mimeType": "image/png", "data": "BAUG"}},
    ]);
    serde_json::from_value(json!({"role": "user", "parts": parts}))
        .unwrap_or_else(|error| panic!("{error}"))
}

#[tokio::test]
async fn bytes_stay_in_the_message_unless_said_otherwise() {
    let model = ScriptedModel::new().text("A cat.");
    let stage = Stage::new(helper(&model));
    let message = Content::new(Role::User, [png(b"cat")]);
    stage.play(message.clone()).await;
    assert_eq!(model.requests()[0].contents(), [message]);
    assert!(stage.artifacts.list(&key()).await.unwrap().is_empty());
}

#[tokio::test]
async fn bytes_become_artifacts_and_the_message_a_note() {
    let look = tool("look", |ctx, args| async move {
        let name = args.to_value()["name"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let part = ctx.load_artifact(&name).await?;
        Ok(json!({ "artifact": part, "all": ctx.list_artifacts().await? }))
    });
    let model = ScriptedModel::new()
        .call("look", json!({"name": "artifact_e-id-1_1"}))
        .text("A cat.");
    let stage = Stage::new(helper(&model).tool(look));
    let run = stage.run(with_a_named_file()).config(saving());
    transcript::of_run(run).await;
    assert_snapshot!(stage.stored().await, @r#"
    user: "Look:", "Uploaded file: cat {x}.png. It is saved into artifacts as artifact_e-id-1_1", "Uploaded file: artifact_e-id-1_2. It is saved into artifacts", [saved artifact_e-id-1_1 v1], [saved artifact_e-id-1_2 v1]
    helper: call look(adk-id-3) {"name":"artifact_e-id-1_1"}
    helper: answer look(adk-id-3) {"artifact":{"inlineData":{"mimeType":"image/png","data":"AQID","displayName":"cat {x}.png"}},"all":["artifact_e-id-1_1","artifact_e-id-1_2"]}
    helper: "A cat."
    "#);
    let request = assert_goes_on(&stage, &model).await;
    assert_snapshot!(transcript::of_contents(&request.contents()[..1]), @r#"user: "Look:", "Uploaded file: cat {x}.png. It is saved into artifacts as artifact_e-id-1_1", "Uploaded file: artifact_e-id-1_2. It is saved into artifacts""#);
}

#[tokio::test]
async fn each_message_has_artifacts_of_its_own() {
    let model = ScriptedModel::new().text("One.").text("Two.");
    let stage = Stage::new(helper(&model));
    for bytes in [&b"1"[..], b"2"] {
        let run = stage.run(Content::new(Role::User, [png(bytes)]));
        run.config(saving()).text().await.unwrap();
    }
    let names = stage.artifacts.list(&key()).await.unwrap();
    assert_eq!(names.len(), 2, "{names:?}");
    for (name, bytes) in names.iter().zip([&b"1"[..], b"2"]) {
        let part = stage.artifacts.load(&key(), name, None).await.unwrap();
        assert_eq!(part, Some(png(bytes)));
    }
}

#[tokio::test]
async fn an_answer_has_artifacts_of_its_own_beside_those_of_the_run_that_asked() {
    let pay = tool("pay", |ctx, _| async move {
        if ctx.tool_confirmation().is_none() {
            ctx.request_confirmation("Pay?", None);
        }
        Ok(json!("paid"))
    });
    let model = ScriptedModel::new().call("pay", json!({})).text("Paid.");
    let stage = Stage::new(helper(&model).tool(pay));
    let mut run = stage
        .run(Content::new(Role::User, [png(b"bill")]))
        .config(saving());
    let mut asked = None;
    while let Some(event) = run.next().await {
        asked = event.unwrap().confirmation_requests().next();
    }
    let answer = Content::new(Role::User, [png(b"receipt"), asked.unwrap().approve()]);
    stage.run(answer).config(saving()).text().await.unwrap();
    let names = stage.artifacts.list(&key()).await.unwrap();
    assert_eq!(names, ["artifact_e-id-1_0", "artifact_e-id-1_1_0"]);
    for (name, bytes) in names.iter().zip([&b"bill"[..], b"receipt"]) {
        let part = stage.artifacts.load(&key(), name, None).await.unwrap();
        assert_eq!(part, Some(png(bytes)));
    }
}

/// Puts a picture in the place of every message.
#[derive(Debug)]
struct Painter;

impl Plugin for Painter {
    fn name(&self) -> &'static str {
        "painter"
    }

    fn on_user_message<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        _: Content,
    ) -> BoxFuture<'a, Result<OnUserMessage>> {
        ctx.state().set("painted", true);
        let picture = Content::new(Role::User, [png(b"painted")]);
        async { Ok(OnUserMessage::Replace(picture)) }.boxed()
    }
}

#[tokio::test]
async fn what_a_plugin_puts_into_the_message_is_saved_too() {
    let model = ScriptedModel::new().text("Nice.");
    let stage = Stage::of(built(helper(&model)), |runner| runner.plugin(Painter));
    stage.run("Hi").config(saving()).text().await.unwrap();
    assert_snapshot!(stage.stored().await, @r#"
    user: "Uploaded file: artifact_e-id-1_0. It is saved into artifacts", [painted=true], [saved artifact_e-id-1_0 v1]
    helper: "Nice."
    "#);
}

#[tokio::test]
async fn a_message_whose_bytes_cannot_be_saved_is_not_stored() {
    let model = ScriptedModel::new();
    let stage = Stage::of(built(helper(&model)), |runner| {
        runner.artifact_service(full())
    });
    let run = stage.run(with_a_named_file()).config(saving());
    assert_eq!(run.text().await.unwrap_err().kind(), ErrorKind::Store);
    assert_eq!(stage.stored().await, "");
    assert_goes_on(&stage, &model).await;
}
