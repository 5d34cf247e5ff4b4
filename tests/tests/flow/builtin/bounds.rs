//! Artifacts that are many, that are large together, or that the provider refuses.

use adk::artifact::ArtifactService as _;
use adk::content::{FunctionCall, PartKind};
use adk::model::LlmRequest;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::tool::builtin::load_artifacts;
use serde_json::json;
use tests::stage::{Stage, assert_goes_on, helper, key};

fn load(names: &[String]) -> FunctionCall {
    FunctionCall::new("load_artifacts", json!({"artifact_names": names}))
}

/// What the model's call was answered, and what it was shown then.
fn read(model: &ScriptedModel, request: usize) -> (String, Vec<String>) {
    let requests = model.requests();
    let contents = requests[request].contents();
    let answers = contents.iter().flat_map(Content::function_responses);
    let answer = answers.last().map(|answer| answer.response().to_string());
    let shown = contents
        .iter()
        .filter(|content| content.text().starts_with("Artifact "));
    (
        answer.unwrap_or_default(),
        shown.map(Content::text).collect(),
    )
}

#[tokio::test]
async fn many_artifacts_are_told_by_their_first_names_and_a_count() {
    let names: Vec<_> = (0..250).map(|n| format!("n{n:03}")).collect();
    let model = ScriptedModel::new()
        .calls([load(&names[..101])])
        .calls([load(&["n249".to_owned(), "n250".to_owned()])])
        .calls([load(&names[150..250])])
        .text("Done.");
    let stage = Stage::new(helper(&model).tool(load_artifacts::tool()));
    for name in &names {
        let part = Part::from_text(name);
        stage.artifacts.save(&key(), name, part).await.unwrap();
    }
    stage.run("Show me.").text().await.unwrap();
    let told = model.requests()[0].system_instruction().unwrap().to_owned();
    assert!(told.contains(r#""n098","n099"] and 150 more"#), "{told}");
    assert!(!told.contains("n100"));
    let (answer, shown) = read(&model, 1);
    insta::assert_snapshot!(answer, @r#"{"error":"101 artifacts are too many at once: ask for 100 at the most"}"#);
    assert!(shown.is_empty());
    let (answer, _) = read(&model, 2);
    assert!(
        answer.contains(r#"no artifacts [\"n250\"]: there are [\"n000\""#),
        "{answer}"
    );
    assert!(answer.ends_with(r#"\"n099\"] and 150 more"}"#), "{answer}");
    // Those that it was not told of can be loaded.
    let (_, shown) = read(&model, 3);
    assert_eq!((shown.len(), &*shown[99]), (100, "Artifact n249 is:n249"));
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn what_is_too_much_together_is_told_of() {
    let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
    let model = ScriptedModel::new().calls([load(&names)]).text("Done.");
    let stage = Stage::new(helper(&model).tool(load_artifacts::tool()));
    for (name, mib) in names.iter().zip([9, 9, 9, 2, 1]) {
        let part = Part::from_bytes("image/png", vec![0; mib << 20]);
        stage.artifacts.save(&key(), name, part).await.unwrap();
    }
    stage.run("Show me.").text().await.unwrap();
    let (_, shown) = read(&model, 1);
    insta::assert_snapshot!(shown.join("\n"), @r#"
    Artifact a is:
    Artifact b is:
    Artifact c is:[It is not shown: 9437184 bytes of type "image/png", which together with those before it are more than 20 MiB. Load it by itself.]
    Artifact d is:
    Artifact e is:[It is not shown: 1048576 bytes of type "image/png", which together with those before it are more than 20 MiB. Load it by itself.]
    "#);
    assert_goes_on(&stage, &model).await;
}

fn has_bytes(request: &LlmRequest) -> bool {
    let mut parts = request.contents().iter().flat_map(Content::parts);
    parts.any(|part| matches!(part.kind(), PartKind::InlineData(_)))
}

#[tokio::test]
async fn an_artifact_that_the_provider_refuses_ends_one_run_and_no_later_one() {
    let names = ["film.mov".to_owned()];
    let model = ScriptedModel::new().calls([load(&names)]).text("Hello.");
    let provider = |_, request: LlmRequest| async move {
        if has_bytes(&request) {
            let kind = ErrorKind::Http {
                status: Some(400),
                retryable: false,
            };
            return Err(Error::new(kind, "unsupported type"));
        }
        Ok(adk::plugin::BeforeModel::Proceed(request))
    };
    let agent = helper(&model).tool(load_artifacts::tool());
    let stage = Stage::new(agent.before_model(provider));
    let part = Part::from_bytes("video/quicktime", b"film".as_slice());
    stage
        .artifacts
        .save(&key(), "film.mov", part)
        .await
        .unwrap();
    let refused = stage.run("Show the film.").text().await.unwrap_err();
    assert_eq!(refused.to_string(), "unsupported type");
    assert_eq!(stage.run("Hi.").text().await.unwrap(), "Hello.");
    // The model asks again: it is shown again.
    let _script = model.clone().calls([load(&names)]);
    assert!(stage.run("Show the film.").text().await.is_err());
    assert_goes_on(&stage, &model).await;
}
