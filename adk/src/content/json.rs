//! JSON text that is known to be valid, compact and cheap to share.
//!
//! Arguments and results travel as text: parsed once where a type wants them,
//! copied as bytes where they only pass through.

use std::fmt;
use std::sync::Arc;

use memchr::{memchr, memchr2};
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

/// One JSON value as compact text; a clone shares it.
///
/// ```
/// use adk::Json;
///
/// let json: Json = r#"{ "city": "Paris" }"#.parse()?;
/// assert_eq!(json.as_str(), r#"{"city":"Paris"}"#);
/// assert_eq!(json.to_value()["city"], "Paris");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone)]
pub struct Json(Arc<RawValue>);

impl Json {
    /// The JSON of any serialisable value. NaN and infinities become `null`.
    ///
    /// # Errors
    /// When the value has no JSON form: a map whose keys are not strings, or a
    /// `Serialize` that fails by itself.
    pub fn new<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        to_raw_value(value).map(Self::compact)
    }

    /// The empty object, `{}`.
    #[must_use]
    pub fn empty_object() -> Self {
        Self::from(Value::Object(serde_json::Map::new()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Whether the value is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.as_str().starts_with('{')
    }

    /// This value as the only one of an object: `{"key": value}`.
    pub(crate) fn wrapped(&self, key: &str) -> Self {
        Self::new(&std::collections::BTreeMap::from([(key, self)])).unwrap_or_else(|_| self.clone())
    }

    /// Decodes the value.
    ///
    /// # Errors
    /// When the value is not what `T` expects.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.as_str())
    }

    /// The value as a tree; a value nested over 127 levels deep becomes its text.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.decode()
            .unwrap_or_else(|_| Value::String(self.as_str().into()))
    }

    fn compact(raw: Box<RawValue>) -> Self {
        let compacted = without_blanks(raw.get()).and_then(|text| RawValue::from_string(text).ok());
        Self(compacted.unwrap_or(raw).into())
    }
}

/// `text` without blanks between tokens; `None` when there is none.
fn without_blanks(text: &str) -> Option<String> {
    // Blanks are the least of all bytes in JSON, and mostly there is none, or in strings.
    // Without an early end the loop looks at many bytes at once.
    if text.bytes().fold(u8::MAX, u8::min) > b' ' || !has_blanks(text.as_bytes()) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = memchr(b'"', rest.as_bytes()) {
        let (tokens, string) = rest.split_at(start);
        let (string, after) = string.split_at(string_len(string.as_bytes()));
        push_tokens(&mut out, tokens);
        out.push_str(string);
        rest = after;
    }
    push_tokens(&mut out, rest);
    Some(out)
}

/// Whether a blank stands between tokens.
fn has_blanks(mut text: &[u8]) -> bool {
    while let [first, behind @ ..] = text {
        text = match first {
            b'"' => &text[string_len(text)..],
            0..=b' ' => return true,
            _ => behind,
        };
    }
    false
}

/// The length of the string that `text` begins with, its quotes included.
fn string_len(text: &[u8]) -> usize {
    let mut end = 1;
    while let Some(found) = memchr2(b'"', b'\\', &text[end..]) {
        end += found + 1;
        if text[end - 1] == b'"' {
            return end;
        }
        end += 1;
    }
    text.len()
}

fn push_tokens(out: &mut String, tokens: &str) {
    out.extend(tokens.split_ascii_whitespace());
}

impl std::str::FromStr for Json {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        RawValue::from_string(text.to_owned()).map(Self::compact)
    }
}

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        Self(
            to_raw_value(&value)
                .unwrap_or_else(|_| RawValue::NULL.to_owned())
                .into(),
        )
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str() || self.to_value() == other.to_value()
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Self::compact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_go_outside_strings_only() {
        let json: Json = "{ \"a b\" : [1,\n \"x \\\" y\"] }".parse().unwrap();
        assert_eq!(json.as_str(), r#"{"a b":[1,"x \" y"]}"#);
        for text in [r#"{"a b":[1,"x \" y"]}"#, r#"" ""#, r#"" \\""#, "{}"] {
            let padded = format!(" {text}\t\n");
            assert_eq!(text.parse::<Json>().unwrap().as_str(), text);
            assert_eq!(padded.parse::<Json>().unwrap().as_str(), text);
        }
    }

    #[test]
    fn no_json_is_an_error() {
        assert!("{\"a\":".parse::<Json>().is_err());
    }

    #[test]
    fn equal_values_are_equal_in_any_order() {
        let left: Json = r#"{"a":1,"b":2}"#.parse().unwrap();
        assert_eq!(left, r#"{"b":2,"a":1}"#.parse().unwrap());
    }
}
