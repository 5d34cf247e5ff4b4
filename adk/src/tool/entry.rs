//! What can follow `..` in a list of tools: a tool, a shared tool, or a list of them.
//!
//! The traits work through autoref, which only generated code can write:
//! `(&Entry::of(&value)).kind().add(value, &mut tools)`.

#![expect(
    clippy::must_use_candidate,
    clippy::unused_self,
    reason = "each kind has the same methods, so that generated code need not know which it has"
)]

use std::marker::PhantomData;
use std::sync::Arc;

use super::Tool;

type Tools = Vec<Arc<dyn Tool>>;

/// A value in a list of tools.
#[derive(Debug)]
pub struct Entry<T>(PhantomData<fn() -> T>);

impl<T> Entry<T> {
    /// Of a value's type.
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

impl Entry<Arc<dyn Tool>> {
    /// A tool that is shared already.
    pub fn kind(&self) -> Shared {
        Shared
    }
}

/// A tool of a known type behind an `Arc`.
pub trait SharedEntry {
    /// It is shared as it is.
    fn kind(&self) -> SharedAs {
        SharedAs
    }
}

impl<T: Tool + 'static> SharedEntry for Entry<Arc<T>> {}

/// A list of tools.
pub trait ManyEntry {
    /// All go into the list.
    fn kind(&self) -> Many {
        Many
    }
}

impl<T: IntoIterator<Item = Arc<dyn Tool>>> ManyEntry for Entry<T> {}

/// Everything else, which has to be a tool.
pub trait AnyEntry {
    /// It goes into the list.
    fn kind(&self) -> One {
        One
    }
}

impl<T> AnyEntry for &Entry<T> {}

/// An `Arc<dyn Tool>`.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Shared;

/// An `Arc` of a tool.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct SharedAs;

/// A list.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Many;

/// A tool.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct One;

impl Shared {
    /// Adds the tool.
    pub fn add(self, tool: Arc<dyn Tool>, tools: &mut Tools) {
        tools.push(tool);
    }
}

impl SharedAs {
    /// Adds the tool.
    pub fn add<T: Tool + 'static>(self, tool: Arc<T>, tools: &mut Tools) {
        tools.push(tool);
    }
}

impl Many {
    /// Adds all of them.
    pub fn add(self, list: impl IntoIterator<Item = Arc<dyn Tool>>, tools: &mut Tools) {
        tools.extend(list);
    }
}

impl One {
    /// Adds the tool.
    pub fn add<T: Tool + 'static>(self, tool: T, tools: &mut Tools) {
        tools.push(Arc::new(tool));
    }
}
