//! The parts of a content: mostly one, which then lies where it is kept.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::slice;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

use super::Part;

#[derive(Clone)]
pub(super) enum Parts {
    One(Part),
    /// None, or several.
    Others(Box<[Part]>),
}

impl Default for Parts {
    fn default() -> Self {
        Self::Others(Box::default())
    }
}

impl Deref for Parts {
    type Target = [Part];

    fn deref(&self) -> &[Part] {
        match self {
            Self::One(part) => slice::from_ref(part),
            Self::Others(parts) => parts,
        }
    }
}

impl DerefMut for Parts {
    fn deref_mut(&mut self) -> &mut [Part] {
        match self {
            Self::One(part) => slice::from_mut(part),
            Self::Others(parts) => parts,
        }
    }
}

impl From<Parts> for Vec<Part> {
    fn from(parts: Parts) -> Self {
        match parts {
            Parts::One(part) => vec![part],
            Parts::Others(parts) => parts.into_vec(),
        }
    }
}

impl FromIterator<Part> for Parts {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        let mut parts = parts.into_iter();
        match (parts.next(), parts.next()) {
            (Some(first), None) => Self::One(first),
            (first, second) => {
                let read = first.into_iter().chain(second);
                Self::Others(read.chain(parts).collect())
            }
        }
    }
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_option(PartsVisitor)
    }
}

struct PartsVisitor;

impl<'de> Visitor<'de> for PartsVisitor {
    type Value = Parts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_none<E: Error>(self) -> Result<Parts, E> {
        Ok(Parts::default())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Parts, D::Error> {
        deserializer.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Parts, A::Error> {
        let Some(first) = all.next_element()? else {
            return Ok(Parts::default());
        };
        let Some(second) = all.next_element()? else {
            return Ok(Parts::One(first));
        };
        let mut list = vec![first, second];
        while let Some(next) = all.next_element()? {
            list.push(next);
        }
        Ok(Parts::Others(list.into()))
    }
}
