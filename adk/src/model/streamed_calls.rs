//! Calls whose arguments arrive in pieces, each piece under a JSON path.
//!
//! The aggregator asks here with every call part. Parallel calls are kept apart by
//! their id, else by their name, else by which one came last.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::{Map, Number, Value};

use crate::content::{FunctionCall, Json, OWN_ID, Part};
use crate::error::{Error, ErrorKind, Result};
use crate::platform::{Platform, SystemPlatform};

/// As deep as a JSON text that can be read back.
const DEEPEST: usize = 100;

/// The calls of one answer that are still growing, the last touched at the end.
#[derive(Debug, Default)]
pub(crate) struct StreamedCalls {
    open: Vec<OpenCall>,
}

#[derive(Debug)]
struct OpenCall {
    /// Where among the answer's parts the call will stand.
    slot: usize,
    /// The id by which the model continues it.
    model_id: Option<Box<str>>,
    id: Box<str>,
    name: Box<str>,
    args: Value,
}

/// One element of `partialArgs`; without a value it is a null.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Piece<'a> {
    #[serde(borrow)]
    json_path: Cow<'a, str>,
    #[serde(borrow)]
    string_value: Option<Cow<'a, str>>,
    number_value: Option<Number>,
    bool_value: Option<bool>,
}

enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

impl StreamedCalls {
    /// Takes in a call part if it begins, continues or ends a streamed call, and puts the
    /// call's id into it. `false`: the part holds a whole call.
    ///
    /// # Errors
    /// [`ErrorKind::ModelProtocol`] when a piece does not fit where it says.
    pub(crate) fn add(&mut self, part: &mut Part, parts: &mut Vec<Part>) -> Result<bool> {
        let Some(call) = part.function_call_mut() else {
            return Ok(false);
        };
        let is_piece = call.partial_args().is_some() || call.will_continue();
        let open = match self.find(call) {
            Some(index) => self.open.remove(index),
            None if is_piece && !call.name().is_empty() => {
                let open = OpenCall::new(call, parts.len());
                parts.push(part.clone());
                open
            }
            None if is_piece => return Err(misfit("a call that never began")),
            // Ends what has ended before.
            None => return Ok(call.name().is_empty() && is_bare(call)),
        };
        self.grow(open, part, parts)?;
        Ok(true)
    }

    /// The name of a call that has not ended.
    pub(crate) fn open_name(&self) -> Option<&str> {
        self.open.last().map(|call| &*call.name)
    }

    /// Takes the calls that have not ended out of the answer.
    pub(crate) fn drop_open(&mut self, parts: &mut Vec<Part>) {
        let mut slots: Vec<_> = self.open.drain(..).map(|call| call.slot).collect();
        slots.sort_unstable();
        for slot in slots.into_iter().rev() {
            parts.remove(slot);
        }
    }

    /// The open call that `call` belongs to.
    fn find(&self, call: &FunctionCall) -> Option<usize> {
        let begins = call.will_continue() && call.partial_args().is_none();
        let is_whole = !is_bare(call) && call.partial_args().is_none();
        match (call.id().filter(|id| !id.is_empty()), call.name()) {
            (Some(id), _) => self
                .open
                .iter()
                .rposition(|open| open.model_id.as_deref() == Some(id)),
            (None, "") => self.open.len().checked_sub(1),
            (None, _) if begins || is_whole => None,
            (None, name) => self.open.iter().rposition(|open| *open.name == *name),
        }
    }

