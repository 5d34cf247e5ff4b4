//! What only the compiler can read is checked by it: these run while compiling.

use crate::tool::args::{Key, Kind, Limit, Text, fault};

/// Fails to compile when a computed description is empty or too long.
#[track_caller]
pub const fn check_description(text: &str) {
    assert!(
        characters(text) <= 1024,
        "a tool's description has 1024 characters at most\nhelp: shorten it"
    );
}

/// The same of a long-running tool, whose description gets a note.
#[track_caller]
pub const fn check_long_running_description(text: &str) {
    assert!(
        characters(text) <= 903,
        "a long-running tool's description has 903 characters at most\nhelp: shorten it"
    );
}

#[track_caller]
const fn characters(text: &str) -> usize {
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
    characters
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
    let unique = !has(names.split_at(index).0, names[index]);
    let text = Text::new()
        .with("two tools in this list are named `")
        .with(names[index])
        .with("`\nhelp: rename one with `#[tool(name = \"…\")]`, or list it once");
    assert!(unique, "{}", text.as_str());
}

/// Refuses a method whose name an earlier one of its block has.
#[track_caller]
pub const fn check_method(names: &[&str], index: usize) {
    let unique = !has(names.split_at(index).0, names[index]);
    let text = Text::new()
        .with("two tools of this toolset are named `")
        .with(names[index])
        .with("`\nhelp: rename one with `#[tool(name = \"…\")]`");
    assert!(unique, "{}", text.as_str());
}

/// Refuses a part with a name that an earlier block has, or that is too long behind the
/// toolset's prefix.
#[track_caller]
pub const fn check_part(blocks: &[&[&str]], index: usize, prefix: &str) {
    let (names, mut each) = (blocks[index], 0);
    while each < names.len() {
        let (name, mut earlier) = (names[each], 0);
        while earlier < index {
            let unique = !has(blocks[earlier], name);
            let text = Text::new()
                .with("two tools of this toolset are named `")
                .with(name)
                .with(
                    "`, the second one in this part\nhelp: rename one with `#[tool(name = \"…\")]`",
                );
            assert!(unique, "{}", text.as_str());
            earlier += 1;
        }
        let text = Text::new()
            .with("a tool's name has 63 characters at most, `")
            .with(prefix)
            .with(name)
            .with("` of this part has more\nhelp: choose a shorter `prefix`");
        assert!(prefix.len() + name.len() <= 63, "{}", text.as_str());
        each += 1;
    }
}

const fn has(names: &[&str], name: &str) -> bool {
    let mut index = 0;
    while index < names.len() {
        if is_same(names[index], name) {
            return true;
        }
        index += 1;
    }
    false
}

const fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    index == left.len() && index == right.len()
}
