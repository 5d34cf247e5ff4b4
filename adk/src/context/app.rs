//! What the application gives its tools: a pool, a client, settings.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A value that the application gave the runner, shared by all runs.
///
/// A tool takes it as a parameter, which the model is told nothing of.
///
/// ```
/// # #[cfg(all(feature = "macros", feature = "testing"))]
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::prelude::*;
/// use adk::testing::ScriptedModel;
///
/// struct Stock(u32);
///
/// /// Says how many are left.
/// #[tool]
/// async fn left(stock: App<Stock>) -> u32 {
///     stock.0
/// }
///
/// let model = ScriptedModel::new().call("left", serde_json::json!({})).text("Three.");
/// let agent = LlmAgent::builder("clerk").model(model).tool(left::tool()).build()?;
/// let runner = Runner::builder("shop", agent).provide(Stock(3)).build()?;
/// assert_eq!(runner.run("user", "session", "How many?").text().await?, "Three.");
/// # Ok(()) }
/// # #[cfg(not(all(feature = "macros", feature = "testing")))] fn main() {}
/// ```
pub struct App<T>(Arc<T>);

impl<T> App<T> {
    /// A value for a direct call of a tool's function, as in a unit test.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Deref for App<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for App<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: fmt::Debug> fmt::Debug for App<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("App").field(&self.0).finish()
    }
}

/// The type of a value that a tool cannot do without.
///
/// ```
/// use adk::context::Need;
///
/// assert_eq!(Need::of::<String>().type_name(), "alloc::string::String");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    id: TypeId,
    type_name: &'static str,
}

impl Need {
    /// A value of type `T`.
    #[must_use]
    pub fn of<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            type_name: type_name::<T>(),
        }
    }

    /// The type's name, for people.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.type_name
    }
}

/// The application's values by their types.
#[derive(Clone, Default)]
pub(crate) struct Provided(Arc<HashMap<TypeId, Value>>);

#[derive(Clone)]
struct Value {
    type_name: &'static str,
    /// An [`App`] of the type.
    value: Arc<dyn Any + Send + Sync>,
}

impl Provided {
    /// Adds a value; it replaces an earlier one of its type.
    pub(crate) fn add<T: Send + Sync + 'static>(&mut self, value: T) {
        let Need { id, type_name } = Need::of::<T>();
        let value = Value {
            type_name,
            value: Arc::new(App::new(value)),
        };
        Arc::make_mut(&mut self.0).insert(id, value);
    }

    /// Of a type that threads cannot share there is none: rustc says so where a tool takes
    /// one, and a bound here would make it say so twice.
    pub(crate) fn get<T: 'static>(&self) -> Option<App<T>> {
        let found = self.0.get(&TypeId::of::<T>())?;
        found.value.downcast_ref().cloned()
    }

    pub(crate) fn meets(&self, need: &Need) -> bool {
        self.0.contains_key(&need.id)
    }
}

impl fmt::Debug for Provided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.values().map(|value| value.type_name);
        f.debug_set().entries(names).finish()
    }
}
