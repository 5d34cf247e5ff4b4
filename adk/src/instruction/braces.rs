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
    let bytes = text.as_bytes();
    let mut end = at + 1;
    while end < bytes.len() && !matches!(bytes[end], b'{' | b'}') {
        end += 1;
    }
    if bytes[at] != b'{' || !is_at(bytes, end, b'}') {
        return Braces {
            kind: Kind::Text,
            name: "",
            is_optional: false,
            end: at + 1,
        };
    }
    let written = part(text, at + 1, end).trim_ascii();
    let is_optional = ends_with(written, b'?');
    let name = if is_optional {
        part(written, 0, written.len() - 1).trim_ascii()
    } else {
        written
    };
    let (kind, name) = match without(name, "artifact.") {
        Some(artifact) if !artifact.is_empty() => (Kind::Artifact, artifact),
        _ => (kind(name), name),
    };
    let end = match kind {
        Kind::Text => at + 1,
        _ => end + 1,
    };
    Braces {
        kind,
        name,
        is_optional,
        end,
    }
}

const fn kind(name: &str) -> Kind {
    if !name.is_ascii() {
        return Kind::Unknown;
    }
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > LONGEST || !is_start(bytes[0]) {
        return Kind::Text;
    }
    if is_plain(without_scope(name)) {
        return Kind::State;
    }
    let (mut index, mut words, mut has_prefix) = (0, 1, false);
    while index < bytes.len() {
        match bytes[index] {
            b' ' => words += 1,
            b':' => has_prefix = true,
            b'.' | b'-' | b'?' => {}
            other if is_plain_byte(other) => {}
            _ => return Kind::Text,
        }
        index += 1;
    }
    match words {
        1 if has_prefix && !starts_with_scope(name) => Kind::Prefix,
        2 if has_prefix && !starts_with_scope(name) => Kind::Text,
        1 | 2 => Kind::Name,
        // Prose.
        _ => Kind::Text,
    }
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

const fn starts_with_scope(name: &str) -> bool {
    without_scope(name).len() < name.len()
}

const fn is_plain(name: &str) -> bool {
    let (bytes, mut index) = (name.as_bytes(), 0);
    while index < bytes.len() && is_plain_byte(bytes[index]) {
        index += 1;
    }
    !bytes.is_empty() && is_start(bytes[0]) && index == bytes.len()
}

const fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(crate) const fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

const fn without<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let (bytes, wanted, mut index) = (text.as_bytes(), start.as_bytes(), 0);
    while index < wanted.len() {
        if !is_at(bytes, index, wanted[index]) {
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
