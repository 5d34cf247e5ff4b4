//! What only the compiler can read is checked by it: these run while compiling.

use crate::tool::args::{Key, Kind, Limit, Text, fault};

/// Fails to compile when a computed description is empty or too long.
#[track_caller]
pub const fn check_description(text: &str) {
    assert!(
        !text.trim_ascii().is_empty(),
        "the description is empty\nhelp: say what the tool is for: the model chooses by it"
    );
    let (bytes, mut index, mut characters) = (text.as_bytes(), 0, 0);
    while index < bytes.len() {
        // Bytes that go on with a character start with the bits 10.
        if bytes[index] & 0b1100_0000 != 0b1000_0000 {
            characters += 1;
        }
        index += 1;
    }
    assert!(
        characters <= 1024,
        "a tool's description has 1024 characters at most\nhelp: shorten it"
    );
}

/// Fails to compile when a bound of `#[arg]` does not fit the parameter's type.
#[track_caller]
pub const fn check_bound(kind: Kind, key: Key, limit: Limit<'_>) {
    if let Some(text) = fault(kind, key, limit) {
        let fits = false;
        assert!(fits, "{}", text.as_str());
    }
}

/// Refuses, while compiling, an entry whose name an earlier entry of its list has.
#[track_caller]
pub const fn check_once(names: &[&str], index: usize) {
    let mut earlier = 0;
    while earlier < index {
        let unique = !is_same(names[earlier], names[index]);
        if !unique {
            let text = Text::new()
                .with("two tools in this list are named `")
                .with(names[index])
                .with("`\nhelp: rename one with `#[tool(name = \"…\")]`, or list it once");
            assert!(unique, "{}", text.as_str());
        }
        earlier += 1;
    }
}

const fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    index == left.len() && index == right.len()
}
