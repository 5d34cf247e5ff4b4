//! What can follow `..` in a list of tools: tools, toolsets, shares of them, and lists.
//!
//! The traits work through autoref, which only generated code can write:
//! `(&Entry::of(&value)).kind().add(value, &mut list)`.

#![expect(
    clippy::must_use_candidate,
    clippy::unused_self,
    reason = "each kind has the same methods, so that generated code need not know which it has"
)]

use std::marker::PhantomData;
use std::sync::Arc;

use super::Tool;
use super::toolset::{IntoToolset, ToolList};

/// A value in a list of tools.
#[derive(Debug)]
pub struct Entry<T>(PhantomData<fn() -> T>);

/// How a value is added, where its type says so.
#[derive(Debug)]
pub struct Known<T>(fn(T, &mut ToolList));

/// Everything else, which has to be a tool.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct One;

impl<T> Entry<T> {
    /// Of a value's type.
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

impl<T> Known<T> {
    /// Adds what the value stands for.
    pub fn add(self, value: T, list: &mut ToolList) {
        (self.0)(value, list);
    }
}

/// What stands behind `..` by itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a list of tools",
    label = "this is neither a tool, nor a toolset, nor a list of tools",
    note = "a tool is `f::tool()` for an async fn `f` under `#[tool]`, or implements `adk::Tool`",
    note = "a toolset is a value whose `impl` is under `#[toolset]`, or implements `adk::Toolset`, or \
            what the `.build()?` of its builder gives",
    note = "either may be in an `Arc`; a list is what `tools![…]` makes, or a `Vec<Arc<dyn Tool>>`"
)]
pub trait ListEntry: Tool + 'static {}

impl<T: Tool + 'static> ListEntry for T {}

impl One {
    /// Adds the tool.
    pub fn add<T: ListEntry>(self, tool: T, list: &mut ToolList) {
        list.push(tool);
    }
}

// The only one of its kind: of a value that rustc does not know, each more would be one more
// thing that it could be.
impl Entry<Arc<dyn Tool>> {
    /// A tool that is shared already.
    pub fn kind(&self) -> Known<Arc<dyn Tool>> {
        Known(|tool, list| list.extend([tool]))
    }
}

/// A tool of a known type behind an `Arc`, one that is lent, and lists that are lent.
pub trait SharedEntry<T> {
    /// It is shared as it is.
    fn kind(&self) -> Known<T>;
}

impl<T: Tool + 'static> SharedEntry<Arc<T>> for Entry<Arc<T>> {
    fn kind(&self) -> Known<Arc<T>> {
        Known(|tool, list| list.extend([tool as Arc<dyn Tool>]))
    }
}

impl<'a, T: Tool + 'static> SharedEntry<&'a Arc<T>> for Entry<&'a Arc<T>> {
    fn kind(&self) -> Known<&'a Arc<T>> {
        Known(|tool, list| list.extend([Arc::clone(tool) as Arc<dyn Tool>]))
    }
}

impl<'a> SharedEntry<&'a Arc<dyn Tool>> for Entry<&'a Arc<dyn Tool>> {
    fn kind(&self) -> Known<&'a Arc<dyn Tool>> {
        Known(|tool, list| list.extend([Arc::clone(tool)]))
    }
}

/// A list of tools.
pub trait ManyEntry<T> {
    /// All go into the list.
    fn kind(&self) -> Known<T>;
}

impl<T: IntoIterator<Item = Arc<dyn Tool>>> ManyEntry<T> for Entry<T> {
    fn kind(&self) -> Known<T> {
        Known(|tools, list| list.extend(tools))
    }
}

impl ManyEntry<ToolList> for Entry<ToolList> {
    fn kind(&self) -> Known<ToolList> {
        Known(|more, list| list.append(more))
    }
}

// Not of `Vec<FunctionTool>`: rustc could no longer tell what an empty list is of.
macro_rules! lent_lists {
    ($($type:ty),*) => {$(
        impl<'a> SharedEntry<&'a $type> for Entry<&'a $type> {
            fn kind(&self) -> Known<&'a $type> {
                Known(|more, list| list.append(more))
            }
        }
    )*};
}

lent_lists!(ToolList, [Arc<dyn Tool>], Vec<Arc<dyn Tool>>);

/// A toolset, or a share of one.
pub trait ToolsetEntry<T> {
    /// Its tools are asked for together.
    fn kind(&self) -> Known<T>;
}

impl<T: IntoToolset> ToolsetEntry<T> for Entry<T> {
    fn kind(&self) -> Known<T> {
        Known(|toolset, list| list.push_toolset(toolset))
    }
}

/// A share of a toolset, lent.
pub trait LentEntry<T> {
    /// Its tools are asked for together.
    fn kind(&self) -> Known<T>;
}

impl<'a, T: ?Sized> LentEntry<&'a Arc<T>> for Entry<&'a Arc<T>>
where
    Arc<T>: IntoToolset,
{
    fn kind(&self) -> Known<&'a Arc<T>> {
        Known(|toolset, list| list.push_toolset(Arc::clone(toolset)))
    }
}

/// Everything else.
pub trait AnyEntry {
    /// It has to be a tool.
    fn kind(&self) -> One {
        One
    }
}

impl<T> AnyEntry for &Entry<T> {}
