//! What generated code tells about a parameter.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::check::Fault;
use super::describe::{Describe, Presence};
use super::read::Read;
use super::straight::Straight;
use super::text::{AsText, FromText};

/// A type that a tool can take as an argument: it decodes from JSON and has a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "this type has to decode from JSON and to have a JSON schema",
    note = "add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to the type; both are in `adk` too: `adk::serde`, `adk::schemars`",
    note = "a type of another crate may have a schema by a feature of `schemars`, such as `uuid1` or `chrono04`; else put it into a struct of your own",
    note = "if the program gives the value, and not the model, take an `App<T>`, or write `#[inject]` before it"
)]
pub trait Argument: DeserializeOwned + JsonSchema {}

impl<T: DeserializeOwned + JsonSchema> Argument for T {}

/// A parameter's name and what else the model is told.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Param {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) rules: &'static str,
}

impl Param {
    /// A parameter under this name.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            description: "",
            rules: "",
        }
    }

    /// What it is for.
    pub const fn describe(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// What a value has to keep to, as the text of a JSON Schema object.
    pub const fn rules(mut self, rules: &'static str) -> Self {
        self.rules = rules;
        self
    }
}

/// An argument, or word that there is none: the reason is with [`Params`].
pub type Bound<T> = Result<T, Unbound>;

/// No value: the parameters are only described, or the argument has a fault.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Unbound;

/// The parameters of one function, described or decoded one after the other.
///
/// Named ones come first and flattened ones last, since those take what is left.
#[derive(Debug)]
pub struct Params<'a>(Mode<'a>);

#[derive(Debug)]
enum Mode<'a> {
    Describe(&'a mut Describe),
    Straight(Straight<'a>),
    Read(Read<'a>),
}

impl<'a> Params<'a> {
    pub(super) fn describe(describe: &'a mut Describe) -> Self {
        Self(Mode::Describe(describe))
    }

    pub(super) fn read(read: Read<'a>) -> Self {
        Self(Mode::Read(read))
    }

    pub(super) fn straight(straight: Straight<'a>) -> Self {
        Self(Mode::Straight(straight))
    }

    /// Whether arguments that are read in order are all taken.
    pub(super) fn is_at_end(&self) -> bool {
        matches!(&self.0, Mode::Straight(straight) if straight.is_at_end())
    }

    /// What was found wrong with the arguments.
    pub(super) fn into_faults(self) -> Vec<Fault> {
        match self.0 {
            Mode::Describe(_) | Mode::Straight(_) => Vec::new(),
            Mode::Read(read) => read.into_faults(),
        }
    }

    /// A parameter of its own name. A type that takes `null` may be left out.
    ///
    /// # Errors
    /// While describing, and when the argument is missing or wrong.
    pub fn take<T: Argument>(&mut self, param: &Param) -> Bound<T> {
        match &mut self.0 {
            Mode::Describe(describe) => describe.property::<T>(param, Presence::AsTyped),
            Mode::Straight(straight) => straight.take(param),
            Mode::Read(read) => read.take(param),
        }
    }

    /// A parameter that may be left out; `shown` is its default as the model sees it.
    ///
    /// # Errors
    /// While describing, and when the argument is wrong.
    pub fn take_or<T: Argument>(
        &mut self,
        param: &Param,
        default: impl FnOnce() -> T,
        shown: impl FnOnce(&T) -> Option<Value>,
    ) -> Bound<T> {
        match &mut self.0 {
            Mode::Describe(describe) => {
                describe.property::<T>(param, Presence::Default(shown(&default())))
            }
            Mode::Straight(straight) => straight.take_or(param, default),
            Mode::Read(read) if read.has(param) => read.take(param),
            Mode::Read(_) => Ok(default()),
        }
    }

    /// A parameter that is sent as a text.
    ///
    /// # Errors
    /// While describing, and when the argument is missing or wrong.
    pub fn take_text<T: FromText>(&mut self, param: &Param) -> Bound<T> {
        self.take::<AsText<T>>(param).map(|text| text.0)
    }

    /// The same, where it may be left out.
    ///
    /// # Errors
    /// While describing, and when the argument is wrong.
    pub fn take_text_option<T: FromText>(&mut self, param: &Param) -> Bound<Option<T>> {
        let taken = self.take::<Option<AsText<T>>>(param);
        taken.map(|text| text.map(|text| text.0))
    }

    /// The same, where a default stands for it; the model is shown a text.
    ///
    /// # Errors
    /// While describing, and when the argument is wrong.
    pub fn take_text_or<T: FromText>(
        &mut self,
        param: &Param,
        default: impl FnOnce() -> T,
        shown: fn(&T) -> Option<Value>,
    ) -> Bound<T> {
        let shown = |default: &AsText<T>| match shown(&default.0)? {
            Value::Number(number) => Some(number.to_string().into()),
            other => Some(other),
        };
        let taken = self.take_or(param, || AsText(default()), shown);
        taken.map(|text| text.0)
    }

    /// A struct with this parameter as its only field.
    ///
    /// # Errors
    /// While describing, and when the argument is missing or wrong.
    pub fn take_field<T: Argument>(&mut self, param: &Param) -> Bound<T> {
        match &mut self.0 {
            Mode::Describe(describe) => describe.field::<T>(param, Presence::AsTyped),
            // Only the struct knows all names of its field.
            Mode::Straight(_) => Err(Unbound),
            Mode::Read(read) => read.field(param, || None),
        }
    }

    /// The same, where it may be left out.
    ///
    /// # Errors
    /// While describing, and when the argument is wrong.
    pub fn take_field_or<T: Argument>(
        &mut self,
        param: &Param,
        default: impl FnOnce() -> T,
        shown: impl FnOnce(&T) -> Option<Value>,
    ) -> Bound<T> {
        match &mut self.0 {
            Mode::Describe(describe) => {
                describe.field::<T>(param, Presence::Default(shown(&default())))
            }
            Mode::Straight(_) => Err(Unbound),
            Mode::Read(read) => read.field(param, || Some(default())),
        }
    }

    /// The places in the source of what is taken, first to last: so it is described.
    pub fn describe_as(&mut self, places: &'static [usize]) {
        if let Mode::Describe(describe) = &mut self.0 {
            describe.places = places;
        }
    }

    /// A struct whose fields stand beside the other parameters.
    ///
    /// # Errors
    /// While describing, and when the struct does not decode.
    pub fn flatten<T: Argument>(&mut self) -> Bound<T> {
        match &mut self.0 {
            Mode::Describe(describe) => describe.flatten::<T>(),
            Mode::Straight(_) => Err(Unbound),
            Mode::Read(read) => read.flatten(),
        }
    }

    /// Leaves arguments that the function knows to others, taken or not.
    pub(crate) fn leave(&mut self) {
        if let Mode::Read(read) = &mut self.0 {
            read.leave();
        }
    }
}
