//! Which bounds of `#[arg]` fit which type: told while compiling where the type is one of
//! the standard library's, and by `build()` in the same words where only its schema says.

use serde_json::Value;

use super::const_text::{ConstText, count_characters};
use super::kind::{ValueKind, whole};

/// A key of `#[arg]`.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_enums, reason = "generated code names them")]
pub enum BoundKey {
    /// `min`
    Min,
    /// `max`
    Max,
    /// `min_len`
    MinLen,
    /// `max_len`
    MaxLen,
    /// `one_of`
    OneOf,
    /// `one_of`, whose values before this one were looked at.
    AlsoOneOf,
    /// `pattern`
    Pattern,
}

/// The value of a [`BoundKey`], or one of its values.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_enums, reason = "generated code makes them")]
pub enum BoundValue<'a> {
    /// A whole number.
    Whole(i128),
    /// A number that was written with a fraction.
    Fraction,
    /// A text.
    Text(&'a str),
}

impl BoundKey {
    /// Of the keyword that says it in a schema.
    pub(super) fn of_keyword(keyword: &str) -> Option<Self> {
        Some(match keyword {
            "minimum" => Self::Min,
            "maximum" => Self::Max,
            "minLength" => Self::MinLen,
            "maxLength" => Self::MaxLen,
            "enum" => Self::OneOf,
            "pattern" => Self::Pattern,
            _ => return None,
        })
    }

    const fn named(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::MinLen => "min_len",
            Self::MaxLen => "max_len",
            Self::OneOf | Self::AlsoOneOf => "one_of",
            Self::Pattern => "pattern",
        }
    }

    const fn is_for(self) -> &'static str {
        match self {
            Self::Min | Self::Max => "bounds a number",
            Self::MinLen | Self::MaxLen => "bounds a text or a list",
            Self::OneOf | Self::AlsoOneOf => "is for a text or a number",
            Self::Pattern => "is for a text",
        }
    }
}

impl<'a> BoundValue<'a> {
    pub(super) fn of(value: &'a Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text),
            number => whole(number).map_or(Self::Fraction, Self::Whole),
        }
    }
}

/// What is wrong with a bound of such a parameter.
pub(crate) const fn fault(
    kind: ValueKind,
    key: BoundKey,
    value: BoundValue<'_>,
) -> Option<ConstText> {
    match (key, kind) {
        (_, ValueKind::Unknown)
        | (BoundKey::Min | BoundKey::Max, ValueKind::Float)
        | (BoundKey::MinLen | BoundKey::MaxLen, ValueKind::Text | ValueKind::List)
        | (BoundKey::Pattern, ValueKind::Text | ValueKind::Char)
        | (BoundKey::AlsoOneOf, ValueKind::Bool | ValueKind::List | ValueKind::Map) => None,
        (
            BoundKey::OneOf | BoundKey::AlsoOneOf,
            ValueKind::Text | ValueKind::Char | ValueKind::Float,
        ) => another_value(kind, value),
        (
            BoundKey::Min | BoundKey::Max | BoundKey::OneOf | BoundKey::AlsoOneOf,
            ValueKind::Integer(least, most),
        ) => match value {
            BoundValue::Whole(number) => out_of_range(key, least, most, number),
            BoundValue::Fraction => Some(fraction(key)),
            BoundValue::Text(_) => another_value(kind, value),
        },
        _ => Some(misplaced(kind, key)),
    }
}

const fn fraction(key: BoundKey) -> ConstText {
    let text = ConstText::new().with("this parameter is a whole number, and `");
    let text = text.with(key.named());
    text.with("` has a fraction\nhelp: write a whole number")
}

const fn out_of_range(key: BoundKey, least: i128, most: i128, number: i128) -> Option<ConstText> {
    let (side, end, help) = match number {
        _ if number < least => ("below ", least, " or more"),
        _ if number > most => ("above ", most, " or less"),
        _ => return None,
    };
    let text = ConstText::new().with("this parameter is never ").with(side);
    let text = text.with_number(end).with(", and `").with(key.named());
    let has = if matches!(key, BoundKey::OneOf | BoundKey::AlsoOneOf) {
        "` has "
    } else {
        "` is "
    };
    let text = text.with(has).with_number(number);
    Some(text.with("\nhelp: choose ").with_number(end).with(help))
}

const fn another_value(kind: ValueKind, value: BoundValue<'_>) -> Option<ConstText> {
    let (has, help) = match (kind, value) {
        (ValueKind::Text, BoundValue::Text(_))
        | (ValueKind::Float, BoundValue::Whole(_) | BoundValue::Fraction) => {
            return None;
        }
        (ValueKind::Char, BoundValue::Text(text)) if count_characters(text) == 1 => return None,
        (ValueKind::Char, BoundValue::Text(_)) => ("another text", "write one character"),
        (_, BoundValue::Text(_)) => ("a text", "write the number, without quotes"),
        _ => ("a number", "write it in quotes"),
    };
    let text = ConstText::new().with("`one_of` has ").with(has);
    let text = text
        .with(" here, and this parameter is ")
        .with(kind.named());
    Some(text.with("\nhelp: ").with(help))
}

const fn misplaced(kind: ValueKind, key: BoundKey) -> ConstText {
    let text = ConstText::new().with("`").with(key.named()).with("` ");
    let text = text.with(key.is_for()).with(", and this parameter is ");
    let text = text.with(kind.named()).with("\nhelp: ");
    match (key, kind) {
        (BoundKey::Min | BoundKey::Max, ValueKind::Text | ValueKind::List) => {
            let text = text
                .with("`")
                .with(key.named())
                .with("_len` bounds how many ");
            let is_text = matches!(kind, ValueKind::Text);
            text.with(if is_text { "characters" } else { "items" })
                .with(" it has")
        }
        (BoundKey::MinLen, ValueKind::Integer(..) | ValueKind::Float) => {
            text.with("`min` bounds a number")
        }
        (BoundKey::MaxLen, ValueKind::Integer(..) | ValueKind::Float) => {
            text.with("`max` bounds a number")
        }
        (BoundKey::OneOf, ValueKind::List) => {
            text.with("take a list of an `enum` with these values")
        }
        _ => text.with("take `").with(key.named()).with("` away"),
    }
}
