//! From the JSON that a model sent to the typed arguments of a function.
//!
//! A function's parameters are told once, to [`Params`]: the same code describes them to
//! the model and decodes them. The good path reads the text once and builds no tree; what
//! comes in another order is taken apart first; only when that fails too are the arguments
//! mended where that is unambiguous, or explained.

mod aliases;
mod bounds;
mod check;
mod coerce;
mod const_text;
mod describe;
mod fitted;
mod form;
mod kept;
mod kind;
mod nested;
mod params;
mod place;
mod read;
mod rest;
mod straight;
mod tags;
mod text;
mod words;

pub use bounds::{BoundKey, BoundValue};
pub use kind::{AnyKind, KindOf, ValueKind};
pub use params::{Argument, Bound, Param, Params};

pub(crate) use bounds::fault;
pub(crate) use const_text::{ConstText, count_characters};
pub(crate) use fitted::fitted;
pub(crate) use form::Form;
pub(super) use words::closest;

use std::sync::Arc;

use serde_json::Value;

use super::ToolError;
use crate::content::{FunctionDeclaration, Json, Schema};
use check::{Fault, Of};
use describe::{Describe, Described};
use nested::Nested;
use rest::Group;

/// The most unknown names of one call that are looked at: each is decoded once more.
const MAX_UNKNOWN: usize = 16;

