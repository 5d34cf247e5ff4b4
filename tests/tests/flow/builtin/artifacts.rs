//! Artifacts that a model asks for and is shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use adk::artifact::{ArtifactService, InMemoryArtifactService};
use adk::content::FunctionCall;
use adk::prelude::*;
use adk::session::SessionKey;
use adk::testing::ScriptedModel;
use adk::tool::StaticToolset;
use adk::tool::builtin::load_artifacts;
use futures::future::BoxFuture;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, built, helper, key};
use tests::tool::echo;
use tests::transcript;
use tokio::sync::Barrier;

fn load(names: &[&str]) -> FunctionCall {
    FunctionCall::new("load_artifacts", json!({"artifact_names": names}))
}

fn loading(model: &ScriptedModel) -> Stage {
    Stage::new(helper(model).tools(tools![load_artifacts, ..echo()]))
}

async fn save(stage: &Stage, parts: impl IntoIterator<Item = (&str, Part)>) {
    for (name, part) in parts {
        let saved = stage.artifacts.save(&key(), name, part).await;
        assert!(saved.is_ok(), "{saved:?}");
    }
}

fn text(text: &str) -> Part {
    Part::from_text(text)
}

/// What the model was sent behind its own last words.
fn shown(model: &ScriptedModel, request: usize) -> String {
    let requests = model.requests();
    let contents = requests[request].contents();
    let last = contents
        .iter()
        .rposition(|content| content.role() == Some(&Role::Model));
    transcript::of_contents(&contents[last.map_or(0, |last| last + 1)..])
}

