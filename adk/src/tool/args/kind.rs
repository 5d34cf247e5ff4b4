//! What the values of a type are, as far as bounds go.
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

/// What the values of a parameter are, as far as bounds go.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum ValueKind {
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

impl ValueKind {
    /// Of what a canonical schema describes.
    pub(super) fn of_schema(schema: &Value) -> Self {
        let name = match &schema["type"] {
            Value::Array(names) => match &names[..] {
                [one, null] | [null, one] if null == "null" => one.as_str(),
                _ => None,
            },
            name => name.as_str(),
        };
        let bound = |keyword: &str| whole(&schema[keyword]);
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

    pub(super) const fn named(self) -> &'static str {
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

/// The kind of a type: `KindOf::<T>::KIND`, with [`AnyKind`] in scope.
#[derive(Debug)]
pub struct KindOf<T: ?Sized>(PhantomData<T>);

/// The kind of every other type.
pub trait AnyKind {
    /// It is not known while compiling.
    const KIND: ValueKind = ValueKind::Unknown;
}

impl<T: ?Sized> AnyKind for KindOf<T> {}

macro_rules! kinds {
    ($([$($generics:tt)*] $type:ty => $kind:expr;)*) => {$(
        impl<$($generics)*> KindOf<$type> {
            /// Known while compiling.
            pub const KIND: ValueKind = $kind;
        }
    )*};
}

kinds! {
    [] f32 => ValueKind::Float;
    [] f64 => ValueKind::Float;
    [] bool => ValueKind::Bool;
    [] char => ValueKind::Char;
    [] str => ValueKind::Text;
    [] String => ValueKind::Text;
    [] Box<str> => ValueKind::Text;
    [] Arc<str> => ValueKind::Text;
    [] Cow<'_, str> => ValueKind::Text;
    [] Path => ValueKind::Text;
    [] PathBuf => ValueKind::Text;
    [T] [T] => ValueKind::List;
    [T, const N: usize] [T; N] => ValueKind::List;
    [T] Vec<T> => ValueKind::List;
    [T] VecDeque<T> => ValueKind::List;
    [T] BTreeSet<T> => ValueKind::List;
    [T, S] HashSet<T, S> => ValueKind::List;
    [K, V] BTreeMap<K, V> => ValueKind::Map;
    [K, V, S] HashMap<K, V, S> => ValueKind::Map;
    [] Map<String, Value> => ValueKind::Map;
}

macro_rules! integers {
    ($($type:ty, $non_zero:ty: $least:expr, $most:expr;)*) => {$(
        impl KindOf<$type> {
            /// Known while compiling.
            pub const KIND: ValueKind = ValueKind::Integer($least as i128, $most as i128);
        }
        impl KindOf<$non_zero> {
            /// Known while compiling.
            pub const KIND: ValueKind = {
                let least = $least as i128;
                ValueKind::Integer(if least == 0 { 1 } else { least }, $most as i128)
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

/// A number that is whole. JSON has those that are too large for its integers as floats.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a float that is larger than all integers becomes the largest"
)]
pub(super) fn whole(number: &Value) -> Option<i128> {
    let exact = number.to_string().parse().ok();
    let float = || number.as_f64().filter(|float| float.fract() == 0.0);
    exact.or_else(|| float().map(|float| float as i128))
}
