//! Cases for a store of memories.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adk::content::FunctionCall;
use adk::memory::{InMemoryMemoryService, MemoryService};
use adk::session::{AppName, GetSession, NewSession, Session, SessionKey, UserId};
use adk::{Content, Event, InMemorySessionService, Part, Role, SessionService};
use serde_json::json;

/// A session of user `user` of app `app` in which these things were said, a second apart
/// from `start` on.
async fn session(user: &str, name: &str, start: i64, said: &[&str]) -> Session {
    let sessions = InMemorySessionService::new();
    let key = SessionKey::new("app", user, name);
    let created = sessions.create(NewSession::new(key.clone())).await.unwrap();
    let mut revision = created.revision();
    for (n, text) in (start..).zip(said) {
        let event = Event::builder("helper")
            .timestamp(jiff::Timestamp::from_second(n).unwrap())
            .content(Content::model(*text));
        revision = sessions
            .append(&key, revision, &event.build())
            .await
            .unwrap();
    }
    sessions.get(&key, GetSession::all()).await.unwrap()
}

async fn found(store: &dyn MemoryService, app: &str, user: &str, query: &str) -> Vec<String> {
    let (app, user) = (AppName::from(app), UserId::from(user));
    let found = store.search(&app, &user, query).await.unwrap();
    let texts = found.into_iter();
    texts
        .map(|entry| format!("{}: {}", entry.author, entry.content.text()))
        .collect()
}

pub(crate) async fn a_shared_word_finds_what_was_said_oldest_first(store: &dyn MemoryService) {
    let later = session("anna", "b", 50, &["PARIS is sunny.", "Rome is not."]).await;
    let earlier = session("anna", "a", 10, &["I like Paris!", "Köln, too"]).await;
    store.add_session(&later).await.unwrap();
    store.add_session(&earlier).await.unwrap();
    let paris = found(store, "app", "anna", "what of paris?").await;
    assert_eq!(paris, ["helper: I like Paris!", "helper: PARIS is sunny."]);
    assert_eq!(
        found(store, "app", "anna", "KÖLN").await,
        ["helper: Köln, too"]
    );
    for nothing in ["", "?!", "pari", "parisian"] {
        assert!(
            found(store, "app", "anna", nothing).await.is_empty(),
            "{nothing:?}"
        );
    }
}

#[tokio::test]
async fn a_long_search_lets_others_of_its_thread_go_on() {
    let store = InMemoryMemoryService::new();
    let long = "a lot of tea ".repeat(20_000);
    let said = session("anna", "a", 1, &[&*long; 8]).await;
    store.add_session(&said).await.unwrap();
    let turns = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&turns);
    let others = tokio::spawn(async move {
        loop {
            counted.fetch_add(1, Ordering::Relaxed);
            tokio::task::yield_now().await;
        }
    });
    assert!(found(&store, "app", "anna", "coffee").await.is_empty());
    let turns = turns.load(Ordering::Relaxed);
    others.abort();
    assert!(turns >= 4, "{turns}");
}

pub(crate) async fn a_session_that_is_added_again_replaces_itself(store: &dyn MemoryService) {
    store
        .add_session(&session("anna", "a", 1, &["old Paris"]).await)
        .await
        .unwrap();
    store
        .add_session(&session("anna", "a", 1, &["new Paris"]).await)
        .await
        .unwrap();
    assert_eq!(
        found(store, "app", "anna", "paris").await,
        ["helper: new Paris"]
    );
}

pub(crate) async fn memories_belong_to_their_user_and_app(store: &dyn MemoryService) {
    let said = session("anna", "a", 1, &["Paris"]).await;
    store.add_session(&said).await.unwrap();
    assert!(found(store, "app", "bert", "paris").await.is_empty());
    assert!(found(store, "other", "anna", "paris").await.is_empty());
}

pub(crate) async fn a_session_that_has_grown_is_remembered_once(store: &dyn MemoryService) {
    let said = ["Paris in May", "Rome", "Paris in June"];
    for count in 1..=said.len() {
        let grown = session("anna", "a", 1, &said[..count]).await;
        store.add_session(&grown).await.unwrap();
    }
    let both = ["helper: Paris in May", "helper: Paris in June"];
    assert_eq!(found(store, "app", "anna", "paris").await, both);
}

pub(crate) async fn an_entry_says_what_when_by_whom_and_where(store: &dyn MemoryService) {
    let said = session("anna", "a", 7, &["Paris"]).await;
    store.add_session(&said).await.unwrap();
    let (app, user) = (AppName::from("app"), UserId::from("anna"));
    let found = store.search(&app, &user, "paris").await.unwrap();
    let [entry] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(entry.content.text(), "Paris");
    assert_eq!((&*entry.author, entry.timestamp.as_second()), ("helper", 7));
    assert_eq!(entry.session.as_ref(), Some(said.key().session()));
}

pub(crate) async fn what_was_thought_or_called_is_not_found(store: &dyn MemoryService) {
    let sessions = InMemorySessionService::new();
    let key = SessionKey::new("app", "anna", "a");
    let created = sessions.create(NewSession::new(key.clone())).await.unwrap();
    let call = FunctionCall::new("paris", json!({"city": "Paris"}));
    let parts = [
        Part::from_text("Paris?").into_thought(),
        Part::from_function_call(call),
        Part::from_text("Rome."),
    ];
    let event = Event::builder("helper").content(Content::new(Role::Model, parts));
    sessions
        .append(&key, created.revision(), &event.build())
        .await
        .unwrap();
    let said = sessions.get(&key, GetSession::all()).await.unwrap();
    store.add_session(&said).await.unwrap();
    assert!(found(store, "app", "anna", "paris").await.is_empty());
    assert_eq!(found(store, "app", "anna", "rome").await, ["helper: Rome."]);
}

pub(crate) async fn words_without_spaces_are_found_by_two_letters(store: &dyn MemoryService) {
    let said = [
        "我喜欢喝绿茶。",
        "京都は静かです",
        "ラーメンが好き、iPhone手机",
        "녹차를 좋아해요",
        "ผมชอบชาเขียว",
    ];
    let said = session("anna", "a", 1, &said).await;
    store.add_session(&said).await.unwrap();
    for (query, texts) in [
        ("哪种绿茶好？", &[0][..]),
        ("茶", &[0]),
        ("京都のホテル", &[1]),
        ("味噌ラーメン", &[2]),
        ("手机", &[2]),
        ("IPHONE", &[2]),
        ("녹차", &[3]),
        ("ชาเขียว", &[4]),
        ("红酒", &[]),
        ("都京", &[]),
        ("phone", &[]),
        ("。、", &[]),
    ] {
        let said: Vec<_> = said.events().filter_map(Event::content).collect();
        let texts = texts.iter().map(|n| format!("helper: {}", said[*n].text()));
        let found = found(store, "app", "anna", query).await;
        assert_eq!(found, texts.collect::<Vec<_>>(), "{query}");
    }
}