#[tokio::test]
async fn a_model_is_told_the_names_and_shown_what_it_asks_for_once() {
    let model = ScriptedModel::new()
        .calls([load(&["user:plan.txt", "note.txt", "note.txt"])])
        .call("echo", json!({}))
        .text("Tea.");
    let stage = loading(&model);
    save(
        &stage,
        [
            ("note.txt", text("Tea.")),
            ("user:plan.txt", text("Drink.")),
        ],
    )
    .await;
    assert_snapshot!(stage.play("What do my notes say?").await, @r#"
    helper: call load_artifacts(adk-id-3) {"artifact_names":["user:plan.txt","note.txt","note.txt"]}
    helper: answer load_artifacts(adk-id-3) {"artifact_names":["user:plan.txt","note.txt","note.txt"]}
    helper: call echo(adk-id-6) {}
    helper: answer echo(adk-id-6) {}
    helper: "Tea."
    "#);
    let requests = model.requests();
    let told = requests[0].system_instruction().unwrap();
    assert_snapshot!(told.split_once("\n\n").unwrap().1, @r#"
    You have a list of artifacts:
      ["note.txt","user:plan.txt"]

    When the user asks questions about any of the artifacts, you should call the `load_artifacts` function to load the artifact. Do not generate any text other than the function call. Whenever you are asked about artifacts, you should first load it. You must always load an artifact to access its content, even if it has been loaded before.
    "#);
    assert_snapshot!(shown(&model, 1), @r#"
    user: answer load_artifacts(adk-id-3) {"artifact_names":["user:plan.txt","note.txt","note.txt"]}
    user: "Artifact user:plan.txt is:", "Drink."
    user: "Artifact note.txt is:", "Tea."
    "#);
    assert_snapshot!(shown(&model, 2), @r#"user: answer echo(adk-id-6) {}"#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn fault_14_each_answer_of_a_turn_is_looked_at() {
    let model = ScriptedModel::new()
        .calls([
            FunctionCall::new("echo", json!({})),
            load(&["a"]),
            load(&["b", "a"]),
        ])
        .text("Done.");
    let stage = loading(&model);
    save(&stage, [("a", text("first")), ("b", text("second"))]).await;
    stage.run("Show me.").text().await.unwrap();
    assert_snapshot!(shown(&model, 1), @r#"
    user: answer echo(adk-id-3) {}, answer load_artifacts(adk-id-4) {"artifact_names":["a"]}, answer load_artifacts(adk-id-5) {"artifact_names":["b","a"]}
    user: "Artifact a is:", "first"
    user: "Artifact b is:", "second"
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn it_may_have_a_prefix() {
    let model = ScriptedModel::new()
        .call("office_load_artifacts", json!({"artifact_names": ["a"]}))
        .text("Done.");
    let office = StaticToolset::new("office", tools![load_artifacts]).prefixed("office");
    let stage = Stage::new(helper(&model).toolset(office));
    save(&stage, [("a", text("first"))]).await;
    stage.run("Show me.").text().await.unwrap();
    let requests = model.requests();
    let told = requests[0].system_instruction().unwrap();
    assert!(
        told.contains("call the `office_load_artifacts` function"),
        "{told}"
    );
    let shown = shown(&model, 1);
    assert!(
        shown.ends_with("user: \"Artifact a is:\", \"first\"\n"),
        "{shown}"
    );
}

#[tokio::test]
async fn fault_14_a_name_that_there_is_not_is_an_answer_to_the_model() {
    let model = ScriptedModel::new()
        .calls([load(&["report.pdf", "note.txt", "../secret"])])
        .calls([load(&["note.txt"])])
        .text("Tea.");
    let stage = loading(&model);
    save(&stage, [("note.txt", text("Tea."))]).await;
    assert_snapshot!(stage.play("What does the report say?").await, @r#"
    helper: call load_artifacts(adk-id-3) {"artifact_names":["report.pdf","note.txt","../secret"]}
    helper: answer load_artifacts(adk-id-3) {"error":"there are no artifacts [\"report.pdf\",\"../secret\"]: there are [\"note.txt\"]"}
    helper: call load_artifacts(adk-id-6) {"artifact_names":["note.txt"]}
    helper: answer load_artifacts(adk-id-6) {"artifact_names":["note.txt"]}
    helper: "Tea."
    "#);
    assert_snapshot!(shown(&model, 2), @r#"
    user: answer load_artifacts(adk-id-6) {"artifact_names":["note.txt"]}
    user: "Artifact note.txt is:", "Tea."
    "#);
    let none = ScriptedModel::new()
        .calls([load(&["x"])])
        .text("There is none.");
    let stage = loading(&none);
    assert_snapshot!(stage.play("Show x.").await, @r#"
    helper: call load_artifacts(adk-id-3) {"artifact_names":["x"]}
    helper: answer load_artifacts(adk-id-3) {"error":"there are no artifacts [\"x\"]: there are none"}
    helper: "There is none."
    "#);
    let requests = none.requests();
    assert!(
        !requests[0]
            .system_instruction()
            .unwrap()
            .contains("artifacts")
    );
    assert_goes_on(&stage, &none).await;
}

#[tokio::test]
async fn what_no_model_takes_is_told_of() {
    let model = ScriptedModel::new();
    let stage = loading(&model);
    let bytes = |kind: &str, data: &[u8]| Part::from_bytes(kind, data.to_vec());
    let large = vec![0; 10 * 1024 * 1024 + 1];
    save(
        &stage,
        [
            ("csv", bytes("text/csv; charset=latin1", b"a;b\n\xff;2")),
            ("empty", bytes("image/png", b"")),
            ("json", bytes("application/ld+json", b"{}")),
            ("large", bytes("image/png", &large)),
            ("none", text("")),
            ("png", bytes("image/PNG", b"png")),
            ("svg", bytes("image/svg+xml", b"<svg/>")),
            ("zip", bytes("application/zip", b"PK")),
        ],
    )
    .await;
    let names = ["csv", "empty", "json", "large", "none", "png", "svg", "zip"];
    let _script = model.clone().calls([load(&names)]).text("Well.");
    stage.run("Show all.").text().await.unwrap();
    assert_snapshot!(shown(&model, 1), @r#"
    user: answer load_artifacts(adk-id-3) {"artifact_names":["csv","empty","json","large","none","png","svg","zip"]}
    user: "Artifact csv is:", "a;b\n�;2"
    user: "Artifact empty is:", "[It is empty.]"
    user: "Artifact json is:", "{}"
    user: "Artifact large is:", "[It is too large to be shown: 10485761 bytes of type \"image/png\", where 10 MiB is the most.]"
    user: "Artifact none is:", "[It is empty.]"
    user: "Artifact png is:", InlineData(Blob { mime_type: "image/PNG", data: b"png", display_name: None })
    user: "Artifact svg is:", "<svg/>"
    user: "Artifact zip is:", "[It cannot be shown: 2 bytes of type \"application/zip\".]"
    "#);
    assert_goes_on(&stage, &model).await;
}

/// A store whose loads wait for each other, that can lose what it has, and that can fail.
#[derive(Debug)]
struct Odd {
    inner: InMemoryArtifactService,
    together: Barrier,
    is_down: AtomicBool,
}

impl ArtifactService for Odd {
    fn save<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        part: Part,
    ) -> BoxFuture<'a, Result<u64>> {
        self.inner.save(key, name, part)
    }

    fn load<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        version: Option<u64>,
    ) -> BoxFuture<'a, Result<Option<Part>>> {
        Box::pin(async move {
            self.together.wait().await;
            self.inner.load(key, name, version).await
        })
    }

    fn list<'a>(&'a self, key: &'a SessionKey) -> BoxFuture<'a, Result<Vec<String>>> {
        if self.is_down.load(Ordering::Relaxed) {
            return Box::pin(async { Err(Error::new(ErrorKind::Store, "the disk is gone")) });
        }
        self.inner.list(key)
    }

    fn versions<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Vec<u64>>> {
        self.inner.versions(key, name)
    }

    fn delete<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        version: Option<u64>,
    ) -> BoxFuture<'a, Result<()>> {
        self.inner.delete(key, name, version)
    }
}

fn odd(model: &ScriptedModel, loads: usize) -> (Stage, Arc<Odd>) {
    let store = Arc::new(Odd {
        inner: InMemoryArtifactService::new(),
        together: Barrier::new(loads),
        is_down: AtomicBool::new(false),
    });
    let agent = built(helper(model).tools(tools![load_artifacts]));
    let stage = Stage::of(agent, |runner| runner.artifact_service(Arc::clone(&store)));
    (stage, store)
}

#[tokio::test(start_paused = true)]
async fn artifacts_are_loaded_side_by_side() {
    let model = ScriptedModel::new()
        .calls([load(&["a", "b", "c"])])
        .text("Done.");
    let (stage, store) = odd(&model, 3);
    for name in ["a", "b", "c"] {
        store.save(&key(), name, text(name)).await.unwrap();
    }
    let run = stage
        .run("Show me.")
        .config(RunConfig::new().timeout(std::time::Duration::from_secs(9)));
    assert_eq!(run.text().await.unwrap(), "Done.");
    assert_eq!(shown(&model, 1).lines().count(), 4);
    // One at a time, they would wait for ever.
    let _script = model.clone().calls([load(&["a", "b"])]);
    let config = RunConfig::new().timeout(std::time::Duration::from_secs(9));
    let stuck = stage.run("Again.").config(config).text().await;
    assert_eq!(stuck.unwrap_err().kind(), ErrorKind::Limit);
}

#[tokio::test]
async fn what_goes_between_call_and_request_is_told_of_and_a_store_that_fails_ends_the_run() {
    let model = ScriptedModel::new();
    let (stage, store) = odd(&model, 1);
    for name in ["a", "b"] {
        store.save(&key(), name, text(name)).await.unwrap();
    }
    for gone in [vec!["b"], vec!["a", "b"]] {
        let _script = model.clone().calls([load(&["a", "b"])]).text("Well.");
        let mut run = stage.run("Show me.");
        store.save(&key(), "b", text("b")).await.unwrap();
        while let Some(event) = run.next().await {
            let content = event.unwrap().content().cloned().unwrap();
            if content.function_responses().next().is_some() {
                for name in &gone {
                    store.delete(&key(), name, None).await.unwrap();
                }
            }
        }
    }
    assert_snapshot!(shown(&model, 3), @r#"
    user: answer load_artifacts(adk-id-9) {"artifact_names":["a","b"]}
    user: "Artifact a is:", "[It is not there.]"
    user: "Artifact b is:", "[It is not there.]"
    "#);
    assert_snapshot!(shown(&model, 1), @r#"
    user: answer load_artifacts(adk-id-3) {"artifact_names":["a","b"]}
    user: "Artifact a is:", "a"
    user: "Artifact b is:", "[It is not there.]"
    "#);
    store.is_down.store(true, Ordering::Relaxed);
    let failed = stage.run("Again.").text().await.unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::Store);
    store.is_down.store(false, Ordering::Relaxed);
    assert_goes_on(&stage, &model).await;
}
