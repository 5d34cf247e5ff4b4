//! JSON text to arguments, each decoded from its own slice of the text.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Error, Value};

use super::check::{self, Fault};
use super::params::{Bound, Param, Params, Unbound};
use super::rest::{Found, Group, Rest};
use super::{Bind, Signature, describe};

/// The arguments of one call, and what was found wrong with them so far.
#[derive(Debug)]
pub(super) struct Read<'a> {
    signature: &'a Signature,
    entries: Vec<Entry<'a>>,
    faults: Vec<Fault>,
    /// How many flattened parameters were read.
    flattened: usize,
    /// Costs time, so it is asked for only when the faults will be read.
    with_paths: bool,
}

#[derive(Debug)]
pub(super) struct Entry<'a> {
    pub(super) key: Cow<'a, str>,
    pub(super) raw: &'a RawValue,
    pub(super) taken: bool,
}

/// Decodes `text` once.
pub(super) fn attempt<T>(
    signature: &Signature,
    text: &str,
    bind: Bind<T>,
    with_paths: bool,
) -> Result<T, Vec<Fault>> {
    let entries = match serde_json::from_str::<Entries<'_>>(text) {
        Ok(entries) => entries.0,
        Err(error) => return Err(vec![Fault::new("", words_of(&error))]),
    };
    let mut params = Params::read(Read {
        signature,
        entries,
        faults: Vec::new(),
        flattened: 0,
        with_paths,
    });
    let bound = bind(&mut params);
    let faults = params.into_faults();
    bound.ok().filter(|_| faults.is_empty()).ok_or(faults)
}

impl<'a> Read<'a> {
    pub(super) fn has(&self, param: &Param) -> bool {
        self.entries.iter().any(|entry| entry.key == param.name)
    }

    pub(super) fn take<T: DeserializeOwned>(&mut self, param: &Param) -> Bound<T> {
        let mut found = None;
        for entry in &mut self.entries {
            if entry.key == param.name {
                entry.taken = true;
                found = Some(entry.raw);
            }
        }
        let Some(raw) = found else {
            let absent = T::deserialize(Absent);
            return absent.map_err(|_| self.fault(Fault::new(param.name, "missing".into())));
        };
        if !param.rules.is_empty() && self.breaks_rules(param, raw) {
            return Err(Unbound);
        }
        self.decode(param.name, raw)
    }

    /// A struct of one field, which knows itself under which names that is sent.
    pub(super) fn field<T: DeserializeOwned>(
        &mut self,
        param: &Param,
        default: impl FnOnce() -> Option<T>,
    ) -> Bound<T> {
        let (decoded, found) = self.rest(param.name, None);
        match found.last {
            Some(raw) if !param.rules.is_empty() && self.breaks_rules(param, raw) => Err(Unbound),
            Some(_) => decoded.map_err(|fault| self.fault(fault)),
            None => default().map_or_else(
                || decoded.map_err(|_| self.fault(Fault::new(param.name, "missing".into()))),
                Ok,
            ),
        }
    }

    /// What stands between the others; nothing, if none of it is there and the type takes
    /// that.
    pub(super) fn flatten<T: DeserializeOwned>(&mut self) -> Bound<T> {
        let group = self.signature.groups.get(self.flattened);
        self.flattened += 1;
        let (decoded, found) = self.rest("", group);
        if found.is_optional
            && found.last.is_none()
            && let Ok(none) = T::deserialize(Absent)
        {
            return Ok(none);
        }
        decoded.map_err(|fault| self.fault(fault))
    }

    /// What the type takes of the entries that are left, and what it asked for.
    fn rest<T: DeserializeOwned>(
        &mut self,
        name: &str,
        group: Option<&Group>,
    ) -> (Result<T, Fault>, Found<'a>) {
        let mut found = Found::default();
        let rest = Rest {
            signature: self.signature,
            group,
            entries: &mut self.entries,
            found: &mut found,
        };
        let decoded = if self.with_paths {
            serde_path_to_error::deserialize(rest)
                .map_err(|error| Fault::new(&path_of("", error.path()), words_of(error.inner())))
        } else {
            T::deserialize(rest).map_err(|error| Fault::new(name, words_of(&error)))
        };
        (decoded, found)
    }

    fn decode<T: DeserializeOwned>(&mut self, name: &str, raw: &RawValue) -> Bound<T> {
        let decoded = if self.with_paths {
            serde_path_to_error::deserialize(raw)
                .map_err(|error| Fault::new(&path_of(name, error.path()), words_of(error.inner())))
        } else {
            T::deserialize(raw).map_err(|error| Fault::new(name, words_of(&error)))
        };
        decoded.map_err(|fault| self.fault(fault))
    }

    /// Serde knows nothing of the bounds that a parameter was given.
    fn breaks_rules(&mut self, param: &Param, raw: &RawValue) -> bool {
        let value = serde_json::from_str(raw.get()).unwrap_or(Value::Null);
        let rules = describe::bounds_of(param, value.is_array()).unwrap_or_default();
        let faults = check::faults_at(param.name, &rules.into(), &value);
        let broken = !faults.is_empty();
        self.faults.extend(faults);
        broken
    }

    /// Nobody has to take what the function knows.
    pub(super) fn leave(&mut self) {
        for entry in &mut self.entries {
            entry.taken |= self.signature.names(&entry.key);
        }
    }

    /// The faults, and the first argument that nobody took.
    pub(super) fn into_faults(mut self) -> Vec<Fault> {
        let unknown = self.entries.iter().find(|entry| !entry.taken);
        let unknown = unknown.map(|entry| Fault::new(&entry.key, "unknown".into()));
        self.faults.extend(unknown);
        self.faults
    }

    fn fault(&mut self, fault: Fault) -> Unbound {
        self.faults.push(fault);
        Unbound
    }
}

/// Serde's words without the place in a text that the model does not see.
pub(super) fn words_of(error: &Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

pub(super) fn path_of(name: &str, path: &serde_path_to_error::Path) -> String {
    match &*path.to_string() {
        "." => name.to_owned(),
        path => path_in(name, path),
    }
}

/// The path of what stands at `path` inside of `name`.
pub(super) fn path_in(name: &str, path: &str) -> String {
    match (name, path) {
        (name, "") => name.to_owned(),
        ("", path) => path.to_owned(),
        (name, path) if path.starts_with('[') => format!("{name}{path}"),
        (name, path) => format!("{name}.{path}"),
    }
}

/// The entries of an object, undecoded. Nothing at all is an object without entries.
struct Entries<'a>(Vec<Entry<'a>>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the arguments")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some((Key(key), raw)) = map.next_entry()? {
                    let taken = false;
                    entries.push(Entry { key, raw, taken });
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// A key, borrowed where it has no escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

/// What serde reads where an argument is not there: nothing, if the type takes that.
pub(super) struct Absent;

impl<'de> Deserializer<'de> for Absent {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("missing"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}
