//! Which bounds of `#[arg]` fit which type: told while compiling where the type is one of
//! the standard library's, and by `build()` in the same words where only its schema says.
//!
//! A type's kind is found by the compiler and not by its spelling: [`KindOf`] has a constant
//! of its own for each type that is known, which goes before that of [`AnyKind`].

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::const_text::{ConstText, count_characters};

/// What the values of a parameter are, as far as bounds go.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Kind {
    /// Whatever its schema says.
    Unknown,
    /// Whole numbers between these.
    Integer(i128, i128),
    /// Any numbers.
    Float,
    /// `true` and `false`.
    Bool,
    /// One character.
    Char,
    /// Texts.
    Text,
    /// Lists of any length.
    List,
    /// Maps.
    Map,
}

/// A key of `#[arg]`.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_enums, reason = "generated code names them")]
pub enum Key {
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

/// The value of a [`Key`], or one of its values.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_enums, reason = "generated code makes them")]
pub enum Limit<'a> {
    /// A whole number.
    Whole(i128),
    /// A number that was written with a fraction.
    Fraction,
    /// A text.
    Text(&'a str),
}

/// The kind of a type: `KindOf::<T>::KIND`, with [`AnyKind`] in scope.
#[derive(Debug)]
pub struct KindOf<T: ?Sized>(PhantomData<T>);

/// The kind of every other type.
pub trait AnyKind {
    /// It is not known while compiling.
    const KIND: Kind = Kind::Unknown;
}

impl<T: ?Sized> AnyKind for KindOf<T> {}

macro_rules! kinds {
    ($([$($generics:tt)*] $type:ty => $kind:expr;)*) => {$(
        impl<$($generics)*> KindOf<$type> {
            /// Known while compiling.
            pub const KIND: Kind = $kind;
        }
    )*};
}

kinds! {
    [] f32 => Kind::Float;
    [] f64 => Kind::Float;
    [] bool => Kind::Bool;
    [] char => Kind::Char;
    [] str => Kind::Text;
    [] String => Kind::Text;
    [] Box<str> => Kind::Text;
    [] Arc<str> => Kind::Text;
    [] Cow<'_, str> => Kind::Text;
    [] Path => Kind::Text;
    [] PathBuf => Kind::Text;
    [T] [T] => Kind::List;
    [T, const N: usize] [T; N] => Kind::List;
    [T] Vec<T> => Kind::List;
    [T] VecDeque<T> => Kind::List;
    [T] BTreeSet<T> => Kind::List;
    [T, S] HashSet<T, S> => Kind::List;
    [K, V] BTreeMap<K, V> => Kind::Map;
    [K, V, S] HashMap<K, V, S> => Kind::Map;
    [] Map<String, Value> => Kind::Map;
}

macro_rules! integers {
    ($($type:ty, $non_zero:ty: $least:expr, $most:expr;)*) => {$(
        impl KindOf<$type> {
            /// Known while compiling.
            pub const KIND: Kind = Kind::Integer($least as i128, $most as i128);
        }
        impl KindOf<$non_zero> {
            /// Known while compiling.
            pub const KIND: Kind = {
                let least = $least as i128;
                Kind::Integer(if least == 0 { 1 } else { least }, $most as i128)
            };
        }
    )*};
}

integers! {
    i8, NonZeroI8: i8::MIN, i8::MAX;
    i16, NonZeroI16: i16::MIN, i16::MAX;
    i32, NonZeroI32: i32::MIN, i32::MAX;
    i64, NonZeroI64: i64::MIN, i64::MAX;
    i128, NonZeroI128: i128::MIN, i128::MAX;
    isize, NonZeroIsize: isize::MIN, isize::MAX;
    u8, NonZeroU8: u8::MIN, u8::MAX;
    u16, NonZeroU16: u16::MIN, u16::MAX;
    u32, NonZeroU32: u32::MIN, u32::MAX;
    u64, NonZeroU64: u64::MIN, u64::MAX;
    u128, NonZeroU128: u64::MIN, i128::MAX;
    usize, NonZeroUsize: usize::MIN, usize::MAX;
}

impl Kind {
    /// Of what a canonical schema describes.
    pub(super) fn of_schema(schema: &Value) -> Self {
        let name = match &schema["type"] {
            Value::Array(names) => match &names[..] {
                [one, null] | [null, one] if null == "null" => one.as_str(),
                _ => None,
            },
            name => name.as_str(),
        };
        let bound = |keyword: &str| schema[keyword].to_string().parse().ok();
        match name {
            Some("integer") => Self::Integer(
                bound("minimum").unwrap_or(i128::MIN),
                bound("maximum").unwrap_or(i128::MAX),
            ),
            Some("number") => Self::Float,
            Some("boolean") => Self::Bool,
            Some("string") => Self::Text,
            Some("array") => Self::List,
            Some("object") => Self::Map,
            _ => Self::Unknown,
        }
    }

