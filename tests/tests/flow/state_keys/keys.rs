//! Typed keys of the state: what they take, what they read, and what they say of a value that is
//! not theirs.

use std::collections::HashMap;
use std::path::PathBuf;

use adk::platform::{Platform, SystemPlatform};
use adk::serde_json::{Value, json};
use adk::session::{NewSession, Session, SessionKey, StateKey};
use adk::testing::{tool_context, tool_context_builder};
use adk::{Error, ErrorKind, StateDelta};
use insta::assert_snapshot;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    item: String,
    price: f64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Draft {
    Empty,
    Of { lines: Vec<Line> },
}

const CITY: StateKey<String> = StateKey::new("city");
const COUNT: StateKey<u8> = StateKey::new("user:count");
const DRAFT: StateKey<Draft> = StateKey::new("temp:draft");
const LINES: StateKey<Vec<Line>> = StateKey::new("lines");
const NOTE: StateKey<Option<String>> = StateKey::new("note");
const PATH: StateKey<PathBuf> = StateKey::new("path");
const RATES: StateKey<HashMap<u16, f64>> = StateKey::new("app:rates");

fn line() -> Line {
    Line {
        item: "egg".to_owned(),
        price: 0.5,
    }
}

#[test]
fn a_key_takes_values_references_and_what_they_are_lent_as() -> adk::Result<()> {
    let ctx = tool_context();
    CITY.set(&ctx, "Paris")?;
    assert_eq!(CITY.get(&ctx)?.as_deref(), Some("Paris"));
    CITY.set(&ctx, String::from("Rome"))?;
    let oslo = String::from("Oslo");
    CITY.set(&ctx, &oslo)?;
    COUNT.set(&ctx, 3)?;
    LINES.set(&ctx, &[line()][..])?;
    DRAFT.set(
        &ctx,
        &Draft::Of {
            lines: vec![line()],
        },
    )?;
    NOTE.set(&ctx, None)?;
    PATH.set(&ctx, std::path::Path::new("a/b"))?;
    RATES.set(&ctx, HashMap::from([(7, 0.5)]))?;
    assert_eq!(CITY.get(&ctx)?.as_deref(), Some(&*oslo));
    assert_eq!(COUNT.get(&ctx)?, Some(3));
    assert_eq!(LINES.get(&ctx)?, Some(vec![line()]));
    assert_eq!(
        DRAFT.get(&ctx)?,
        Some(Draft::Of {
            lines: vec![line()]
        })
    );
    assert_eq!(NOTE.get(&ctx)?, None);
    assert_eq!(PATH.get(&ctx)?, Some(PathBuf::from("a/b")));
    assert_eq!(RATES.get(&ctx)?, Some(HashMap::from([(7, 0.5)])));
    let written = ctx.actions().state_delta().clone();
    assert_eq!(written.get("user:count"), Some(&json!(3)));
    assert_eq!(written.get("app:rates"), Some(&json!({"7": 0.5})));
    Ok(())
}

#[test]
fn every_context_reads_and_a_session_and_a_change_do_too() -> adk::Result<()> {
    let ctx = tool_context_builder().state(COUNT, 4).build();
    assert_eq!(COUNT.get(&ctx)?, Some(4));
    assert_eq!(COUNT.get(&ctx.state())?, Some(4));
    COUNT.set(ctx.state(), 5)?;
    assert_eq!(COUNT.get(&ctx)?, Some(5));
    let readonly = tool_context_builder().state(COUNT, 6).readonly();
    assert_eq!(COUNT.get(&readonly)?, Some(6));
    assert_eq!(COUNT.get(&readonly.state())?, Some(6));

    let mut delta = StateDelta::new().with(CITY, "Paris")?;
    COUNT.set(&mut delta, 7)?;
    assert_eq!(COUNT.get(&delta)?, Some(7));
    let key = SessionKey::new("app", "user", "session");
    let new = NewSession::new(key.clone()).with_state_delta(delta);
    let state = new.state().iter();
    let state = state.map(|(key, value)| (key.to_owned(), value.clone()));
    let session = Session::new(key, state, [], 0, SystemPlatform::default().now());
    assert_eq!(COUNT.get(&session)?, Some(7));
    assert_eq!(CITY.get(&session)?.as_deref(), Some("Paris"));
    assert_eq!(NOTE.get(&session)?, None);
    Ok(())
}