    fn grow(&mut self, mut open: OpenCall, part: &mut Part, parts: &mut [Part]) -> Result<()> {
        let Some(call) = part.function_call_mut() else {
            return Ok(());
        };
        call.set_id(open.id.clone());
        if let Some(pieces) = call.partial_args() {
            let pieces: Vec<Piece<'_>> =
                serde_json::from_str(pieces.as_str()).map_err(|error| {
                    misfit(&format!(
                        "unreadable pieces of arguments for `{}`",
                        open.name
                    ))
                    .with_source(error)
                })?;
            for piece in pieces {
                open.set(piece)?;
            }
        }
        let ends = !call.will_continue();
        if let Some(signature) = part.thought_signature() {
            parts[open.slot].set_thought_signature(signature.into());
        }
        if ends {
            let call = FunctionCall::new(open.name, Json::from(open.args)).with_id(open.id);
            if let Some(slot) = parts[open.slot].function_call_mut() {
                *slot = call;
            }
        } else {
            self.open.push(open);
        }
        Ok(())
    }
}

impl OpenCall {
    fn new(call: &FunctionCall, slot: usize) -> Self {
        let args = call.args().to_value();
        let model_id = call.id().filter(|id| !id.is_empty());
        // Named here, since whoever sees the pieces has no way to tell which belong together.
        let id = model_id.map_or_else(
            || format!("{OWN_ID}{}", SystemPlatform.new_id()),
            Into::into,
        );
        Self {
            slot,
            model_id: model_id.map(Into::into),
            id: id.into(),
            name: call.name().into(),
            args: if args.is_object() {
                args
            } else {
                Value::Object(Map::new())
            },
        }
    }

    /// Sets the value at the piece's path; a text continues the text that is there.
    fn set(&mut self, piece: Piece<'_>) -> Result<()> {
        let path = &*piece.json_path;
        let unfit = || {
            misfit(&format!(
                "`{path}` as a path into the arguments of `{}`",
                self.name
            ))
        };
        let mut target = &mut self.args;
        for step in steps(path).ok_or_else(unfit)? {
            target = match step {
                Step::Key(key) => field(target, key),
                Step::Index(index) => element(target, index).ok_or_else(unfit)?,
            };
        }
        match (piece.string_value, piece.number_value, piece.bool_value) {
            (Some(text), ..) => match target {
                Value::String(so_far) => so_far.push_str(&text),
                _ => *target = Value::String(text.into_owned()),
            },
            (_, Some(number), _) => *target = Value::Number(number),
            (.., Some(flag)) => *target = Value::Bool(flag),
            _ => *target = Value::Null,
        }
        Ok(())
    }
}

/// The steps of `$.a[0]['b']`; `None` when it has none, too many or others.
fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if steps.len() == DEEPEST {
            return None;
        }
        let step;
        (step, rest) = match rest.strip_prefix('[') {
            Some(bracket) => bracket_step(bracket)?,
            None => name_step(rest.strip_prefix('.').unwrap_or(rest)),
        };
        steps.push(step);
    }
    (!steps.is_empty()).then_some(steps)
}

fn name_step(rest: &str) -> (Step<'_>, &str) {
    let (key, rest) = rest.split_at(rest.find(['.', '[']).unwrap_or(rest.len()));
    (Step::Key(key), rest)
}

fn bracket_step(rest: &str) -> Option<(Step<'_>, &str)> {
    if let Some(quote @ ('\'' | '"')) = rest.chars().next() {
        let (key, rest) = rest[1..].split_once(quote)?;
        return Some((Step::Key(key), rest.strip_prefix(']')?));
    }
    let (index, rest) = rest.split_once(']')?;
    Some((Step::Index(index.parse().ok()?), rest))
}

fn field<'a>(target: &'a mut Value, key: &str) -> &'a mut Value {
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    &mut target[key]
}

/// An element of the array or the one behind its last; a hole has no value to stand in it.
fn element(target: &mut Value, index: usize) -> Option<&mut Value> {
    if !target.is_array() {
        *target = Value::Array(Vec::new());
    }
    let array = target.as_array_mut()?;
    if index == array.len() {
        array.push(Value::Null);
    }
    array.get_mut(index)
}

fn is_bare(call: &FunctionCall) -> bool {
    call.args().as_str() == "{}"
}

fn misfit(what: &str) -> Error {
    Error::new(
        ErrorKind::ModelProtocol,
        format!("the model's stream has {what}"),
    )
}
