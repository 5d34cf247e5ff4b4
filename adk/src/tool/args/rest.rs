//! What flattened parameters read: the arguments that no parameter of its own name took.

use serde::de::value::MapDeserializer;
use serde::de::{Deserializer, Visitor};
use serde_json::Error;
use serde_json::value::RawValue;

use super::Signature;
use super::read::Entry;

/// The entries that nobody took. A struct takes those that it names, a map all that the
/// function knows, and `()` looks at none.
pub(super) struct Rest<'r, 'a> {
    pub(super) signature: &'r Signature,
    pub(super) entries: &'r mut [Entry<'a>],
    pub(super) found: &'r mut Option<&'a RawValue>,
}

impl<'a> Rest<'_, 'a> {
    fn take(&mut self, names: Option<&[&str]>) -> Vec<(&str, &'a RawValue)> {
        let mut given = Vec::new();
        for entry in self.entries.iter_mut().filter(|entry| !entry.taken) {
            let key = &*entry.key;
            if names.is_none_or(|names| names.contains(&key)) {
                entry.taken = names.is_some() || self.signature.takes(key);
                *self.found = Some(entry.raw);
                given.push((key, entry.raw));
            }
        }
        given
    }
}

impl<'de> Deserializer<'de> for Rest<'_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        let all = self.take(None).into_iter();
        MapDeserializer::new(all).deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let named = self.take(Some(fields)).into_iter();
        MapDeserializer::new(named).deserialize_any(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        self.take(None);
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