    const fn named(self) -> &'static str {
        match self {
            Self::Unknown => "a type of its own",
            Self::Integer(..) | Self::Float => "a number",
            Self::Bool => "`true` or `false`",
            Self::Char => "one character",
            Self::Text => "a text",
            Self::List => "a list",
            Self::Map => "an object",
        }
    }
}

impl Key {
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

impl<'a> Limit<'a> {
    pub(super) fn of(value: &'a Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text),
            number => number
                .to_string()
                .parse()
                .map_or(Self::Fraction, Self::Whole),
        }
    }
}

/// What is wrong with a bound of such a parameter.
pub(crate) const fn fault(kind: Kind, key: Key, limit: Limit<'_>) -> Option<ConstText> {
    match (key, kind) {
        (_, Kind::Unknown)
        | (Key::Min | Key::Max, Kind::Float)
        | (Key::MinLen | Key::MaxLen, Kind::Text | Kind::List)
        | (Key::Pattern, Kind::Text | Kind::Char)
        | (Key::AlsoOneOf, Kind::Bool | Kind::List | Kind::Map) => None,
        (Key::OneOf | Key::AlsoOneOf, Kind::Text | Kind::Char | Kind::Float) => {
            another_value(kind, limit)
        }
        (Key::Min | Key::Max | Key::OneOf | Key::AlsoOneOf, Kind::Integer(least, most)) => {
            match limit {
                Limit::Whole(number) => out_of_range(key, least, most, number),
                Limit::Fraction => Some(fraction(key)),
                Limit::Text(_) => another_value(kind, limit),
            }
        }
        _ => Some(misplaced(kind, key)),
    }
}

const fn fraction(key: Key) -> ConstText {
    let text = ConstText::new().with("this parameter is a whole number, and `");
    let text = text.with(key.named());
    text.with("` has a fraction\nhelp: write a whole number")
}

const fn out_of_range(key: Key, least: i128, most: i128, number: i128) -> Option<ConstText> {
    let (side, end, help) = match number {
        _ if number < least => ("below ", least, " or more"),
        _ if number > most => ("above ", most, " or less"),
        _ => return None,
    };
    let text = ConstText::new().with("this parameter is never ").with(side);
    let text = text.with_number(end).with(", and `").with(key.named());
    let has = if matches!(key, Key::OneOf | Key::AlsoOneOf) {
        "` has "
    } else {
        "` is "
    };
    let text = text.with(has).with_number(number);
    Some(text.with("\nhelp: choose ").with_number(end).with(help))
}

const fn another_value(kind: Kind, limit: Limit<'_>) -> Option<ConstText> {
    let (has, help) = match (kind, limit) {
        (Kind::Text, Limit::Text(_)) | (Kind::Float, Limit::Whole(_) | Limit::Fraction) => {
            return None;
        }
        (Kind::Char, Limit::Text(text)) if count_characters(text) == 1 => return None,
        (Kind::Char, Limit::Text(_)) => ("another text", "write one character"),
        (_, Limit::Text(_)) => ("a text", "write the number, without quotes"),
        _ => ("a number", "write it in quotes"),
    };
    let text = ConstText::new().with("`one_of` has ").with(has);
    let text = text
        .with(" here, and this parameter is ")
        .with(kind.named());
    Some(text.with("\nhelp: ").with(help))
}

const fn misplaced(kind: Kind, key: Key) -> ConstText {
    let text = ConstText::new().with("`").with(key.named()).with("` ");
    let text = text.with(key.is_for()).with(", and this parameter is ");
    let text = text.with(kind.named()).with("\nhelp: ");
    match (key, kind) {
        (Key::Min | Key::Max, Kind::Text | Kind::List) => {
            let text = text
                .with("`")
                .with(key.named())
                .with("_len` bounds how many ");
            let is_text = matches!(kind, Kind::Text);
            text.with(if is_text { "characters" } else { "items" })
                .with(" it has")
        }
        (Key::MinLen, Kind::Integer(..) | Kind::Float) => text.with("`min` bounds a number"),
        (Key::MaxLen, Kind::Integer(..) | Kind::Float) => text.with("`max` bounds a number"),
        (Key::OneOf, Kind::List) => text.with("take a list of an `enum` with these values"),
        _ => text.with("take `").with(key.named()).with("` away"),
    }
}
