//! Bounds that fit, also of types under other names, and under the names of others.

#![deny(warnings)]

use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroU8;
use std::path::Path;

use adk::schemars::JsonSchema;
use adk::serde::Deserialize;
use adk::tool;

type Age = u8;

/// A type of its own may be anything: its schema says what it is.
#[derive(Deserialize, JsonSchema)]
#[serde(crate = "adk::serde")]
#[schemars(crate = "adk::schemars")]
struct Level(u16);

mod shadowed {
    use adk::tool;

    #[allow(non_camel_case_types)]
    type u8 = std::string::String;

    /// The name of a number is that of a text here.
    #[tool]
    pub async fn takes(#[arg(undocumented, max_len = 3, one_of("a", "b"))] text: u8) -> usize {
        text.len()
    }
}

/// Has every bound where it belongs.
#[tool]
async fn fits(
    #[arg(undocumented, min = 0, max = 255)] byte: u8,
    #[arg(undocumented, min = -128)] small: Option<i8>,
    #[arg(undocumented,)]
    #[arg(max = 99)]
    #[arg(min = 1,)]
    age: Age,
    #[arg(undocumented, min = 1, one_of(1, 2))] count: NonZeroU8,
    #[arg(undocumented, min = 0.5, max = 7)] ratio: f64,
    #[arg(undocumented, max = 18446744073709551615)] large: u128,
    #[arg(undocumented, min = 300)] level: Level,
    #[arg(undocumented, min_len = 1, pattern = "^/")] path: &Path,
    #[arg(undocumented, max_len = 4)] list: &[String],
    #[arg(undocumented, min_len = 2)] pair: [f64; 2],
    #[arg(undocumented, min_len = 2)] set: BTreeSet<String>,
    #[arg(undocumented, min_len = 2)] hashed: HashSet<String>,
    #[arg(undocumented, one_of("a", "ß"), pattern = "[a-zß]")] letter: char,
    #[arg(undocumented, as_string, max_len = 20, one_of("1", "2"))] id: u64,
    #[arg(undocumented, default = "a", one_of("a", "b"), max_len = 1)] choice: &str,
    #[arg(undocumented, default = 2.0, one_of(1, 2))] number: f64,
) {
    let _ = (byte, small, age, count, ratio, large, level, path, list, pair);
    let _ = (set, hashed, letter, id, choice, number);
}

fn main() {
    let _ = (fits::tool(), shadowed::takes::tool());
}
