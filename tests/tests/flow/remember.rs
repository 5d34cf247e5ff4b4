//! Sessions that are handed to memory.

use std::time::Duration;

use adk::memory::MemoryService;
use adk::prelude::*;
use adk::runner::Remember;
use adk::session::{AppName, SessionKey, UserId};
use adk::testing::ScriptedModel;
use adk::{AgentTool, Session};
use futures::StreamExt as _;
use serde_json::json;
use tests::logged::Logged;
use tests::memory::TestMemory;
use tests::stage::{APP, SESSION, Stage, USER, built, helper};
use tests::tool::{gate, tool};
use tests::transcript;
use tokio::time::Instant;

fn stage(agent: LlmAgent, memory: &TestMemory) -> Stage {
    Stage::of(agent, |runner| {
        let runner = runner.memory_service(memory.clone());
        runner.remember(Remember::after_each_run().timeout(Duration::from_secs(5)))
    })
}

fn texts(session: &Session) -> Vec<String> {
    session.events().map(Event::text).collect()
}

#[tokio::test]
async fn each_run_hands_over_the_whole_session_as_it_is_stored() {
    let memory = TestMemory::default();
    let keep = tool("keep", |ctx, _| async move {
        ctx.state().set("temp:draft", "secret");
        ctx.state().set("kept", true);
        Ok(json!({}))
    });
    let model = ScriptedModel::new()
        .call("keep", json!({}))
        .text("One.")
        .text("Two.");
    let stage = stage(built(helper(&model).tool(keep)), &memory);
    stage.run("First").text().await.unwrap();
    stage.run("Second").text().await.unwrap();
    let given = memory.given();
    assert_eq!(
        given
            .iter()
            .map(|session| session.events().len())
            .collect::<Vec<_>>(),
        [4, 6]
    );
    assert_eq!(
        texts(&given[1]),
        ["First", "", "", "One.", "Second", "Two."]
    );
    assert_eq!(transcript::of_session(&given[1]), stage.stored().await);
    assert_eq!(given[1].state("kept").unwrap(), true);
    assert!(!format!("{given:?}").contains("secret"));
}

#[tokio::test]
async fn nothing_is_remembered_twice_and_nothing_unless_it_was_said() {
    let found = async |stage: &Stage| {
        let (app, user) = (AppName::from(APP), UserId::from(USER));
        let found = stage.memory.search(&app, &user, "tea").await.unwrap();
        let said = found.iter().map(|entry| entry.content.text());
        said.collect::<Vec<_>>()
    };
    let model = ScriptedModel::new()
        .text("Tea!")
        .text("More tea!")
        .text("No tea.");
    let agent = || built(helper(&model));
    let stage = Stage::of(agent(), |runner| {
        runner.remember(Remember::after_each_run())
    });
    stage.run("Tea?").text().await.unwrap();
    stage.run("More").text().await.unwrap();
    stage.runner.remember(USER, SESSION).await.unwrap();
    assert_eq!(found(&stage).await, ["Tea?", "Tea!", "More tea!"]);
    let silent = Stage::of(agent(), |runner| runner);
    silent.run("Tea?").text().await.unwrap();
    assert!(found(&silent).await.is_empty());
    silent.runner.remember(USER, SESSION).await.unwrap();
    assert_eq!(found(&silent).await, ["Tea?", "No tea."]);
}

