//! What a plugin puts in the place of an event: a piece stays a piece, and the whole whole.

use adk::model::{LlmResponse, StreamingMode};
use adk::plugin::{OnEvent, Plugin};
use adk::testing::ScriptedModel;
use adk::{CallbackContext, Event, Result, RunConfig};
use futures::FutureExt;
use futures::future::BoxFuture;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, built, helper, streaming};
use tests::tool::echo;
use tests::transcript;

/// Makes every event anew, by a function that does not ask whether it was a piece.
#[derive(Debug)]
struct Anew(fn(LlmResponse) -> LlmResponse);

impl Plugin for Anew {
    fn name(&self) -> &'static str {
        "anew"
    }

    fn on_event<'a>(
        &'a self,
        _: &'a CallbackContext,
        event: Event,
    ) -> BoxFuture<'a, Result<OnEvent>> {
        let content = event.content().cloned().unwrap_or_else(|| "".into());
        let response = (self.0)(LlmResponse::new(content));
        let event = Event::builder(event.author()).response(response).build();
        async { Ok(OnEvent::Replace(event)) }.boxed()
    }
}

fn staged(model: &ScriptedModel, anew: Anew) -> Stage {
    Stage::of(built(helper(model).tool(echo())), |runner| {
        runner.plugin(anew)
    })
}

#[tokio::test]
async fn pieces_that_a_plugin_made_anew_are_not_stored() {
    let model = ScriptedModel::new().text("One two three.");
    let stage = staged(&model, Anew(|response| response));
    let run = stage.run("Count!").config(streaming());
    assert_snapshot!(transcript::of_run(run).await, @r#"
    helper …: "One "
    helper …: "two "
    helper …: "three."
    helper: "One two three."
    "#);
    assert_snapshot!(stage.stored().await, @r#"
    user: "Count!"
    helper: "One two three."
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn a_whole_event_that_a_plugin_made_a_piece_of_is_stored() {
    let model = ScriptedModel::new()
        .call("echo", json!({"n": 1}))
        .text("One.");
    let stage = staged(&model, Anew(LlmResponse::into_partial));
    let run = stage
        .run("Count!")
        .config(RunConfig::new().streaming(StreamingMode::None));
    assert_snapshot!(transcript::of_run(run).await, @r#"
    helper: call echo(adk-id-3) {"n":1}
    helper: answer echo(adk-id-3) {"n":1}
    helper: "One."
    "#);
    assert_snapshot!(stage.stored().await, @r#"
    user: "Count!"
    helper: call echo(adk-id-3) {"n":1}
    helper: answer echo(adk-id-3) {"n":1}
    helper: "One."
    "#);
    assert_goes_on(&stage, &model).await;
}
