//! A list that mostly has one element: decoded without room for more.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// A list of any length, for serde's `deserialize_with`; an empty one for `null`.
pub(super) fn few<'de, D, T>(deserializer: D) -> Result<Box<[T]>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_option(Few(PhantomData))
}

struct Few<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Few<T> {
    type Value = Box<[T]>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_none<E: Error>(self) -> Result<Box<[T]>, E> {
        Ok(Box::default())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Box<[T]>, D::Error> {
        deserializer.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Box<[T]>, A::Error> {
        let Some(first) = all.next_element()? else {
            return Ok(Box::default());
        };
        let Some(second) = all.next_element()? else {
            return Ok(Box::new([first]));
        };
        let mut list = vec![first, second];
        while let Some(next) = all.next_element()? {
            list.push(next);
        }
        Ok(list.into())
    }
}