#[tokio::test(start_paused = true)]
async fn memory_that_is_down_or_slow_is_no_error_of_the_run() {
    let (logged, _guard) = Logged::listen();
    for memory in [
        TestMemory::that_is_down(),
        TestMemory::that_takes(Duration::from_hours(1)),
    ] {
        let model = ScriptedModel::new().text("Hi.");
        let stage = stage(built(helper(&model)), &memory);
        let start = Instant::now();
        assert_eq!(stage.run("Hello").text().await.unwrap(), "Hi.");
        assert!(start.elapsed() <= Duration::from_secs(5));
        assert_eq!((memory.asked(), memory.given().len()), (1, 0));
        let asked = stage.runner.remember(USER, SESSION).await;
        assert!(matches!(
            asked.unwrap_err().kind(),
            ErrorKind::Store | ErrorKind::Limit
        ));
    }
    let text = logged.text();
    let warned: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("WARN"))
        .collect();
    insta::assert_snapshot!(warned.join("\n"), @r#"
    WARN message=the session was not remembered session="one" error=no memory at db://secret (Store)
    WARN message=the session was not remembered session="one" error=memory took longer than 5s to take up session `one` (Limit)
    "#);
}

#[tokio::test]
async fn a_run_that_fails_or_asks_is_handed_over_and_one_that_is_dropped_goes_with_the_next() {
    let memory = TestMemory::default();
    let (gate, called, _go) = gate();
    let model = ScriptedModel::new()
        .error(Error::new(ErrorKind::ModelProtocol, "no line"))
        .call("gate", json!({}))
        .text("Here again.");
    let stage = stage(built(helper(&model).tool(gate)), &memory);
    stage.run("One").text().await.unwrap_err();
    assert_eq!(texts(&memory.given()[0]), ["One"]);
    let mut run = stage.run("Two");
    run.next().await.unwrap().unwrap();
    let waits = run.next();
    tokio::select! {
        _ = waits => panic!("the gate is shut"),
        () = called.notified() => {}
    }
    drop(run);
    assert_eq!(memory.given().len(), 1);
    stage.run("Three").text().await.unwrap();
    let given = memory.given();
    assert_eq!(
        (given.len(), texts(&given[1]).first()),
        (2, Some(&"One".to_owned()))
    );
    assert!(texts(&given[1]).contains(&"Two".to_owned()));
}

#[tokio::test]
async fn what_an_agent_tool_says_inside_is_no_memory_of_its_own() {
    let memory = TestMemory::default();
    let inner = ScriptedModel::new().text("Inside.");
    let inner = LlmAgent::builder("expert")
        .model(inner)
        .description("Knows.")
        .build();
    let model = ScriptedModel::new()
        .call("expert", json!({"request": "?"}))
        .text("Done.");
    let stage = stage(
        built(helper(&model).tool(AgentTool::new(inner.unwrap()))),
        &memory,
    );
    stage.run("Ask!").text().await.unwrap();
    let given = memory.given();
    assert_eq!(
        (given.len(), given[0].key().session().as_str()),
        (1, SESSION)
    );
}

#[tokio::test]
async fn a_program_hands_over_what_there_is_and_only_between_runs() {
    let memory = TestMemory::default();
    let (gate, called, go) = gate();
    let model = ScriptedModel::new().call("gate", json!({})).text("Open.");
    let stage = Stage::of(built(helper(&model).tool(gate)), |runner| {
        runner.memory_service(memory.clone())
    });
    let kind = async |session: &str| {
        let handed = stage.runner.remember(USER, session).await;
        handed.err().map(|error| error.kind())
    };
    assert_eq!(kind("nowhere").await, Some(ErrorKind::SessionNotFound));
    assert_eq!(kind("a/b").await, Some(ErrorKind::InvalidName));
    assert_eq!(
        kind(&format!("{SESSION}/agent-tool/1")).await,
        Some(ErrorKind::InvalidName)
    );
    let run = tokio::spawn(stage.run("Hi").map(Result::unwrap).collect::<Vec<_>>());
    called.notified().await;
    assert_eq!(kind(SESSION).await, Some(ErrorKind::SessionBusy));
    go.notify_one();
    run.await.unwrap();
    assert!(memory.given().is_empty());
    assert_eq!(kind(SESSION).await, None);
    assert_eq!(
        memory.given()[0].key(),
        &SessionKey::new(APP, USER, SESSION)
    );
}