/// What names a function's parameters: it describes or decodes, as [`Params`] says.
pub(crate) type Bind<T> = fn(&mut Params<'_>) -> Bound<T>;

/// A function as the model knows it, and what decoding needs to know of it.
#[derive(Debug)]
pub struct Signature {
    declaration: Arc<FunctionDeclaration>,
    names: Box<[Box<str>]>,
    /// The keys inside of arguments, where the function takes closed objects.
    nested: Option<Nested>,
    groups: Box<[Group]>,
    /// The schema, if it has bounds that no type keeps.
    bounds: Option<Value>,
    exact: bool,
    long_running: bool,
}

impl Signature {
    /// Describes the parameters that `bind` names.
    pub fn new<T>(name: &str, description: &str, bind: Bind<T>, output: Option<Schema>) -> Self {
        let mut describe = Describe::new();
        // Describing binds nothing: the values are asked for when a call comes.
        let _ = bind(&mut Params::describe(&mut describe));
        let Described {
            schema,
            names,
            groups,
            faults,
            has_bounds,
        } = describe.finish();
        let told = schema.as_json().to_value();
        let nested = Nested::of(&told);
        let declaration = FunctionDeclaration::new(name, description, schema).with_faults(faults);
        Self {
            declaration: Arc::new(match output {
                Some(output) => declaration.with_response(output),
                None => declaration,
            }),
            names,
            nested,
            groups,
            bounds: has_bounds.then_some(told),
            exact: false,
            long_running: false,
        }
    }

    /// The same signature, of a function that takes its arguments only as they are meant.
    #[must_use]
    pub fn exact(mut self) -> Self {
        self.exact = true;
        self
    }

    /// The same signature, of a function whose work goes on when a call is over.
    #[must_use]
    pub fn long_running(mut self) -> Self {
        self.declaration = self.declaration.long_running();
        self.long_running = true;
        self
    }

    pub(super) fn is_long_running(&self) -> bool {
        self.long_running
    }

    /// The same signature under a schema that its author wrote. The parameters decode as
    /// before.
    #[must_use]
    pub fn input(mut self, schema: Schema) -> Self {
        let declaration = Arc::unwrap_or_clone(self.declaration);
        let schema = schema.into_object_root();
        let told = schema.as_json().to_value();
        self.nested = Nested::of(&told);
        self.bounds = kept::has_bounds(&told).then_some(told);
        let declaration = declaration.with_parameters(schema);
        self.declaration = Arc::new(declaration);
        self
    }

    /// The same signature under the name `prefix_name`.
    pub(super) fn prefixed(mut self, prefix: &str) -> Self {
        let declaration = Arc::unwrap_or_clone(self.declaration);
        let name = format!("{prefix}_{}", declaration.name());
        self.declaration = Arc::new(declaration.with_name(name));
        self
    }

    /// The name that the model calls.
    #[must_use]
    pub fn name(&self) -> &str {
        self.declaration.name()
    }

    /// What the model is told.
    #[must_use]
    pub fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    /// Decodes the arguments of one call.
    ///
    /// # Errors
    /// Everything that is wrong with them, in words for the model; it stays wrong.
    pub fn decode<T>(&self, args: &Json, bind: Bind<T>) -> Result<T, ToolError> {
        let text = args.as_str();
        let decoded = straight::decode(args, bind)
            .or_else(|| read::attempt(self, text, bind, false).ok())
            .filter(|_| self.nested.as_ref().is_none_or(|nested| nested.knows(text)))
            .filter(|_| {
                self.bounds
                    .as_ref()
                    .is_none_or(|schema| kept::keeps(schema, args))
            });
        decoded.map_or_else(
            || self.recover(args, bind).map_err(ToolError::permanent),
            Ok,
        )
    }

    /// Whether a parameter or a field of a flattened one is sent under this name.
    fn names(&self, name: &str) -> bool {
        self.names.iter().any(|known| **known == *name)
    }

    /// Mends what can be meant in one way only and decodes again; else says what is wrong.
    fn recover<T>(&self, args: &Json, bind: Bind<T>) -> Result<T, ToolError> {
        let schema = self.declaration.parameters().as_json().to_value();
        let mut sent: Value = args
            .decode()
            .map_err(|error| ToolError::model(format!("the arguments cannot be read: {error}")))?;
        if !self.exact {
            coerce::arguments(&schema, &mut sent);
        }
        let clashes = aliases::resolve(self, &schema, &mut sent, bind);
        let faults = match read::attempt(self, &sent.to_string(), bind, true) {
            Ok(arguments) => match self.overlooked(&schema, &sent, bind) {
                faults if faults.is_empty() => return Ok(arguments),
                faults => faults,
            },
            Err(found) => {
                let mut faults = check::faults(&schema, &sent);
                for clash in clashes {
                    faults.retain(|fault| fault.path != clash.path);
                    faults.push(clash);
                }
                let found = found.into_iter();
                let found = found
                    .map(|fault| words::explained(&schema, &sent, fault, " that the tool takes"));
                add_unseen(&mut faults, found.collect());
                faults
            }
        };
        Err(ToolError::model(words::explain(self, &faults)))
    }

    /// What the schema says against arguments that the types took: a value out of bounds, a
    /// key that they pass over.
    fn overlooked<T>(&self, schema: &Value, sent: &Value, bind: Bind<T>) -> Vec<Fault> {
        if self.nested.is_none() && self.bounds.is_none() {
            return Vec::new();
        }
        let is_overlooked = |fault: &Fault| match fault.of {
            Of::Name(_) => {
                let again = nested::repeated(sent, &fault.path);
                read::attempt(self, &again, bind, false).is_ok()
            }
            Of::Bound => self.bounds.is_some(),
            Of::Value => false,
        };
        let faults = check::faults(schema, sent).into_iter();
        let faults = faults.filter(|fault| fault.of != Of::Value);
        faults.take(MAX_UNKNOWN).filter(is_overlooked).collect()
    }
}

/// Adds what decoding found where the schema has nothing to say.
fn add_unseen(faults: &mut Vec<Fault>, found: Vec<Fault>) {
    for fault in found {
        let is_whole = |fault: &Fault| fault.path.is_empty();
        let same = |known: &Fault| is_whole(known) || known.root() == fault.root();
        let seen = faults.iter().any(same) || (is_whole(&fault) && !faults.is_empty());
        if !seen {
            faults.push(fault);
        }
    }
}
