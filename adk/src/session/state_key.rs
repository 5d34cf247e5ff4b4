//! Keys of the state that know the type of their value.

use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::state_fault::{no_form, not_of_type};
use super::{ReadState, WriteState};
use crate::error::Result;
use crate::event::StateDelta;

/// A struct that names the keys of the state. `#[derive(StateKeys)]` implements it, and makes a
/// [`StateKey`] of each field.
///
/// ```
/// use adk::StateKeys;
///
/// #[derive(StateKeys)]
/// struct Shop {
///     query: String,
///     #[state(user)]
///     name: String,
/// }
///
/// assert_eq!(Shop::KEYS, ["query", "user:name"]);
/// assert_eq!(Shop::NAME.name(), "user:name");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name keys of the state",
    label = "this does not derive `StateKeys`",
    note = "put `#[derive(adk::StateKeys)]` on a struct that has a field for each key"
)]
pub trait StateKeys {
    /// The keys, with the prefixes of their scopes.
    const KEYS: &'static [&'static str];
}

/// A key of the state whose value is a `T`. `#[derive(StateKeys)]` makes them.
///
/// ```
/// use adk::prelude::*;
///
/// #[derive(StateKeys)]
/// struct Shop {
///     #[state(user)]
///     visits: u32,
/// }
///
/// fn count(ctx: &ToolContext) -> Result<u32> {
///     let visits = Shop::VISITS.get(ctx)?.unwrap_or_default() + 1;
///     Shop::VISITS.set(ctx, visits)?;
///     Ok(visits)
/// }
///
/// let ctx = adk::testing::tool_context_builder().state(Shop::VISITS, 6).build();
/// assert_eq!(count(&ctx)?, 7);
/// assert_eq!(ctx.state().get("user:visits").unwrap(), 7);
/// # Ok::<(), adk::Error>(())
/// ```
///
/// It stands for its name too, as in `output_key(Shop::ANSWER)`.
pub struct StateKey<T> {
    name: &'static str,
    of: PhantomData<fn() -> T>,
}

impl<T> StateKey<T> {
    /// The key of this name, which begins with the prefix of its scope: `app:`, `user:`,
    /// `temp:`, or none for the session.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        let of = PhantomData;
        Self { name, of }
    }

    /// The name with the scope's prefix.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The value as code in a run sees it now, or as a session or a change has it; `None` when
    /// it is absent or `null`.
    ///
    /// # Errors
    /// [`StateMismatch`](crate::ErrorKind::StateMismatch) when what is there does not decode as
    /// a `T`.
    pub fn get(self, from: &(impl ReadState + ?Sized)) -> Result<Option<T>>
    where
        // Of this bound, and not of `DeserializeOwned`, rustc says which derive is missing.
        T: for<'de> Deserialize<'de>,
    {
        let Some(value) = from.value(self.name) else {
            return Ok(None);
        };
        let decoded = Option::deserialize(&*value);
        decoded.map_err(|_| not_of_type::<T>(self.name, &value))
    }

    /// Sets the value. It takes a `T`, a reference to one, or what a `T` is lent as: a `&str` for a
    /// `String`, a slice for a `Vec`.
    ///
    /// # Errors
    /// [`StateMismatch`](crate::ErrorKind::StateMismatch) when JSON has no form for the value;
    /// nothing is written then.
    pub fn set<V: StateValue<T> + Serialize>(self, to: impl WriteState, value: V) -> Result<()> {
        let value = serde_json::to_value(value).map_err(|error| no_form::<T>(self.name, error))?;
        to.set_value(self.name, value);
        Ok(())
    }
}

impl<T> Clone for StateKey<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for StateKey<T> {}

impl<T> fmt::Debug for StateKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StateKey").field(&self.name).finish()
    }
}

impl<T> fmt::Display for StateKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl<T> From<StateKey<T>> for String {
    fn from(key: StateKey<T>) -> Self {
        key.name.to_owned()
    }
}

/// What a [`StateKey<T>`](StateKey) can be set to.
#[diagnostic::on_unimplemented(
    message = "a state key of `{T}` cannot be set to `{Self}`",
    label = "the key's values are of another type",
    note = "give a `{T}` or a reference to one; a `&str` will do for a `String`, a slice for a `Vec`"
)]
pub trait StateValue<T> {}

impl<T> StateValue<T> for T {}
impl<T> StateValue<T> for &T {}
impl StateValue<String> for &str {}
impl<T> StateValue<Vec<T>> for &[T] {}
impl StateValue<PathBuf> for &Path {}

impl StateDelta {
    /// The same changes and one more: of a typed key.
    ///
    /// ```
    /// use adk::{StateDelta, StateKey};
    ///
    /// const QUERY: StateKey<String> = StateKey::new("query");
    /// const VISITS: StateKey<u32> = StateKey::new("user:visits");
    ///
    /// let delta = StateDelta::new().with(QUERY, "shoes")?.with(VISITS, 1)?;
    /// assert_eq!(delta.get("user:visits").unwrap(), 1);
    /// # Ok::<(), adk::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`StateKey::set`].
    pub fn with<T, V>(mut self, key: StateKey<T>, value: V) -> Result<Self>
    where
        V: StateValue<T> + Serialize,
    {
        key.set(&mut self, value)?;
        Ok(self)
    }
}
