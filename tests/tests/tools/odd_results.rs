//! Results that JSON has no plain word for.

use std::collections::BTreeMap;

use adk::prelude::*;
use serde::Serialize;

use super::call;

#[derive(Serialize)]
struct Odd {
    number: f64,
    small: f32,
    huge: i128,
    vast: u128,
    bytes: &'static [u8],
    by_number: BTreeMap<u8, bool>,
    by_flag: BTreeMap<bool, u8>,
}

/// Gives odd values.
#[tool]
async fn odd() -> Odd {
    Odd {
        number: f64::NAN,
        small: f32::NEG_INFINITY,
        huge: i128::MIN,
        vast: u128::MAX,
        bytes: b"\x00\xff",
        by_number: BTreeMap::from([(7, true)]),
        by_flag: BTreeMap::from([(true, 1)]),
    }
}

/// Gives a map that JSON cannot have.
#[tool]
async fn by_pair() -> BTreeMap<(u8, u8), bool> {
    BTreeMap::from([((1, 2), true)])
}

#[tokio::test]
async fn numbers_and_keys_are_written_as_json_can() {
    let told = call(&odd::tool(), "{}").await;
    let expected = concat!(
        r#"{"number":null,"small":null,"#,
        r#""huge":-170141183460469231731687303715884105728,"#,
        r#""vast":340282366920938463463374607431768211455,"#,
        r#""bytes":[0,255],"by_number":{"7":true},"by_flag":{"true":1}}"#
    );
    assert_eq!(told, expected);
}

#[tokio::test]
async fn a_key_that_is_no_text_is_the_tools_error() {
    let told = call(&by_pair::tool(), "{}").await;
    assert_eq!(told, "error: the tool's result has no JSON form");
}
