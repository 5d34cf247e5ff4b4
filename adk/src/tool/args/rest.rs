//! What flattened parameters read: the arguments that no parameter of its own name took.

use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde::de::{Deserializer, Error as _, Visitor};
use serde_json::Error;
use serde_json::value::RawValue;

use super::Signature;
use super::read::Entry;

/// The names that one flattened parameter was described with.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) names: Box<[Box<str>]>,
    /// Whether it takes any other name too.
    pub(super) is_open: bool,
}

impl Group {
    fn names(&self, name: &str) -> bool {
        self.names.iter().any(|known| **known == *name)
    }
}

/// What a type asked for.
#[derive(Debug, Default)]
pub(super) struct Found<'a> {
    /// The last entry that it took.
    pub(super) last: Option<&'a RawValue>,
    /// Whether it is an `Option`.
    pub(super) is_optional: bool,
}

/// The entries that nobody took. A struct takes those that it names and an enum that of its
/// variant; a map, and what reads itself as one, takes those of its group. What nobody was
/// described with is shown to all: it may be an alias. `()` looks at none.
pub(super) struct Rest<'r, 'a> {
    pub(super) signature: &'r Signature,
    pub(super) group: Option<&'r Group>,
    pub(super) entries: &'r mut [Entry<'a>],
    pub(super) found: &'r mut Found<'a>,
}

impl<'a> Rest<'_, 'a> {
    fn named(&mut self, names: &[&str]) -> Vec<(&str, &'a RawValue)> {
        self.take(|key| names.contains(&key), |_| false)
    }

    fn group(&mut self) -> Vec<(&str, &'a RawValue)> {
        let (signature, group) = (self.signature, self.group);
        let is_free = |key: &str| !signature.names(key);
        let is_own = |key: &str| match group {
            Some(group) => group.names(key) || (group.is_open && is_free(key)),
            None => true,
        };
        self.take(is_own, is_free)
    }

    fn take(
        &mut self,
        is_own: impl Fn(&str) -> bool,
        is_shown: impl Fn(&str) -> bool,
    ) -> Vec<(&str, &'a RawValue)> {
        let mut given = Vec::new();
        for entry in self.entries.iter_mut().filter(|entry| !entry.taken) {
            let key = &*entry.key;
            entry.taken = is_own(key);
            if entry.taken {
                self.found.last = Some(entry.raw);
            }
            if entry.taken || is_shown(key) {
                given.push((key, entry.raw));
            }
        }
        given
    }
}

impl<'de> Deserializer<'de> for Rest<'_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        let all = self.group().into_iter();
        MapDeserializer::new(all).deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let named = self.named(fields).into_iter();
        MapDeserializer::new(named).deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let named = self.named(variants);
        if named.len() != 1 {
            let known = variants.join("`, `");
            let text = match named.len() {
                0 => format!("one of `{known}` is missing"),
                _ => format!("only one of `{known}` can be sent"),
            };
            return Err(Error::custom(text));
        }
        let entries = MapDeserializer::new(named.into_iter());
        MapAccessDeserializer::new(entries).deserialize_enum(name, variants, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.found.is_optional = true;
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
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

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        seq tuple tuple_struct map identifier ignored_any
    }
}
