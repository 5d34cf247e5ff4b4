//! Cases for a store of artifacts.

use adk::artifact::ArtifactService;
use adk::content::FunctionCall;
use adk::session::SessionKey;
use adk::{ErrorKind, Part};
use serde_json::json;

fn key(session: &str) -> SessionKey {
    SessionKey::new("app", "anna", session)
}

async fn save(store: &dyn ArtifactService, name: &str, text: &str) -> u64 {
    let key = key("one");
    let saved = store.save(&key, name, Part::from_text(text));
    saved.await.unwrap()
}

async fn load(store: &dyn ArtifactService, name: &str, version: Option<u64>) -> Option<String> {
    let part = store.load(&key("one"), name, version).await.unwrap();
    part.map(|part| part.text().unwrap().to_owned())
}

pub(crate) async fn versions_start_at_one_and_grow_by_one(store: &dyn ArtifactService) {
    for (n, text) in ["a", "b", "c"].into_iter().enumerate() {
        assert_eq!(save(store, "note", text).await, n as u64 + 1);
    }
    assert_eq!(save(store, "other", "x").await, 1);
    let versions = store.versions(&key("one"), "note").await.unwrap();
    assert_eq!(versions, [3, 2, 1]);
    assert_eq!(load(store, "note", None).await.unwrap(), "c");
    assert_eq!(load(store, "note", Some(1)).await.unwrap(), "a");
    let bytes = Part::from_bytes("image/png", &b"\x89PNG"[..]);
    store
        .save(&key("one"), "note", bytes.clone())
        .await
        .unwrap();
    assert_eq!(
        store.load(&key("one"), "note", None).await.unwrap(),
        Some(bytes)
    );
}

pub(crate) async fn a_deleted_version_is_gone(store: &dyn ArtifactService) {
    for text in ["a", "b", "c"] {
        save(store, "note", text).await;
    }
    store.delete(&key("one"), "note", Some(2)).await.unwrap();
    assert_eq!(load(store, "note", Some(2)).await, None);
    assert_eq!(store.versions(&key("one"), "note").await.unwrap(), [3, 1]);
    store.delete(&key("one"), "note", Some(3)).await.unwrap();
    assert_eq!(load(store, "note", None).await.unwrap(), "a");
    store.delete(&key("one"), "note", None).await.unwrap();
    assert_eq!(load(store, "note", None).await, None);
    store.delete(&key("one"), "note", None).await.unwrap();
    store.delete(&key("one"), "note", Some(7)).await.unwrap();
}

pub(crate) async fn what_is_not_saved_is_none(store: &dyn ArtifactService) {
    save(store, "note", "a").await;
    assert_eq!(load(store, "none", None).await, None);
    assert_eq!(load(store, "note", Some(2)).await, None);
    assert_eq!(load(store, "note", Some(0)).await, None);
    assert!(
        store
            .versions(&key("one"), "none")
            .await
            .unwrap()
            .is_empty()
    );
    assert!(store.list(&key("empty")).await.unwrap().is_empty());
}

pub(crate) async fn names_of_a_user_are_shared_by_the_sessions(store: &dyn ArtifactService) {
    save(store, "user:logo", "ours").await;
    save(store, "note", "mine").await;
    let elsewhere = key("two");
    let logo = store.load(&elsewhere, "user:logo", None).await.unwrap();
    assert_eq!(logo.unwrap().text(), Some("ours"));
    assert_eq!(store.load(&elsewhere, "note", None).await.unwrap(), None);
    assert_eq!(store.list(&elsewhere).await.unwrap(), ["user:logo"]);
    for other in [
        SessionKey::new("app", "bert", "one"),
        SessionKey::new("other", "anna", "one"),
    ] {
        assert!(store.list(&other).await.unwrap().is_empty());
    }
}

pub(crate) async fn names_are_listed_sorted_while_they_have_a_version(store: &dyn ArtifactService) {
    for name in ["b", "user:a", "c", "a"] {
        save(store, name, "x").await;
    }
    assert_eq!(
        store.list(&key("one")).await.unwrap(),
        ["a", "b", "c", "user:a"]
    );
    store.delete(&key("one"), "b", Some(1)).await.unwrap();
    store.delete(&key("one"), "c", None).await.unwrap();
    assert_eq!(store.list(&key("one")).await.unwrap(), ["a", "user:a"]);
}

pub(crate) async fn names_that_lead_elsewhere_are_refused(store: &dyn ArtifactService) {
    for name in [
        "", "user:", "a/b", "../a", "a\\b", "a\0b", "..", ".", "user:..",
    ] {
        let refused = store.save(&key("one"), name, Part::from_text("x")).await;
        assert_eq!(
            refused.unwrap_err().kind(),
            ErrorKind::InvalidName,
            "{name:?}"
        );
    }
    let outside = SessionKey::new("app", "..", "one");
    let refused = store.save(&outside, "note", Part::from_text("x")).await;
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::InvalidName);
}

pub(crate) async fn only_texts_and_bytes_can_be_saved(store: &dyn ArtifactService) {
    for part in [
        Part::from_uri("text/plain", "gs://elsewhere/file"),
        Part::from_function_call(FunctionCall::new("f", json!({}))),
    ] {
        let refused = store.save(&key("one"), "note", part).await;
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::Config);
    }
    assert!(store.list(&key("one")).await.unwrap().is_empty());
}
