//! Calls whose arguments arrive in pieces, each piece under a JSON path.
//!
//! The aggregator asks here with every call part. Parallel calls are kept apart by
//! their id, else by their name, else by which one came last.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::{Map, Number, Value};

use crate::content::{FunctionCall, Json, PIECED_ID, Part};
use crate::error::{Error, ErrorKind, Result};

/// As deep as a JSON text that can be read back.
const MAX_DEPTH: usize = 100;
/// As many calls as can grow side by side: each piece is looked for among them.
const MAX_CALLS: usize = 1000;

/// The calls of one answer that are still growing, the last touched at the end.
#[derive(Debug, Default)]
pub(crate) struct StreamedCalls {
    open: Vec<OpenCall>,
    /// How many were given an id here.
    named: usize,
}

/// Where a call part belongs.
pub(crate) enum Place {
    /// It is a call of its own, or the beginning of one.
    New,
    /// It goes on with the open call of that index.
    In(usize),
    /// It ends what has ended before.
    Nowhere,
}

#[derive(Debug)]
struct OpenCall {
    /// Where among the answer's parts the call will stand.
    slot: usize,
    /// The model's, by which it goes on with it, or one given here.
    id: Box<str>,
    name: Box<str>,
    args: Value,
}

/// One element of `partialArgs`.
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
    /// Where `call` belongs.
    ///
    /// # Errors
    /// [`ErrorKind::ModelProtocol`] when it goes on with a call that never began.
    pub(crate) fn place(&self, call: &FunctionCall) -> Result<Place> {
        if let Some(index) = self.find(call) {
            return Ok(Place::In(index));
        }
        match (call.name().is_empty(), is_piece(call)) {
            (true, true) => Err(protocol_error("a call that never began")),
            (true, false) if is_bare(call) => Ok(Place::Nowhere),
            _ => Ok(Place::New),
        }
    }

    /// Takes in the part of a new call, whole or the first piece of it.
    ///
    /// # Errors
    /// [`ErrorKind::ModelProtocol`] when a piece does not fit where it says.
    pub(crate) fn begin(&mut self, part: &mut Part, parts: &mut Vec<Part>) -> Result<()> {
        let slot = parts.len();
        parts.push(part.clone());
        let Some(call) = part.function_call_mut().filter(|call| is_piece(call)) else {
            return Ok(());
        };
        if self.open.len() == MAX_CALLS {
            return Err(protocol_error(&format!(
                "more than {MAX_CALLS} calls at once"
            )));
        }
        let id = match call.id() {
            Some(id) if !id.is_empty() => id.into(),
            // Whoever sees the pieces has no other way to tell which belong together.
            _ => {
                self.named += 1;
                format!("{PIECED_ID}{}", self.named).into()
            }
        };
        self.open.push(OpenCall::new(call, id, slot));
        self.go_on(self.open.len() - 1, part, parts)
    }

    /// Takes in a piece of the open call of that index, and puts the call's id into it.
    ///
    /// # Errors
    /// [`ErrorKind::ModelProtocol`] when the piece does not fit where it says.
    pub(crate) fn go_on(
        &mut self,
        index: usize,
        part: &mut Part,
        parts: &mut [Part],
    ) -> Result<()> {
        let mut open = self.open.remove(index);
        let Some(call) = part.function_call_mut() else {
            return Ok(());
        };
        call.set_id(open.id.clone());
        open.grow(call)?;
        let continues = call.will_continue();
        if let Some(signature) = part.thought_signature() {
            parts[open.slot].set_thought_signature(signature.into());
        }
        if continues {
            self.open.push(open);
        } else if let Some(slot) = parts[open.slot].function_call_mut() {
            *slot = FunctionCall::new(open.name, Json::from(open.args)).with_id(open.id);
        }
        Ok(())
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
            (Some(id), _) => self.open.iter().rposition(|open| *open.id == *id),
            (None, "") => self.open.len().checked_sub(1),
            (None, _) if begins || is_whole => None,
            (None, name) => self.open.iter().rposition(|open| *open.name == *name),
        }
    }
}

impl OpenCall {
    fn new(call: &FunctionCall, id: Box<str>, slot: usize) -> Self {
        let args = call.args().to_value();
        Self {
            slot,
            id,
            name: call.name().into(),
            args: if args.is_object() {
                args
            } else {
                Value::Object(Map::new())
            },
        }
    }

    fn grow(&mut self, call: &FunctionCall) -> Result<()> {
        let Some(pieces) = call.partial_args() else {
            return Ok(());
        };
        let pieces: Vec<Piece<'_>> = serde_json::from_str(pieces.as_str()).map_err(|error| {
            let what = format!("unreadable pieces of arguments for `{}`", self.name);
            protocol_error(&what).with_source(error)
        })?;
        pieces.into_iter().try_for_each(|piece| self.set(piece))
    }

    /// Sets the value at the piece's path; a text continues the text that is there.
    fn set(&mut self, piece: Piece<'_>) -> Result<()> {
        let path = &*piece.json_path;
        let unfit = || {
            protocol_error(&format!(
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
            // A null, which is what a new place holds; or the end of what came before.
            _ => {}
        }
        Ok(())
    }
}

/// The steps of `$.a[0]['b']`; `None` when it has none, too many or others.
fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if steps.len() == MAX_DEPTH {
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

fn is_piece(call: &FunctionCall) -> bool {
    call.partial_args().is_some() || call.will_continue()
}

fn is_bare(call: &FunctionCall) -> bool {
    call.args().as_str() == "{}"
}

fn protocol_error(what: &str) -> Error {
    Error::new(
        ErrorKind::ModelProtocol,
        format!("the model's stream has {what}"),
    )
}
