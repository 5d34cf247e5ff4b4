//! Who speaks a content.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Word;

/// The speaker of a [`Content`](super::Content).
///
/// ```
/// assert_eq!(adk::Role::Model.as_str(), "model");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// The user, and the tools that answer on the user's side.
    User,
    /// The model.
    Model,
    /// A role that a stored event or a server used and this version does not know.
    Other(Box<str>),
}

impl Role {
    /// The role's name in JSON.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::User => "user",
            Self::Model => "model",
            Self::Other(name) => name,
        }
    }
}

impl From<&str> for Role {
    fn from(name: &str) -> Self {
        match name {
            "user" => Self::User,
            "model" => Self::Model,
            other => Self::Other(other.into()),
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Role {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Word(name) = Word::deserialize(deserializer)?;
        Ok(Self::from(&*name))
    }
}
