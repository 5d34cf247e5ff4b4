//! JSON objects read field by field, so that what this version does not know is
//! kept and written back. Content and event (de)serialise through it.

use std::borrow::Cow;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap};

use super::Json;

/// The fields of one object that were not taken yet, in their order.
#[derive(Debug)]
pub(crate) struct Fields(Vec<(Box<str>, Json)>);

/// A string that is read where it stands, if it has no escapes.
#[derive(serde::Deserialize)]
pub(crate) struct Word<'a>(#[serde(borrow)] pub(crate) Cow<'a, str>);

/// Fields that nobody took: unknown to this version, kept as they came.
pub(crate) type Unknown = Option<Box<[(Box<str>, Json)]>>;

impl Fields {
    /// Takes the field out; absent and `null` are both `None`.
    pub(crate) fn take<T: DeserializeOwned, E: Error>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>, E> {
        let Some(index) = self.0.iter().position(|(key, _)| **key == *name) else {
            return Ok(None);
        };
        let (_, json) = self.0.remove(index);
        json.decode()
            .map_err(|error| E::custom(format!("`{name}`: {error}")))
    }

    /// What is left.
    pub(crate) fn unknown(self) -> Unknown {
        (!self.0.is_empty()).then(|| self.0.into_boxed_slice())
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Fields;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    fields.push(entry);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// Writes `name` when there is a value.
pub(crate) fn optional<M: SerializeMap, T: Serialize + ?Sized>(
    map: &mut M,
    name: &'static str,
    value: Option<&T>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => map.serialize_entry(name, value),
        None => Ok(()),
    }
}

/// Writes `name: true`, or nothing.
pub(crate) fn flag<M: SerializeMap>(
    map: &mut M,
    name: &'static str,
    value: bool,
) -> Result<(), M::Error> {
    optional(map, name, value.then_some(&true))
}

/// Writes back what [`Fields::unknown`] kept.
pub(crate) fn unknown<M: SerializeMap>(map: &mut M, fields: &Unknown) -> Result<(), M::Error> {
    for (name, value) in fields.iter().flatten() {
        map.serialize_entry(name, value)?;
    }
    Ok(())
}