#[test]
fn a_key_is_its_name_and_needs_nothing_of_its_type() {
    struct Opaque;
    const KEY: StateKey<Opaque> = StateKey::new("app:opaque");
    const NAME: &str = KEY.name();
    let copy = KEY;
    assert_eq!([NAME, KEY.name(), copy.name()], ["app:opaque"; 3]);
    assert_eq!(
        format!("{KEY} {KEY:?}"),
        r#"app:opaque StateKey("app:opaque")"#
    );
    assert_eq!(String::from(KEY), "app:opaque");
}

fn refused<T: serde::de::DeserializeOwned>(key: StateKey<T>, value: Value) -> String {
    let ctx = tool_context_builder().state(key, value).build();
    match key.get(&ctx) {
        Ok(_) => "it was read".to_owned(),
        Err(error) => told(&error),
    }
}

/// All that anybody is told, the secrets of a user among it if one were not careful.
fn told(error: &Error) -> String {
    assert_eq!(error.kind(), ErrorKind::StateMismatch);
    let all = format!("{error:?}");
    assert!(!all.contains("secret"), "{all}");
    all
}

#[test]
fn a_value_that_is_not_the_keys_is_told_of_by_its_shape() {
    let lines = |line: Value| json!([{"item": "egg", "price": 1}, line]);
    let faults = [
        refused(CITY, json!(7)),
        refused(COUNT, json!("secret")),
        refused(COUNT, json!(300)),
        refused(COUNT, json!(-1)),
        refused(LINES, json!({"secret": 1})),
        refused(LINES, lines(json!({"item": "secret", "price": "secret"}))),
        refused(LINES, lines(json!({"item": "secret"}))),
        refused(DRAFT, json!("secret")),
        refused(DRAFT, json!({"Of": {"lines": [true]}})),
        refused(DRAFT, json!({"Of": {}})),
        refused(NOTE, json!(["secret"])),
        refused(RATES, json!({"secret": 1})),
    ];
    let why = "; let all that writes the key use its `StateKey`, or give values of another form \
               another key (StateMismatch)";
    assert!(
        faults.iter().all(|fault| fault.ends_with(why)),
        "{faults:?}"
    );
    assert_snapshot!(faults.join("\n").replace(why, ""), @r#"
    the state key `city` does not decode as `alloc::string::String`: it holds a number
    the state key `user:count` does not decode as `u8`: it holds a text
    the state key `user:count` does not decode as `u8`: it holds a number
    the state key `user:count` does not decode as `u8`: it holds a negative number
    the state key `lines` does not decode as `alloc::vec::Vec<flow::state_keys::keys::Line>`: it holds an object
    the state key `lines` does not decode as `alloc::vec::Vec<flow::state_keys::keys::Line>`: it holds a list in which `[1].price` is a text
    the state key `lines` does not decode as `alloc::vec::Vec<flow::state_keys::keys::Line>`: it holds a list in which `[1]` is an object without `price`
    the state key `temp:draft` does not decode as `flow::state_keys::keys::Draft`: it holds a text
    the state key `temp:draft` does not decode as `flow::state_keys::keys::Draft`: it holds an object in which `Of.lines[0]` is true or false
    the state key `temp:draft` does not decode as `flow::state_keys::keys::Draft`: it holds an object in which `Of` is an object without `lines`
    the state key `note` does not decode as `core::option::Option<alloc::string::String>`: it holds a list
    the state key `app:rates` does not decode as `std::collections::hash::map::HashMap<u16, f64>`: it holds an object
    "#);
    assert_eq!(refused(COUNT, json!(255)), "it was read");
    assert_eq!(refused(COUNT, Value::Null), "it was read");
}

#[test]
fn what_has_no_form_in_json_is_not_written() {
    const BY_LINE: StateKey<HashMap<(u8, u8), u8>> = StateKey::new("by_line");
    let ctx = tool_context();
    let error = BY_LINE.set(&ctx, HashMap::from([((1, 2), 3)])).unwrap_err();
    assert_snapshot!(told(&error), @r#"
    the state key `by_line` cannot be set to this `std::collections::hash::map::HashMap<(u8, u8), u8>`: JSON has no form for it; the keys of maps have to be texts or numbers, and integers to fit into 64 bits (StateMismatch)
      caused by: key must be a string
    "#);
    assert!(ctx.actions().state_delta().is_empty());
    BY_LINE.set(&ctx, HashMap::new()).unwrap();
    assert_eq!(ctx.actions().state_delta().get("by_line"), Some(&json!({})));
}
