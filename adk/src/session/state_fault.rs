//! What is wrong with the value of a typed key. The texts tell the names and forms of what is
//! stored and never the values themselves, which may be a user's secrets.

use std::any::type_name;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use crate::error::{Error, ErrorKind};

/// The value under the key is not a `T`.
pub(super) fn not_of_type<T: DeserializeOwned>(key: &str, value: &Value) -> Error {
    let (wanted, held) = (type_name::<T>(), held::<T>(value));
    Error::new(
        ErrorKind::StateMismatch,
        format!(
            "the state key `{key}` does not decode as `{wanted}`: it holds {held}; let all that \
             writes the key use its `StateKey`, or give values of another form another key"
        ),
    )
}

/// JSON has no form for a value of the key.
pub(super) fn no_form<T>(key: &str, why: serde_json::Error) -> Error {
    let given = type_name::<T>();
    Error::new(
        ErrorKind::StateMismatch,
        format!(
            "the state key `{key}` cannot be set to this `{given}`: JSON has no form for it; the \
             keys of maps have to be texts or numbers, and integers to fit into 64 bits"
        ),
    )
    .with_source(why)
}

/// What is there, and at which place it cannot be a `T`.
fn held<T: DeserializeOwned>(value: &Value) -> String {
    let whole = shape(value);
    let Err(fault) = serde_path_to_error::deserialize::<_, T>(value) else {
        return whole.to_owned();
    };
    let why = fault.inner().to_string();
    let missing = why.strip_prefix("missing field `");
    let missing = missing.and_then(|name| name.split('`').next());
    let lacks = missing.map_or_else(String::new, |name| format!(" without `{name}`"));
    match inside(value, fault.path()) {
        Some(part) => {
            let (place, part) = (fault.path(), shape(part));
            format!("{whole} in which `{place}` is {part}{lacks}")
        }
        None => whole.to_owned() + &lacks,
    }
}

/// The part of the value at a place within it.
fn inside<'a>(value: &'a Value, path: &Path) -> Option<&'a Value> {
    let mut parts = path.iter().map(|segment| match segment {
        Segment::Seq { index } => Some(Place::Index(*index)),
        Segment::Map { key } => Some(Place::Name(key)),
        Segment::Enum { variant } => Some(Place::Name(variant)),
        Segment::Unknown => None,
    });
    let first = parts.next()??.of(value)?;
    parts.try_fold(first, |value, place| place?.of(value))
}

enum Place<'p> {
    Index(usize),
    Name(&'p str),
}

impl Place<'_> {
    fn of<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        match self {
            Self::Index(index) => value.get(index),
            Self::Name(name) => value.get(name),
        }
    }
}

fn shape(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(number) if number.is_f64() => "a number with a fraction",
        Value::Number(number) if number.is_i64() && !number.is_u64() => "a negative number",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
