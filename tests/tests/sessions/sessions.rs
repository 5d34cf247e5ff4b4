//! Cases for a store of sessions.

use std::future::Future;

use adk::content::FunctionCall;
use adk::event::EventActions;
use adk::model::{FinishReason, LlmResponse, UsageMetadata};
use adk::session::{AppName, GetSession, NewSession, Session, SessionKey, UserId};
use adk::{Content, ErrorKind, Event, Part, Result, Role, SessionService};
use futures::future::join_all;
use serde_json::json;

fn key() -> SessionKey {
    SessionKey::new("app", "anna", "one")
}

async fn create(store: &dyn SessionService, key: SessionKey) -> Session {
    store.create(NewSession::new(key)).await.unwrap()
}

async fn get(store: &dyn SessionService, key: &SessionKey) -> Session {
    store.get(key, GetSession::all()).await.unwrap()
}

/// An event of that id, so many seconds after 1970.
fn event(id: &str, second: i64) -> Event {
    Event::builder("helper")
        .id(id)
        .invocation_id("e-1")
        .timestamp(second_of(second))
        .content(Content::model(id))
        .build()
}

fn second_of(second: i64) -> jiff::Timestamp {
    jiff::Timestamp::from_second(second).unwrap()
}

fn ids(session: &Session) -> Vec<&str> {
    session.events().map(Event::id).collect()
}

async fn kind_of<T>(failing: impl Future<Output = Result<T>>) -> Option<ErrorKind> {
    failing.await.err().map(|error| error.kind())
}

pub(crate) async fn a_new_session_is_empty_and_has_its_state(store: &dyn SessionService) {
    let new = NewSession::new(key())
        .with_state("lang", "fr")
        .with_state("user:name", "Anna");
    let created = store.create(new).await.unwrap();
    for session in [created, get(store, &key()).await] {
        assert_eq!((session.events().len(), session.revision()), (0, 0));
        let state: Vec<_> = session.state_entries().collect();
        assert_eq!(
            state,
            [("lang", &json!("fr")), ("user:name", &json!("Anna"))]
        );
    }
}

pub(crate) async fn a_session_is_made_once(store: &dyn SessionService) {
    create(store, key()).await;
    let again = store.create(NewSession::new(key()));
    assert_eq!(kind_of(again).await, Some(ErrorKind::DuplicateName));
}

pub(crate) async fn misleading_names_are_refused(store: &dyn SessionService) {
    let long = "x".repeat(10_000);
    for name in ["", ".", "..", "../a", "a/b", "a\\b", "a\0b", &long] {
        for key in [
            SessionKey::new(name, "anna", "one"),
            SessionKey::new("app", name, "one"),
            SessionKey::new("app", "anna", name),
            SessionKey::new("app", "anna", format!("one/agent-tool/{name}")),
            SessionKey::new("app", "anna", format!("{name}/agent-tool/a")),
        ] {
            let refused = store.create(NewSession::new(key));
            assert_eq!(
                kind_of(refused).await,
                Some(ErrorKind::InvalidName),
                "{name:?}"
            );
        }
    }
}

pub(crate) async fn what_is_not_there_is_not_found(store: &dyn SessionService) {
    let (key, event) = (key(), event("a", 1));
    let missing = Some(ErrorKind::SessionNotFound);
    assert_eq!(kind_of(store.get(&key, GetSession::all())).await, missing);
    assert_eq!(kind_of(store.append(&key, 0, &event)).await, missing);
    assert!(store.list(key.app(), None).await.unwrap().is_empty());
}

pub(crate) async fn a_session_belongs_to_its_user_and_app(store: &dyn SessionService) {
    create(store, key()).await;
    for (app, user) in [("app", "bert"), ("other", "anna")] {
        let key = SessionKey::new(app, user, "one");
        let missing = store.get(&key, GetSession::all());
        assert_eq!(kind_of(missing).await, Some(ErrorKind::SessionNotFound));
        create(store, key).await;
    }
}

pub(crate) async fn the_newest_and_the_latest_events_can_be_asked_for(store: &dyn SessionService) {
    create(store, key()).await;
    // More than fit one block of a store, the last two at the same time.
    for n in 0..200 {
        let event = event(&n.to_string(), i64::try_from(n).unwrap().min(198));
        store.append(&key(), n, &event).await.unwrap();
    }
    let key = key();
    let read = async |want| store.get(&key, want).await.unwrap();
    let all = GetSession::all;
    assert_eq!(ids(&read(all()).await).len(), 200);
    assert_eq!(ids(&read(all().recent(2)).await), ["198", "199"]);
    assert_eq!(read(all().recent(0)).await.events().len(), 0);
    assert_eq!(read(all().recent(1000)).await.events().len(), 200);
    assert_eq!(
        ids(&read(all().after(second_of(197))).await),
        ["197", "198", "199"]
    );
    let both = all().recent(2).after(second_of(197));
    assert_eq!(ids(&read(both).await), ["198", "199"]);
    assert_eq!(read(all().after(second_of(199))).await.events().len(), 0);
    assert_eq!(read(all().recent(1)).await.revision(), 200);
}

