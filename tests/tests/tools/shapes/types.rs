//! The types of the shapes, and one instance of each that takes more than a line.

use std::collections::BTreeMap;

use schemars::{JsonSchema, JsonSchema_repr};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Unit of a temperature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Unit {
    /// Water freezes at 0.
    Celsius,
    /// Water freezes at 32.
    Fahrenheit,
    #[serde(rename = "K")]
    Kelvin,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) enum Direction {
    North,
    South,
}

#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema_repr)]
#[serde(into = "u8", try_from = "u8")]
#[repr(u8)]
pub(super) enum Level {
    Low = 1,
    High = 3,
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level as u8
    }
}

impl TryFrom<u8> for Level {
    type Error = String;

    fn try_from(level: u8) -> Result<Self, String> {
        match level {
            1 => Ok(Self::Low),
            3 => Ok(Self::High),
            other => Err(format!("{other} is no level")),
        }
    }
}

/// A place on a map.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Place {
    /// Degrees north.
    latitude: f64,
    longitude: f64,
    /// What people call it.
    name: Option<String>,
}

pub(super) fn place() -> Place {
    Place {
        latitude: 1.5,
        longitude: -2.0,
        name: Some("Here".into()),
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Route {
    /// Where it starts.
    from: Place,
    to: Place,
    via: Vec<Place>,
}

pub(super) fn route() -> Route {
    Route {
        from: place(),
        to: place(),
        via: vec![place()],
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Page<T> {
    items: Vec<T>,
    next: Option<T>,
}

pub(super) fn page<T>(item: T) -> Page<T> {
    Page {
        items: Vec::new(),
        next: Some(item),
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Empty {}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Marker;

/// A length.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Meters(pub(super) f64);

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Closed {
    pub(super) a: u8,
}

#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct Defaults {
    /// How many.
    count: u8,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    place: Option<Place>,
    tags: Vec<String>,
}

pub(super) fn defaults() -> Defaults {
    Defaults {
        note: Some("a".into()),
        ..Defaults::default()
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Renamed {
    #[serde(rename = "type")]
    pub(super) kind: String,
    #[serde(alias = "name")]
    pub(super) first_name: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Rules {
    #[schemars(range(min = 1, max = 5))]
    stars: u8,
    #[schemars(extend("exclusiveMinimum" = 0))]
    above: i64,
    #[schemars(extend("exclusiveMaximum" = 1.5))]
    below: f64,
    #[schemars(extend("multipleOf" = 5))]
    step: u8,
    #[schemars(extend("maximum" = 10_000_000_000_000_000_i64))]
    large: u64,
    /// A short text.
    #[schemars(length(min = 2, max = 4))]
    text: String,
    #[schemars(regex(pattern = "^a+$"))]
    code: String,
    #[schemars(length(min = 1))]
    list: Vec<u8>,
    #[schemars(inner(length(max = 9)))]
    words: Vec<String>,
    #[schemars(extend("const" = "fixed"))]
    constant: String,
    #[schemars(extend("examples" = ["a", "b"], "x-order" = 1))]
    shown: String,
}

pub(super) fn rules() -> Rules {
    Rules {
        stars: 5,
        above: 1,
        below: 1.0,
        step: 5,
        large: 10_000_000_000_000_000,
        text: "abc".into(),
        code: "aa".into(),
        list: vec![1],
        words: vec!["a".into()],
        constant: "fixed".into(),
        shown: "a".into(),
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Formats {
    #[schemars(extend("format" = "date-time"))]
    instant: String,
    #[schemars(extend("format" = "date"))]
    day: String,
    #[schemars(email)]
    mail: String,
    #[schemars(url)]
    link: String,
    #[schemars(extend("format" = "uuid"))]
    id: String,
    #[schemars(extend("format" = "iban"))]
    account: String,
}

pub(super) fn formats() -> Formats {
    Formats {
        instant: "2026-01-02T03:04:05Z".into(),
        day: "2026-01-02".into(),
        mail: "a@example.com".into(),
        link: "https://example.com/".into(),
        id: "123e4567-e89b-12d3-a456-426614174000".into(),
        account: "DE00".into(),
    }
}

pub(super) struct Secret(pub(super) String);

/// Serde reads and writes it with functions of its own.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Hidden {
    /// Backwards.
    #[serde(with = "backwards")]
    #[schemars(with = "String")]
    pub(super) secret: Secret,
}

mod backwards {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Secret;

    pub(super) fn serialize<S: Serializer>(
        secret: &Secret,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&secret.0.chars().rev().collect::<String>())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Secret, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(Secret(text.chars().rev().collect()))
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct FlatStruct {
    pub(super) id: u8,
    #[serde(flatten)]
    pub(super) place: Place,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct FlatMap {
    pub(super) id: u8,
    #[serde(flatten)]
    pub(super) more: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct FlatEnum {
    pub(super) id: u8,
    #[serde(flatten)]
    pub(super) shape: Shape,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct FlatEnums {
    pub(super) id: u8,
    #[serde(flatten)]
    pub(super) shape: Shape,
    #[serde(flatten)]
    pub(super) event: Event,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct FlatOption {
    pub(super) id: u8,
    #[serde(flatten)]
    pub(super) shape: Option<Shape>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) enum Event {
    /// The end.
    Quit,
    Pause,
    /// A key of the keyboard.
    Key {
        code: u8,
    },
    Text(String),
    Move(i8, i8),
}

/// What can be drawn.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Shape {
    /// Round.
    Circle {
        radius: f64,
    },
    Rectangle {
        width: f64,
        height: f64,
    },
}

pub(super) fn circle() -> Shape {
    Shape::Circle { radius: 1.5 }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "value")]
pub(super) enum Adjacent {
    None,
    One(u8),
    Many { list: Vec<u8> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Untagged {
    Flag(bool),
    Text(String),
    Place(Place),
}
