//! What a model is told: templates, providers, the global instruction, who it is.

use adk::artifact::ArtifactService;
use adk::testing::ScriptedModel;
use adk::{Error, ErrorKind, Instruction, LlmAgentBuilder, Part};
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, helper, key};
use tests::transcript;

/// What the model is told by an agent, on a session whose state and artifacts are set.
async fn told(more: impl FnOnce(LlmAgentBuilder) -> LlmAgentBuilder) -> String {
    let model = ScriptedModel::new().text("Hello.");
    let stage = Stage::new(more(helper(&model)));
    for (name, part) in [
        ("note.txt", Part::from_text("{city} is not filled in twice")),
        ("user:bio.md", Part::from_bytes("text/markdown", "Born.")),
        ("photo.png", Part::from_bytes("image/png", "png")),
        ("odd.txt", Part::from_bytes("text/plain", &b"\xff"[..])),
    ] {
        let saved = stage.artifacts.save(&key(), name, part).await;
        assert!(saved.is_ok(), "{saved:?}");
    }
    let run = stage.run("Hi").state_delta(
        [
            ("city", json!("Paris")),
            ("nothing", json!(null)),
            ("number", json!(4.5)),
            ("list", json!([1, {"a": "b"}])),
            ("app:name", json!("Weather")),
            ("user:name", json!("Anna {city}")),
            ("temp:now", json!(true)),
        ]
        .into(),
    );
    let came = transcript::of_run(run).await;
    match model.requests().first() {
        Some(request) => request.system_instruction().unwrap_or_default().to_owned(),
        None => came,
    }
}

#[tokio::test]
async fn an_agent_knows_its_name_and_what_it_is_for() {
    assert_snapshot!(told(|agent| agent).await, @r#"You are an agent. Your internal name is "helper"."#);
    assert_snapshot!(told(|agent| agent.description("Helps people.")).await, @r#"You are an agent. Your internal name is "helper". The description about you is "Helps people."."#);
}

#[tokio::test]
async fn keys_stand_for_values_of_every_kind_and_scope() {
    let text =
        "{city} [{nothing}] {number} {list} {app:name} {user:name} {temp:now} {artifact.note.txt}";
    assert_snapshot!(told(|agent| agent.instruction(text)).await, @r#"
    Paris [] 4.5 [1,{"a":"b"}] Weather Anna {city} true {city} is not filled in twice

    You are an agent. Your internal name is "helper".
    "#);
}

#[tokio::test]
async fn an_artifact_of_the_user_may_be_told_and_one_without_a_text_may_not() {
    let text = "[{artifact.user:bio.md}] [{artifact.photo.png?}] [{artifact.odd.txt?}]";
    assert_snapshot!(told(|agent| agent.instruction(text)).await, @r#"
    [Born.] [] []

    You are an agent. Your internal name is "helper".
    "#);
    assert_snapshot!(told(|agent| agent.instruction("{artifact.photo.png}")).await, @"error Template: the instruction of agent `helper` needs `{artifact.photo.png}`, but no text is saved as `photo.png`; set it first, write `{artifact.photo.png?}` to allow for that, or `{{artifact.photo.png}}` for the braces");
}

#[tokio::test]
async fn a_missing_value_may_be_allowed() {
    let text = "[{town?}] [{ user:town? }] [{artifact.none?}] [{city?}]";
    assert_snapshot!(told(|agent| agent.instruction(text)).await, @r#"
    [] [] [] [Paris]

    You are an agent. Your internal name is "helper".
    "#);
}

#[tokio::test]
async fn braces_around_other_things_are_text() {
    let text = r#"{{city}} {"city": {"x": 1}} {} {1} {a b} {x:y} {{"city": "{city}"}} {city"#;
    assert_snapshot!(told(|agent| agent.instruction(text)).await, @r#"
    {city} {"city": {"x": 1}} {} {1} {a b} {x:y} {{"city": "Paris"}} {city

    You are an agent. Your internal name is "helper".
    "#);
}

#[tokio::test]
async fn a_missing_key_ends_the_run_and_says_how_to_mend_it() {
    assert_snapshot!(told(|agent| agent.instruction("In {town}.")).await, @"error Template: the instruction of agent `helper` needs `{town}`, but the state has no key `town`; set it first, write `{town?}` to allow for that, or `{{town}}` for the braces");
    assert_snapshot!(told(|agent| agent.instruction("{artifact.none}")).await, @"error Template: the instruction of agent `helper` needs `{artifact.none}`, but no text is saved as `none`; set it first, write `{artifact.none?}` to allow for that, or `{{artifact.none}}` for the braces");
    assert_snapshot!(told(|agent| agent.global_instruction("{user:town}")).await, @"error Template: the instruction of agent `helper` needs `{user:town}`, but the state has no key `user:town`; set it first, write `{user:town?}` to allow for that, or `{{user:town}}` for the braces");
}

#[tokio::test]
async fn a_session_goes_on_after_a_missing_key() {
    let model = ScriptedModel::new();
    let stage = Stage::new(helper(&model).instruction("In {town}."));
    let error = stage.run("Hi").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Template);
    let run = stage.run("Paris").state_delta([("town", "Paris")].into());
    transcript::of_run(run).await;
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn a_provider_is_asked_at_every_call_and_taken_as_it_is() {
    let provided = Instruction::provider(|ctx| async move {
        let city = ctx.state().get("city").unwrap_or_default();
        Ok(format!(
            "{} serves {} in {city}: {{city}}",
            ctx.agent_name(),
            ctx.user_id()
        ))
    });
    assert_snapshot!(told(|agent| agent.instruction(provided)).await, @r#"
    helper serves anna in "Paris": {city}

    You are an agent. Your internal name is "helper".
    "#);
}

#[tokio::test]
async fn a_provider_may_fill_in_its_text() {
    let filled = |text: &'static str| {
        Instruction::provider(move |ctx| async move {
            Instruction::inject_session_state(text, &ctx).await
        })
    };
    let text = "{{city}} {user:name} {artifact.note.txt} [{town?}]";
    assert_snapshot!(told(|agent| agent.instruction(filled(text))).await, @r#"
    {city} Anna {city} {city} is not filled in twice []

    You are an agent. Your internal name is "helper".
    "#);
    assert_snapshot!(told(|agent| agent.global_instruction(filled("{town}"))).await, @"error Template: the instruction of agent `helper` needs `{town}`, but the state has no key `town`; set it first, write `{town?}` to allow for that, or `{{town}}` for the braces");
}

#[tokio::test]
async fn a_provider_that_fails_ends_the_run() {
    let fails = Instruction::provider(|_| async { Err(Error::new(ErrorKind::Store, "no file")) });
    assert_snapshot!(told(|agent| agent.instruction(fails)).await, @"error Store: no file");
}

#[tokio::test]
async fn the_global_instruction_comes_first() {
    let agent = |agent: LlmAgentBuilder| {
        agent
            .instruction("Help with {city}.")
            .global_instruction("Be brief, {user:name}.")
            .description("Helps.")
    };
    assert_snapshot!(told(agent).await, @r#"
    Be brief, Anna {city}.

    Help with Paris.

    You are an agent. Your internal name is "helper". The description about you is "Helps.".
    "#);
}
