//! Joins what the chunks of a stream say about the answer: lists are continued from chunk to
//! chunk, and of all else the last value counts. The aggregator asks once, at the end.

use std::collections::HashSet;

use serde_json::Value;

use crate::content::Json;

/// The pieces as one, their lists one after the other.
pub(super) fn joined(pieces: Vec<Json>) -> Option<Json> {
    join_all(pieces, |_| {})
}

/// The same, with each item of a list once: some servers tell all so far in each chunk.
pub(super) fn joined_once(pieces: Vec<Json>) -> Option<Json> {
    join_all(pieces, |whole| {
        let fields = whole.as_object_mut().into_iter().flatten();
        for list in fields.filter_map(|(_, field)| field.as_array_mut()) {
            let mut told = HashSet::new();
            list.retain(|item| told.insert(item.to_string()));
        }
    })
}

fn join_all(pieces: Vec<Json>, tidy: impl FnOnce(&mut Value)) -> Option<Json> {
    let mut pieces = pieces.into_iter();
    let first = pieces.next()?;
    if pieces.len() == 0 {
        return Some(first);
    }
    let mut whole = first.to_value();
    for piece in pieces {
        join(&mut whole, piece.to_value());
    }
    tidy(&mut whole);
    Some(Json::from(whole))
}

fn join(whole: &mut Value, piece: Value) {
    match (whole, piece) {
        (Value::Object(whole), Value::Object(piece)) => {
            for (name, value) in piece {
                join(whole.entry(name).or_insert(Value::Null), value);
            }
        }
        (Value::Array(whole), Value::Array(piece)) => whole.extend(piece),
        (whole, piece) => *whole = piece,
    }
}
