//! What stands in braces in an instruction, read while compiling and while running alike.

/// A brace, and what it begins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Braces<'a> {
    pub(crate) kind: Kind,
    /// What stands between the braces, without `?`, spaces around it and `artifact.`.
    pub(crate) name: &'a str,
    pub(crate) is_optional: bool,
    /// Where the text goes on.
    pub(crate) end: usize,
}

/// What braces mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `{key}`.
    State,
    /// `{artifact.name}`.
    Artifact,
    /// `{{key}}`, which is the text `{key}`.
    Escaped,
    /// Braces around something else, or one brace.
    Text,
    /// A name of which only a run can say whether it is one: it is not ASCII.
    Unknown,
    /// Looks like a key, with another prefix than there are.
    Prefix,
    /// Looks like a key, with a name that none has.
    Name,
}

/// The longest text in braces that looks like a key.
const LONGEST: usize = 64;

pub(crate) const SCOPES: [&str; 3] = ["app:", "user:", "temp:"];

/// What begins with the brace at `at`.
pub(crate) const fn braces(text: &str, at: usize) -> Braces<'_> {
    let bytes = text.as_bytes();
    if is_at(bytes, at, b'{') && is_at(bytes, at + 1, b'{') {
        let inner = simple(text, at + 1);
        if !matches!(inner.kind, Kind::Text) && is_at(bytes, inner.end, b'}') {
            let (kind, end) = (Kind::Escaped, inner.end + 1);
            return Braces { kind, end, ..inner };
        }
    }
    simple(text, at)
}

/// The same, with no look at a second brace.
const fn simple(text: &str, at: usize) -> Braces<'_> {
    let nothing = Braces {
        kind: Kind::Text,
        name: "",
        is_optional: false,
        end: at + 1,
    };
    let (bytes, mut end) = (text.as_bytes(), at + 1);
    while end < bytes.len() && bytes[end].is_ascii_whitespace() {
        end += 1;
    }
    if bytes[at] != b'{' || end == bytes.len() || !begins_name(bytes[end]) {
        return nothing;
    }
    while end < bytes.len() && !matches!(bytes[end], b'{' | b'}') {
        end += 1;
    }
    if !is_at(bytes, end, b'}') {
        return nothing;
    }
    let within = part(text, at + 1, end);
    let written = within.trim_ascii();
    let is_optional = ends_with(written, b'?');
    let name = if is_optional {
        part(written, 0, written.len() - 1).trim_ascii()
    } else {
        written
    };
    let (kind, name) = match without(name, "artifact.") {
        Some(artifact) if !artifact.is_empty() => (Kind::Artifact, artifact),
        _ => {
            let is_code = written.len() < within.len() || (at > 0 && is_of_code(bytes[at - 1]));
            (kind(name, is_code), name)
        }
    };
    if matches!(kind, Kind::Text) {
        return nothing;
    }
    Braces {
        kind,
        name,
        is_optional,
        end: end + 1,
    }
}

/// What is no key is not held for a misspelt one where it is likely code: in padded braces, or
/// right behind a word.
const fn kind(name: &str, is_code: bool) -> Kind {
    let bare = without_scope(name);
    if is_plain(bare) {
        return Kind::State;
    }
    if !name.is_ascii() {
        return Kind::Unknown;
    }
    if is_code || name.len() > LONGEST {
        return Kind::Text;
    }
    if bare.len() < name.len() {
        let bare = bare.trim_ascii();
        return if bare.is_empty() || is_like_name(bare) {
            Kind::Name
        } else {
            Kind::Text
        };
    }
    if is_prefixed(name) {
        return Kind::Prefix;
    }
    if is_like_name(name) {
        Kind::Name
    } else {
        Kind::Text
    }
}

/// `usr:name`, which no code would mean by `price:.2f`.
const fn is_prefixed(name: &str) -> bool {
    let (bytes, mut colon) = (name.as_bytes(), 0);
    while colon < bytes.len() && bytes[colon] != b':' {
        colon += 1;
    }
    colon < bytes.len()
        && is_plain(part(name, 0, colon))
        && is_plain(part(name, colon + 1, bytes.len()))
}

/// Names that are joined by dots, hyphens or one space, as `user.name`; three words are prose, and
/// `n-1` is none.
const fn is_like_name(name: &str) -> bool {
    let (bytes, mut index) = (name.as_bytes(), 0);
    let (mut is_start_of_one, mut spaces) = (true, 0);
    while index < bytes.len() {
        let byte = bytes[index];
        let is_joint = matches!(byte, b' ' | b'.' | b'-');
        if is_start_of_one && !is_start(byte) || !is_joint && !is_plain_byte(byte) {
            return false;
        }
        if byte == b' ' {
            spaces += 1;
        }
        is_start_of_one = is_joint;
        index += 1;
    }
    !is_start_of_one && spaces < 2
}

/// What stands right before braces of a programming language, or of LaTeX: `${user.name}`,
/// `\text{see below}`.
const fn is_of_code(before: u8) -> bool {
    is_plain_byte(before) || matches!(before, b'$' | b'#' | b'^' | b'\\' | b')' | b']')
}

/// The name behind `app:`, `user:` or `temp:`.
pub(crate) const fn without_scope(name: &str) -> &str {
    let mut index = 0;
    while index < SCOPES.len() {
        if let Some(bare) = without(name, SCOPES[index]) {
            return bare;
        }
        index += 1;
    }
    name
}

const fn is_plain(name: &str) -> bool {
    let (bytes, mut index) = (name.as_bytes(), 0);
    while index < bytes.len() && is_plain_byte(bytes[index]) {
        index += 1;
    }
    !bytes.is_empty() && is_start(bytes[0]) && index == bytes.len()
}

/// Whether a name may begin so, one that is not ASCII too.
const fn begins_name(byte: u8) -> bool {
    is_start(byte) || !byte.is_ascii()
}

// Patterns, since each call costs while compiling.
pub(crate) const fn is_start(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'_')
}

pub(crate) const fn is_plain_byte(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_')
}

const fn without<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let (bytes, wanted, mut index) = (text.as_bytes(), start.as_bytes(), 0);
    if bytes.len() < wanted.len() {
        return None;
    }
    while index < wanted.len() {
        if bytes[index] != wanted[index] {
            return None;
        }
        index += 1;
    }
    Some(text.split_at(start.len()).1)
}

const fn ends_with(text: &str, byte: u8) -> bool {
    let bytes = text.as_bytes();
    !bytes.is_empty() && bytes[bytes.len() - 1] == byte
}

const fn is_at(bytes: &[u8], at: usize, byte: u8) -> bool {
    at < bytes.len() && bytes[at] == byte
}

pub(crate) const fn part(text: &str, start: usize, end: usize) -> &str {
    text.split_at(end).0.split_at(start).1
}
