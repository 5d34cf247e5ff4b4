//! What parallel tools write, against a model of the rule: each call sees the state as it was
//! and its own writes; then the writes merge in the order of the calls, whatever the order in
//! which they were made. A later value takes the place of an earlier one, but objects merge key
//! by key.

use std::collections::BTreeMap;

use adk::content::FunctionCall;
use adk::session::{NewSession, SessionKey};
use adk::testing::ScriptedModel;
use adk::{Content, Session, SessionService, StateDelta};
use futures::TryStreamExt;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use tests::stage::{Stage, helper};
use tests::tool::{TestTool, tool};
use tokio::runtime::Builder;
use tokio::task::yield_now;

/// A key, its new value, and how often the tool gives way before it writes.
type Write = (&'static str, Value, u8);

const KEYS: &[&str] = &["own", "list", "deep", "user:u", "app:a", "temp:t"];

fn value() -> impl Strategy<Value = Value> {
    let flat = prop_oneof![
        Just(Value::Null),
        (0..9).prop_map(Value::from),
        vec(0..3, 0..3).prop_map(Value::from),
    ];
    flat.prop_recursive(2, 8, 3, |inner| {
        let field = (select(&["x", "y", "z"][..]), inner);
        vec(field, 0..3).prop_map(|fields| {
            let fields = fields.into_iter();
            Value::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect())
        })
    })
}

fn write() -> impl Strategy<Value = Write> {
    (select(KEYS), value(), 0..4_u8)
}

/// Writes what it is told to; then says what it sees.
fn writer() -> TestTool {
    tool("write", |ctx, args| async move {
        let writes: BTreeMap<String, Vec<(String, Value, u8)>> = args.decode()?;
        for (key, value, pauses) in writes["writes"].clone() {
            for _ in 0..pauses {
                yield_now().await;
            }
            ctx.state().set(key, value);
        }
        let seen = KEYS
            .iter()
            .map(|key| ((*key).to_owned(), json!(ctx.state().get(key))));
        Ok(Value::Object(seen.collect()))
    })
}

fn merged(present: Option<&Value>, new: &Value) -> Value {
    match (present, new) {
        (Some(Value::Object(present)), Value::Object(new)) => {
            let mut both = present.clone();
            for (key, value) in new {
                both.insert(key.clone(), merged(present.get(key), value));
            }
            Value::Object(both)
        }
        _ => new.clone(),
    }
}

type State = BTreeMap<String, Value>;

/// What each call sees at its end, and what all have written together.
fn expected(before: &State, calls: &[Vec<Write>]) -> (Vec<Value>, State) {
    let mut together = State::new();
    let mut seen = Vec::new();
    for writes in calls {
        let own: State = writes
            .iter()
            .map(|(key, value, _)| ((*key).to_owned(), value.clone()))
            .collect();
        let value = |key: &&str| json!(own.get(*key).or_else(|| before.get(*key)));
        let keys = KEYS.iter().map(|key| ((*key).to_owned(), value(key)));
        seen.push(Value::Object(keys.collect()));
        for (key, value) in own {
            let value = merged(together.get(&key), &value);
            together.insert(key, value);
        }
    }
    (seen, together)
}

fn state(session: &Session) -> State {
    let entries = session.state_entries();
    entries
        .map(|(key, value)| (key.to_owned(), value.clone()))
        .collect()
}

async fn check(before: State, calls: Vec<Vec<Write>>) -> adk::Result<()> {
    let call = |writes: &Vec<Write>| FunctionCall::new("write", json!({ "writes": writes }));
    let model = ScriptedModel::new()
        .calls(calls.iter().map(call))
        .text("Done.");
    let stage = Stage::new(helper(&model).tool(writer()));
    let mut delta = StateDelta::new();
    for (key, value) in &before {
        delta.set(key, value.clone());
    }
    let events: Vec<_> = stage.run("Hi").state_delta(delta).try_collect().await?;
    let [_, answers, done] = &events[..] else {
        panic!("not a call, its answers and a word: {events:?}");
    };
    assert_eq!(done.text(), "Done.");

    let (seen, together) = expected(&before, &calls);
    let said = answers
        .content()
        .into_iter()
        .flat_map(Content::function_responses);
    let said: Vec<_> = said.map(|answer| answer.response().to_value()).collect();
    assert_eq!(said, seen);
    let delta = answers.actions().state_delta().iter();
    let delta: State = delta
        .map(|(key, value)| (key.to_owned(), value.clone()))
        .collect();
    assert_eq!(delta, together);

    let mut after = before;
    after.extend(together);
    after.retain(|key, _| !key.starts_with("temp:"));
    let stored = stage.session().await;
    assert_eq!(state(&stored), after);
    let mut written = stored
        .events()
        .flat_map(|event| event.actions().state_delta().iter());
    assert!(!written.any(|(key, _)| key.starts_with("temp:")));
    for (user, session, prefixes) in [
        ("anna", "two", &["app:", "user:"][..]),
        ("bert", "one", &["app:"]),
    ] {
        let new = NewSession::new(SessionKey::new("app", user, session));
        let mut shared = after.clone();
        shared.retain(|key, _| prefixes.iter().any(|prefix| key.starts_with(prefix)));
        assert_eq!(state(&stage.sessions.create(new).await?), shared);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn parallel_writes_merge_by_the_rule(
        before in vec((select(KEYS), value()), 0..4),
        calls in vec(vec(write(), 0..5), 1..=10),
    ) {
        let before = before.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(check(before, calls)).unwrap();
    }
}

#[test]
fn the_model_of_the_rule_merges_objects_and_replaces_the_rest() {
    let writes = |value: Value| vec![("deep", value, 0)];
    let calls = [
        writes(json!({"x": {"y": 1}, "z": [1]})),
        writes(json!({"x": {"z": 2}, "z": [2], "y": null})),
    ];
    let (_, together) = expected(&State::new(), &calls);
    assert_eq!(
        together["deep"],
        json!({"x": {"y": 1, "z": 2}, "z": [2], "y": null})
    );
    let (_, replaced) = expected(
        &State::new(),
        &[writes(json!({"x": 1})), writes(json!(null))],
    );
    assert_eq!(replaced["deep"], Value::Null);
}
