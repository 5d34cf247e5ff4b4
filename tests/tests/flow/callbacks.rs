//! An agent's own callbacks: several of a kind, what they write, how they fail.

use adk::model::LlmResponse;
use adk::plugin::{
    AfterAgent, AfterModel, AfterTool, BeforeAgent, BeforeModel, BeforeTool, OnEvent, OnModelError,
    OnToolError, Plugin,
};
use adk::testing::ScriptedModel;
use adk::{
    CallbackContext, Content, Error, ErrorKind, Event, Part, Result, ToolContext, ToolError,
};
use futures::future::BoxFuture;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, built, helper, streaming};
use tests::tool::{echo, tool};
use tests::transcript;

#[tokio::test]
async fn what_answers_for_the_model_is_not_shown_to_after_model() {
    let model = ScriptedModel::new();
    let agent = helper(&model)
        .before_model(|_, _| async {
            let answer = LlmResponse::new(Content::model("From a cache."));
            Ok(BeforeModel::Respond(answer.into_partial()))
        })
        .after_model(|_, _| async { panic!("asked about an answer that is not the model's") });
    assert_snapshot!(Stage::new(agent).play("Hi").await, @r#"helper: "From a cache.""#);
}

#[tokio::test]
async fn what_one_callback_lets_pass_the_next_one_gets() {
    let model = ScriptedModel::new()
        .call("echo", json!({"n": 1}))
        .text("Done.");
    let agent = helper(&model)
        .tool(echo())
        .before_model(|_, request| async {
            Ok(BeforeModel::Proceed(
                request.with_system_instruction("First."),
            ))
        })
        .before_model(|_, request| async move {
            let told = request.system_instruction().unwrap_or_default();
            let told = format!("{told} Second.");
            Ok(BeforeModel::Proceed(request.with_system_instruction(told)))
        })
        .before_tool(|_, _, _| async { Ok(BeforeTool::Proceed(json!({"n": 2}).into())) })
        .before_tool(
            |_, _, args| async move { Ok(BeforeTool::Proceed(json!({"was": args}).into())) },
        );
    let stage = Stage::new(agent);
    assert_snapshot!(stage.play("Hi").await, @r#"
    helper: call echo(adk-id-3) {"n":1}
    helper: answer echo(adk-id-3) {"was":{"n":2}}
    helper: "Done."
    "#);
    assert_eq!(
        model.requests()[0].system_instruction(),
        Some("First. Second.")
    );
}

#[tokio::test]
async fn the_first_callback_that_answers_is_the_last_that_is_asked() {
    let broken = tool("broken", |_, _| async {
        Err(ToolError::model("It broke."))
    });
    let model = ScriptedModel::new()
        .call("broken", json!({}))
        .error(Error::new(ErrorKind::ModelProtocol, "It broke too."));
    let says = |text: &str| LlmResponse::new(Content::model(text));
    let agent = helper(&model)
        .tool(broken)
        .on_tool_error(|_, _, _, _| async { Ok(OnToolError::Proceed) })
        .on_tool_error(|_, _, _, error| async move {
            Ok(OnToolError::Respond(
                json!({"mended": error.to_string()}).into(),
            ))
        })
        .on_tool_error(|_, _, _, _| async { unreachable!() })
        .after_tool(|_, _, _, _| async { Ok(AfterTool::Proceed) })
        .after_tool(|_, _, _, result| async move {
            Ok(AfterTool::Replace(json!({"after": result}).into()))
        })
        .after_tool(|_, _, _, _| async { unreachable!() })
        .on_model_error(|_, _| async { Ok(OnModelError::Proceed) })
        .on_model_error(move |_, error| async move {
            Ok(OnModelError::Respond(says(&format!("Mended: {error}"))))
        })
        .on_model_error(|_, _| async { unreachable!() })
        .after_agent(|_| async { Ok(AfterAgent::Proceed) })
        .after_agent(|_| async { Ok(AfterAgent::Respond(Content::model("Goodbye."))) })
        .after_agent(|_| async { unreachable!() });
    assert_snapshot!(Stage::new(agent).play("Hi").await, @r#"
    helper: call broken(adk-id-3) {}
    helper: answer broken(adk-id-3) {"after":{"mended":"It broke."}}
    helper: "Mended: It broke too."
    helper: "Goodbye."
    "#);
}

#[tokio::test]
async fn an_agent_whose_first_callback_proceeds_can_still_be_skipped() {
    let model = ScriptedModel::new();
    let agent = helper(&model)
        .before_agent(|_| async { Ok(BeforeAgent::Proceed) })
        .before_agent(|_| async { Ok(BeforeAgent::Respond(Content::model("Closed."))) })
        .before_agent(|_| async { unreachable!() });
    assert_snapshot!(Stage::new(agent).play("Hi").await, @r#"helper: "Closed.""#);
    assert!(model.requests().is_empty());
}

#[tokio::test]
async fn what_a_model_said_can_be_replaced_piece_by_piece() {
    let model = ScriptedModel::new().text("hush hush");
    let agent = helper(&model).after_model(|_, response| async move {
        let loud = response
            .content()
            .map(|said| Content::model(said.text().to_uppercase()));
        let loud = loud.unwrap_or_else(|| Content::model(""));
        Ok(AfterModel::Replace(response.with_content(loud)))
    });
    let stage = Stage::new(agent);
    assert_snapshot!(transcript::of_run(stage.run("Hi").config(streaming())).await, @r#"
    helper …: "HUSH "
    helper …: "HUSH"
    helper: "HUSH HUSH"
    "#);
}

#[tokio::test]
async fn what_replaces_a_piece_is_a_piece_and_does_not_end_the_answer() {
    let model = ScriptedModel::new().text("hush hush");
    let agent = helper(&model).after_model(|_, response| async move {
        let said = response.content().map(Content::text).unwrap_or_default();
        let other = LlmResponse::new(Content::model(said.to_uppercase()));
        // Neither knows what it replaces.
        Ok(AfterModel::Replace(if said.len() > 5 {
            other.into_partial()
        } else {
            other
        }))
    });
    let stage = Stage::new(agent);
    assert_snapshot!(transcript::of_run(stage.run("Hi").config(streaming())).await, @r#"
    helper …: "HUSH "
    helper …: "HUSH"
    helper: "HUSH HUSH"
    "#);
}

/// Sets the key `name` and saves an artifact of that name.
async fn write(ctx: &CallbackContext, name: &str) -> Result<()> {
    ctx.state().set(name, true);
    ctx.save_artifact(name, Part::from_text(name)).await?;
    Ok(())
}

async fn write_in_tool(ctx: &ToolContext, name: &str) -> Result<()> {
    ctx.state().set(name, true);
    ctx.save_artifact(name, Part::from_text(name)).await?;
    Ok(())
}

/// Writes at each event.
#[derive(Debug)]
struct Counting;

impl Plugin for Counting {
    fn name(&self) -> &'static str {
        "counting"
    }

    fn on_event<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        _: Event,
    ) -> BoxFuture<'a, Result<OnEvent>> {
        let seen = ctx
            .state()
            .get("seen")
            .and_then(|seen| seen.as_u64())
            .unwrap_or(0);
        ctx.state().set("seen", seen + 1);
        Box::pin(async { Ok(OnEvent::Proceed) })
    }
}

#[tokio::test]
async fn what_callbacks_write_is_stored_also_when_the_answer_comes_in_pieces() {
    let model = ScriptedModel::new()
        .call("echo", json!({}))
        .text("All is done.");
    let agent = helper(&model)
        .tool(echo())
        .before_agent(|ctx| async move {
            write(&ctx, "before_agent").await?;
            Ok(BeforeAgent::Proceed)
        })
        .before_model(|ctx, request| async move {
            write(&ctx, "before_model").await?;
            Ok(BeforeModel::Proceed(request))
        })
        .after_model(|ctx, _| async move {
            write(&ctx, "after_model").await?;
            Ok(AfterModel::Proceed)
        })
        .before_tool(|ctx, _, args| async move {
            write_in_tool(&ctx, "before_tool").await?;
            Ok(BeforeTool::Proceed(args))
        })
        .after_tool(|ctx, _, _, _| async move {
            write_in_tool(&ctx, "after_tool").await?;
            Ok(AfterTool::Proceed)
        })
        .after_agent(|ctx| async move {
            write(&ctx, "after_agent").await?;
            Ok(AfterAgent::Proceed)
        });
    let stage = Stage::of(built(agent), |runner| runner.plugin(Counting));
    assert_snapshot!(transcript::of_run(stage.run("Hi").config(streaming())).await, @r#"
    helper: [before_agent=true seen=1], [saved before_agent v1]
    helper: call echo(adk-id-4) {}, [after_model=true before_model=true seen=2], [saved after_model v1], [saved before_model v1]
    helper: answer echo(adk-id-4) {}, [after_tool=true before_tool=true seen=3], [saved after_tool v1], [saved before_tool v1]
    helper …: "All "
    helper …: "is "
    helper …: "done."
    helper: "All is done.", [after_model=true before_model=true seen=7], [saved after_model v5], [saved before_model v2]
    helper: [after_agent=true seen=8], [saved after_agent v1]
    "#);
    assert_snapshot!(stage.stored().await, @r#"
    user: "Hi"
    helper: [before_agent=true seen=1], [saved before_agent v1]
    helper: call echo(adk-id-4) {}, [after_model=true before_model=true seen=2], [saved after_model v1], [saved before_model v1]
    helper: answer echo(adk-id-4) {}, [after_tool=true before_tool=true seen=3], [saved after_tool v1], [saved before_tool v1]
    helper: "All is done.", [after_model=true before_model=true seen=7], [saved after_model v5], [saved before_model v2]
    helper: [after_agent=true seen=8], [saved after_agent v1]
    "#);
    assert_eq!(stage.session().await.state("seen"), Some(&json!(8)));
}

#[tokio::test]
async fn a_callback_that_fails_ends_the_run_with_its_error() {
    let refused = || Error::new(ErrorKind::Config, "not today");
    let model = ScriptedModel::new().call("echo", json!({}));
    let agent = helper(&model)
        .tool(echo())
        .before_tool(move |_, _, _| async move { Err(refused()) });
    let stage = Stage::new(agent);
    assert_snapshot!(stage.play("Hi").await, @r"
    helper: call echo(adk-id-3) {}
    error Config: not today
    ");
    let request = assert_goes_on(&stage, &model).await;
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Hi"
    model: call echo(adk-id-3) {}
    user: answer echo(adk-id-3) {"error":"the call was cancelled before it ended"}
    user: "Are you still there?"
    "#);
}

#[tokio::test]
async fn fault_6_what_model_callbacks_save_is_named_in_an_event() {
    let model = ScriptedModel::new()
        .text("Hello.")
        .error(Error::new(ErrorKind::ModelProtocol, "It broke."));
    let agent = helper(&model)
        .before_model(|ctx, request| async move {
            ctx.save_artifact("before", Part::from_text("b")).await?;
            Ok(BeforeModel::Proceed(request))
        })
        .after_model(|ctx, _| async move {
            ctx.save_artifact("after", Part::from_text("a")).await?;
            Ok(AfterModel::Proceed)
        })
        .on_model_error(|ctx, _| async move {
            ctx.save_artifact("error", Part::from_text("e")).await?;
            let instead = LlmResponse::new(Content::model("Sorry."));
            Ok(OnModelError::Respond(instead))
        });
    let stage = Stage::new(agent);
    stage.play("Hi").await;
    stage.play("And now?").await;
    assert_snapshot!(stage.stored().await, @r#"
    user: "Hi"
    helper: "Hello.", [saved after v1], [saved before v1]
    user: "And now?"
    helper: "Sorry.", [saved after v2], [saved before v2], [saved error v1]
    "#);
}
