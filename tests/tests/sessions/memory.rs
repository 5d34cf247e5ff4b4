//! Cases for a store of memories.

use adk::memory::MemoryService;
use adk::session::{AppName, GetSession, NewSession, Session, SessionKey, UserId};
use adk::{Content, Event, InMemorySessionService, SessionService};

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
