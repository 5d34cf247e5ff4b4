//! Through what typed keys read and write: sessions and changes here, contexts above.

use std::borrow::Cow;

use serde_json::Value;

use super::Session;
use crate::event::StateDelta;

/// What state is read from: the contexts of a run, a [`Session`], a [`StateDelta`].
///
/// ```
/// use adk::session::ReadState;
///
/// fn lang(from: &dyn ReadState) -> String {
///     let lang = from.value("user:lang");
///     lang.as_deref().and_then(|it| it.as_str()).unwrap_or("en").to_owned()
/// }
///
/// assert_eq!(lang(&adk::testing::tool_context()), "en");
/// assert_eq!(lang(&adk::StateDelta::from([("user:lang", "fr")])), "fr");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no state to read",
    note = "state is read from a context, such as `&ToolContext` or `&ReadonlyContext`, and outside of a run from a `&Session`"
)]
pub trait ReadState {
    /// The value of a key, by its full name with the scope's prefix.
    fn value(&self, key: &str) -> Option<Cow<'_, Value>>;
}

/// What state is written to: `&ToolContext`, `&CallbackContext`, `&mut StateDelta`.
///
/// ```
/// use adk::StateDelta;
/// use adk::session::WriteState;
///
/// let mut delta = StateDelta::new();
/// delta.set_value("user:lang", "fr".into());
/// assert_eq!(delta.get("user:lang").unwrap(), "fr");
/// ```
#[diagnostic::on_unimplemented(
    message = "state cannot be written through `{Self}`",
    note = "state is written through `&ToolContext`, `&CallbackContext` or `&mut StateDelta`",
    note = "an agent of your own writes it with the events that it emits: `EventActions::with_state_delta`"
)]
pub trait WriteState {
    /// Sets a key, by its full name with the scope's prefix.
    fn set_value(self, key: &str, value: Value);
}

impl ReadState for Session {
    fn value(&self, key: &str) -> Option<Cow<'_, Value>> {
        self.state(key).map(Cow::Borrowed)
    }
}

impl ReadState for StateDelta {
    fn value(&self, key: &str) -> Option<Cow<'_, Value>> {
        self.get(key).map(Cow::Borrowed)
    }
}

impl WriteState for &mut StateDelta {
    fn set_value(self, key: &str, value: Value) {
        self.set(key, value);
    }
}
