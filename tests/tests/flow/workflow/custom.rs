//! Agents that a function drives, and that lead others.

use std::sync::Arc;

use adk::event::EventActions;
use adk::testing::ScriptedModel;
use adk::{Agent, Content, CustomAgent, ErrorKind, LlmAgent};
use insta::assert_snapshot;
use tests::office::{Member, rounds, sequence};
use tests::stage::{Stage, built};

use super::{says, speaker, told};

#[tokio::test]
async fn it_leads_the_agents_that_it_chooses() {
    let lead = CustomAgent::builder("lead", |ctx, mut out| async move {
        let said = ctx.user_content().map(Content::text).unwrap_or_default();
        let agent = ctx.agent().find_sub_agent(&said).cloned();
        let Some(agent) = agent else {
            let nobody = ctx.event().content(Content::model("Nobody."));
            out.emit(nobody.build()).await;
            return Ok(());
        };
        out.forward(ctx.run_agent(&agent)).await
    });
    let line = sequence("line", [speaker("b"), speaker("c")]);
    let lead = lead
        .sub_agent(speaker("a"))
        .sub_agent(line)
        .build()
        .unwrap();
    let stage = Stage::of(lead, |runner| runner);
    assert_snapshot!(told(stage.run("a")).await, @"- a: a");
    assert_snapshot!(told(stage.run("line")).await, @r"
    - b: b
    - c: c
    ");
    assert_snapshot!(told(stage.run("d")).await, @"- lead: Nobody.");
}

#[tokio::test]
async fn an_agent_that_it_keeps_a_share_of_is_the_one_of_the_tree() {
    // The model below sees the root's instruction, and may hand over to its peer.
    let model = says("A.");
    let child: Member = Arc::new(built(LlmAgent::builder("a").model(model.clone())));
    let kept = Arc::clone(&child);
    let lead = CustomAgent::builder("lead", move |ctx, mut out| {
        let child = Arc::clone(&kept);
        async move { out.forward(ctx.run_agent(&child)).await }
    });
    let lead = lead.sub_agent(child).build().unwrap();
    let root = ScriptedModel::new().call(
        "transfer_to_agent",
        serde_json::json!({"agent_name": "lead"}),
    );
    let root = LlmAgent::builder("root")
        .model(root)
        .global_instruction("Be polite.");
    let stage = Stage::new(root.sub_agent(lead));
    assert_eq!(stage.run("Hi").text().await.unwrap(), "A.");
    let request = model.requests().pop().unwrap();
    assert!(
        request
            .system_instruction()
            .unwrap()
            .starts_with("Be polite.")
    );
}

#[tokio::test]
async fn an_agent_of_no_tree_is_run_too() {
    let lead = CustomAgent::builder("lead", move |ctx, mut out| async move {
        out.forward(ctx.run_agent(&sequence("line", [speaker("x"), speaker("y")])))
            .await?;
        let wrong: Member = Arc::new(Named);
        let error = out.forward(ctx.run_agent(&wrong)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidName);
        Ok(())
    });
    let stage = Stage::of(lead.build().unwrap(), |runner| runner);
    assert_snapshot!(told(stage.run("Go")).await, @r"
    - x: x
    - y: y
    ");
}

#[derive(Debug)]
struct Named;

impl Agent for Named {
    fn name(&self) -> &'static str {
        "not a name"
    }

    fn description(&self) -> &'static str {
        ""
    }

    fn run(&self, _: adk::InvocationContext) -> adk::EventStream {
        Box::pin(futures::stream::empty())
    }
}

#[tokio::test]
async fn it_ends_the_loop_around_it_and_says_nothing() {
    let silent = CustomAgent::builder("silent", |ctx, mut out| async move {
        out.emit(
            ctx.event()
                .actions(EventActions::new().with_escalate())
                .build(),
        )
        .await;
        Ok(())
    });
    let silent: Member = Arc::new(silent.build().unwrap());
    let stage = Stage::of(
        rounds("loop", 9, [speaker("a"), silent, speaker("b")]),
        |runner| runner,
    );
    assert_snapshot!(told(stage.run("Go")).await, @r"
    - a: a
    - silent:
    ");
}

#[tokio::test]
async fn its_error_ends_the_plan() {
    let broken = CustomAgent::builder("broken", |ctx, mut out| async move {
        out.emit(ctx.event().content(Content::model("Hm.")).build())
            .await;
        Err(adk::Error::new(ErrorKind::Store, "no disk"))
    });
    let plan = sequence(
        "plan",
        [Arc::new(broken.build().unwrap()) as _, speaker("never")],
    );
    let stage = Stage::of(plan, |runner| runner);
    assert_snapshot!(told(stage.run("Go")).await, @r"
    - broken: Hm.
    error Store
    ");
}