pub(crate) async fn sessions_are_listed_by_user_or_app_without_events(store: &dyn SessionService) {
    for (app, user, session) in [
        ("app", "bert", "one"),
        ("app", "anna", "two"),
        ("app", "anna", "one"),
        ("other", "anna", "one"),
    ] {
        let new = NewSession::new(SessionKey::new(app, user, session)).with_state("k", session);
        store.create(new).await.unwrap();
    }
    store.append(&key(), 0, &event("a", 1)).await.unwrap();
    let names = async |user: Option<&str>| {
        let user = user.map(UserId::from);
        let listed = store
            .list(&AppName::from("app"), user.as_ref())
            .await
            .unwrap();
        assert!(listed.iter().all(|session| session.events().len() == 0));
        assert!(listed.iter().all(|session| session.state("k").is_some()));
        let name =
            |session: &Session| format!("{}/{}", session.key().user(), session.key().session());
        listed.iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(names(Some("anna")).await, ["anna/one", "anna/two"]);
    assert_eq!(names(None).await, ["anna/one", "anna/two", "bert/one"]);
    assert!(names(Some("carl")).await.is_empty());
}

pub(crate) async fn a_deleted_session_is_gone_and_may_be_deleted_again(store: &dyn SessionService) {
    create(store, key()).await;
    store.append(&key(), 0, &event("a", 1)).await.unwrap();
    store.delete(&key()).await.unwrap();
    store.delete(&key()).await.unwrap();
    let key = key();
    let missing = store.get(&key, GetSession::all());
    assert_eq!(kind_of(missing).await, Some(ErrorKind::SessionNotFound));
    assert_eq!(create(store, key).await.events().len(), 0);
}

pub(crate) async fn inner_sessions_are_not_listed_and_go_with_their_outer_one(
    store: &dyn SessionService,
) {
    let key_of = |user: &str, session: &str| SessionKey::new("app", user, session);
    let inner = ["one/agent-tool/a", "one/agent-tool/a/agent-tool/b"];
    let inner = inner.map(|id| key_of("anna", id));
    let others = [
        key_of("anna", "one-more"),
        key_of("anna", "one-more/agent-tool/a"),
        key_of("bert", "one/agent-tool/a"),
    ];
    for key in inner.iter().chain(&others) {
        assert_eq!(key.is_inner(), key.session().as_str() != "one-more");
        assert_eq!(key.belongs_to(&self::key()), inner.contains(key), "{key:?}");
        create(store, key.clone()).await;
        store.append(key, 0, &event("a", 1)).await.unwrap();
        assert_eq!(ids(&get(store, key).await), ["a"]);
    }
    create(store, key()).await;
    let app = AppName::from("app");
    let listed = store.list(&app, None).await.unwrap();
    let names: Vec<_> = listed
        .iter()
        .map(|session| session.key().session().as_str())
        .collect();
    assert_eq!(names, ["one", "one-more"]);

    store.delete(&inner[1]).await.unwrap();
    get(store, &inner[0]).await;
    store.delete(&key()).await.unwrap();
    for key in &inner {
        let missing = store.get(key, GetSession::all());
        assert_eq!(kind_of(missing).await, Some(ErrorKind::SessionNotFound));
    }
    for key in &others {
        get(store, key).await;
    }
}

pub(crate) async fn an_append_names_the_revision_it_builds_on(store: &dyn SessionService) {
    let key = key();
    create(store, key.clone()).await;
    // The clock stands still, and then goes back: the order is that of the appends.
    for (n, second) in [(0, 9), (1, 9), (2, 3)] {
        let event = event(&n.to_string(), second);
        assert_eq!(store.append(&key, n, &event).await.unwrap(), n + 1);
    }
    let late = event("late", 9);
    for stale in [0, 2, 4] {
        let refused = store.append(&key, stale, &late);
        assert_eq!(
            kind_of(refused).await,
            Some(ErrorKind::StaleSession),
            "{stale}"
        );
    }
    let session = get(store, &key).await;
    assert_eq!(ids(&session), ["0", "1", "2"]);
    assert_eq!(session.revision(), 3);
}

pub(crate) async fn a_partial_event_is_not_stored(store: &dyn SessionService) {
    create(store, key()).await;
    let piece = LlmResponse::new(Content::model("so")).into_partial();
    let actions = EventActions::new().with_state("k", 1);
    let piece = Event::builder("helper")
        .id("a")
        .response(piece)
        .actions(actions)
        .build();
    assert_eq!(store.append(&key(), 0, &piece).await.unwrap(), 0);
    let session = get(store, &key()).await;
    assert_eq!((session.events().len(), session.revision()), (0, 0));
    assert_eq!(session.state("k"), None);
}

pub(crate) async fn nothing_of_an_event_is_lost(store: &dyn SessionService) {
    create(store, key()).await;
    let parts = [
        Part::from_text("Thinking")
            .into_thought()
            .with_thought_signature("c2ln"),
        Part::from_bytes("image/png", &b"\x89PNG\xff\x00"[..]),
        Part::from_uri("application/pdf", "gs://bucket/a.pdf"),
        Part::from_function_call(FunctionCall::new("f", json!({"ä": [1, null]})).with_id("1")),
    ];
    let response = LlmResponse::new(Content::new(Role::Model, parts))
        .with_usage(UsageMetadata::new(11, 1).with_thoughts(33).with_total(45))
        .with_finish_reason(FinishReason::MaxTokens)
        .with_error("ODD", "an odd end");
    let full = Event::builder("helper")
        .id("full")
        .invocation_id("e-1")
        .timestamp(jiff::Timestamp::from_microsecond(1_700_000_000_123_456).unwrap())
        .branch(Some("a.b".into()))
        .response(response)
        .actions(
            EventActions::new()
                .with_state("k", json!({"x": 1}))
                .with_skip_summarization(),
        )
        .long_running_tool_ids(["1".into()])
        .build();
    let bare = Event::builder("").build();
    store.append(&key(), 0, &full).await.unwrap();
    store.append(&key(), 1, &bare).await.unwrap();
    let session = get(store, &key()).await;
    let json = |event: &Event| serde_json::to_value(event).unwrap();
    let stored: Vec<_> = session.events().map(json).collect();
    assert_eq!(stored, [json(&full), json(&bare)]);
}

pub(crate) async fn state_is_kept_by_its_scope(store: &dyn SessionService) {
    create(store, key()).await;
    let actions = EventActions::new()
        .with_state("app:a", 1)
        .with_state("user:u", 2)
        .with_state("own", json!({"x": [3]}))
        .with_state("odd:key", 4);
    let event = Event::builder("helper").id("a").actions(actions).build();
    store.append(&key(), 0, &event).await.unwrap();
    let seen_by = async |app: &str, user: &str, session: &str| {
        let session = create(store, SessionKey::new(app, user, session)).await;
        ["app:a", "user:u", "own", "odd:key"].map(|key| session.state(key).is_some())
    };
    assert_eq!(
        seen_by("app", "anna", "two").await,
        [true, true, false, false]
    );
    assert_eq!(
        seen_by("app", "bert", "one").await,
        [true, false, false, false]
    );
    assert_eq!(seen_by("other", "anna", "one").await, [false; 4]);
    let own = get(store, &key()).await;
    assert_eq!(own.state("own"), Some(&json!({"x": [3]})));
    assert_eq!(own.state_entries().count(), 4);
    store.delete(&key()).await.unwrap();
    assert_eq!(
        seen_by("app", "anna", "one").await,
        [true, true, false, false]
    );
}

pub(crate) async fn fault_8_temporary_state_is_not_kept(store: &dyn SessionService) {
    let new = NewSession::new(key())
        .with_state("temp:new", 1)
        .with_state("kept", 2);
    assert_eq!(store.create(new).await.unwrap().state("temp:new"), None);
    let actions = EventActions::new()
        .with_state("temp:t", 1)
        .with_state("kept", 3);
    let event = Event::builder("helper").id("a").actions(actions).build();
    store.append(&key(), 0, &event).await.unwrap();
    let session = get(store, &key()).await;
    assert_eq!(
        session.state_entries().collect::<Vec<_>>(),
        [("kept", &json!(3))]
    );
    let stored = session.events().next().unwrap().actions().state_delta();
    assert_eq!(stored.iter().collect::<Vec<_>>(), [("kept", &json!(3))]);
    let given = event.actions().state_delta();
    assert_eq!(
        given.get("temp:t"),
        Some(&json!(1)),
        "the caller's event is its own"
    );
}

pub(crate) async fn fault_8_a_copy_does_not_change_behind_its_back(store: &dyn SessionService) {
    create(store, key()).await;
    let before = get(store, &key()).await;
    let actions = EventActions::new().with_state("k", 1);
    let event = Event::builder("helper").id("a").actions(actions).build();
    store.append(&key(), 0, &event).await.unwrap();
    assert_eq!((before.events().len(), before.revision()), (0, 0));
    assert_eq!(before.state("k"), None);
}

pub(crate) async fn one_of_many_writers_wins_each_revision(store: &dyn SessionService) {
    create(store, key()).await;
    let key = key();
    for revision in 0..20 {
        let events: Vec<_> = (0..8)
            .map(|n| event(&format!("{revision}-{n}"), 1))
            .collect();
        let appends = events
            .iter()
            .map(|event| store.append(&key, revision, event));
        let outcomes = join_all(appends).await;
        let kinds = outcomes.iter().filter_map(|outcome| outcome.as_ref().err());
        let stale = kinds.filter(|error| error.kind() == ErrorKind::StaleSession);
        assert_eq!(stale.count(), 7, "{outcomes:?}");
    }
    assert_eq!(get(store, &key).await.events().len(), 20);
}
