#![deny(warnings)]
#![allow(non_camel_case_types)]

use adk::StateKeys;

struct Option;
struct Result;
struct StateKey;
struct Vec;
struct str;
#[derive(adk::serde::Serialize)]
#[serde(crate = "adk::serde")]
struct String;
#[derive(adk::serde::Serialize)]
#[serde(crate = "adk::serde")]
struct u8;

#[derive(StateKeys)]
struct AppState {
    city: String,
    keys: u8,
    check: u8,
    of: u8,
    get: u8,
    adk: String,
}

fn main() {
    let _ = (Option, Result, StateKey, Vec, str);
    let _ = (String, u8, AppState::CITY, AppState::KEYS.name());
    let keys = <AppState as adk::session::StateKeys>::KEYS;
    assert_eq!(keys, ["city", "keys", "check", "of", "get", "adk"]);
}
