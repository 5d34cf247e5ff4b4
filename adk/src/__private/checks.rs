//! What only the compiler can read is checked by it: these run while compiling.

use crate::content::LONG_RUNNING_NOTE;
use crate::tool::args::{BoundKey, BoundValue, ConstText, ValueKind, count_characters, fault};
use crate::tool::rules::{MAX_DESCRIPTION, MAX_NAME, RESERVED};

/// Refuses, while compiling, a computed description that is empty or too long.
#[track_caller]
pub const fn check_description(text: &str) {
    check_text("a tool's", text, MAX_DESCRIPTION);
}

/// The same of a long-running tool, whose description gets a note behind an empty line.
#[track_caller]
pub const fn check_long_running_description(text: &str) {
    let note = 2 + count_characters(LONG_RUNNING_NOTE);
    check_text("a long-running tool's", text, MAX_DESCRIPTION - note);
}

#[track_caller]
const fn check_text(whose: &str, text: &str, most: usize) {
    if text.trim_ascii().is_empty() {
        let help = "say what the tool is for: the model chooses by it";
        let text = ConstText::new().with("the description is empty\nhelp: ");
        refuse(&text.with(help));
    }
    let length = count_characters(text);
    if length > most {
        let text = ConstText::new().with(whose).with(" description has ");
        let text = text.with_number(most as i128).with(" characters at most");
        let text = text.with(", this one has ").with_number(length as i128);
        refuse(&text.with("\nhelp: shorten it"));
    }
}

/// Refuses a bound of `#[arg]` that does not fit the parameter's type.
#[track_caller]
pub const fn check_bound(kind: ValueKind, key: BoundKey, value: BoundValue<'_>) {
    if let Some(text) = fault(kind, key, value) {
        refuse(&text);
    }
}

/// Refuses an entry whose name an earlier entry of its list has.
#[track_caller]
pub const fn check_once(names: &[&str], index: usize) {
    if has(names.split_at(index).0, names[index]) {
        let text = named_twice("two tools in this list", names[index]);
        let text = text.with("\nhelp: rename one with `#[tool(name = \"…\")]`");
        refuse(&text.with(", or list it once"));
    }
}

/// Refuses a method whose name an earlier one of its block has.
#[track_caller]
pub const fn check_method(names: &[&str], index: usize) {
    if has(names.split_at(index).0, names[index]) {
        let text = named_twice("two tools of this toolset", names[index]);
        refuse(&text.with("\nhelp: rename one with `#[tool(name = \"…\")]`"));
    }
}

/// Refuses a part with a name that an earlier block has, or that behind the toolset's
/// prefix is too long or reserved.
#[track_caller]
pub const fn check_part(blocks: &[&[&str]], index: usize, prefix: &str) {
    let (names, mut each) = (blocks[index], 0);
    while each < names.len() {
        let (name, mut earlier) = (names[each], 0);
        while earlier < index {
            if has(blocks[earlier], name) {
                let text = named_twice("two tools of this toolset", name);
                let text = text.with(", the second one in this part");
                refuse(&text.with("\nhelp: rename one with `#[tool(name = \"…\")]`"));
            }
            earlier += 1;
        }
        if prefix.len() + name.len() > MAX_NAME {
            let text = ConstText::new().with("a tool's name has ");
            let text = text.with_number(MAX_NAME as i128);
            let text = text.with(" characters at most, `").with(prefix).with(name);
            refuse(&text.with("` of this part has more\nhelp: choose a shorter `prefix`"));
        }
        if is_reserved(prefix, name) {
            let text = ConstText::new().with("`").with(prefix).with(name);
            let text = text.with(
                "`, a tool of this part, has a name that is reserved for a tool of `adk` itself",
            );
            refuse(&text.with("\nhelp: choose another `prefix`, or say `#[tool(name = \"…\")]`"));
        }
        each += 1;
    }
}

/// Ends compiling with this text.
#[track_caller]
pub(super) const fn refuse(text: &ConstText) {
    let is_right = false;
    assert!(is_right, "{}", text.as_str());
}

const fn named_twice(which: &str, name: &str) -> ConstText {
    let text = ConstText::new().with(which).with(" are named `");
    text.with(name).with("`")
}

const fn is_reserved(prefix: &str, name: &str) -> bool {
    let mut index = 0;
    while index < RESERVED.len() {
        if RESERVED[index].len() == prefix.len() + name.len() {
            let (start, end) = RESERVED[index].split_at(prefix.len());
            if is_same(start, prefix) && is_same(end, name) {
                return true;
            }
        }
        index += 1;
    }
    false
}

pub(super) const fn has(names: &[&str], name: &str) -> bool {
    let mut index = 0;
    while index < names.len() {
        if is_same(names[index], name) {
            return true;
        }
        index += 1;
    }
    false
}

pub(super) const fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    // From the end: names often begin alike, and a tree compares each with each.
    let mut index = left.len();
    while index > 0 && left[index - 1] == right[index - 1] {
        index -= 1;
    }
    index == 0
}
