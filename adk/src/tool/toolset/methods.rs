//! What `#[toolset]` says of a type's methods, and the toolset that it comes to.

use std::future::ready;
use std::marker::PhantomData;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use super::{StaticToolset, Toolset};
use crate::content::Json;
use crate::context::ToolContext;
use crate::tool::args::{Bound, Params, Signature};
use crate::tool::function::method_tool;
use crate::tool::output::NoResult;
use crate::tool::{FunctionTool, Tool, ToolError};

/// A type whose methods can be tools, since the calls of a turn run side by side.
///
/// The lifetime means nothing. `for<'x> Orders: Shareable<'x>` is believed where it stands
/// as a bound, also when it does not hold, and so the only complaint is the one of
/// [`gathered`].
pub trait Shareable<'x>: Send + Sync + 'static {}

impl<T: Send + Sync + 'static> Shareable<'_> for T {}

/// One method of a type, as a tool. `M` is the name that generated code has for it.
pub trait Method<M>: Sized {
    /// What is decoded for a call.
    type Arguments;

    /// What the model is told, without the toolset's prefix.
    fn __adk_signature() -> Signature;

    /// Names every parameter once, to be described or decoded.
    ///
    /// # Errors
    /// While describing, and when the arguments are wrong.
    fn __adk_bind(params: &mut Params<'_>) -> Bound<Self::Arguments>;

    /// Decode, call, encode.
    fn __adk_call<'a>(
        this: &'a Arc<Self>,
        signature: &'a Signature,
        ctx: &'a ToolContext,
        args: &'a Json,
        no_result: NoResult,
    ) -> BoxFuture<'a, Result<Json, ToolError>>;

    /// Whether a person is asked before a call; only of a method that says `confirm`.
    fn __adk_confirm<'a>(
        _this: &'a Arc<Self>,
        _signature: &'a Signature,
        _ctx: &'a ToolContext,
        _args: &'a Json,
    ) -> BoxFuture<'a, Result<bool, ToolError>> {
        Box::pin(ready(Ok(true)))
    }

    /// What makes the tool more than its method.
    #[must_use]
    fn __adk_settings(tool: FunctionTool, _this: &Arc<Self>) -> FunctionTool {
        tool
    }
}

/// The main block of a toolset's methods. `M` is the name that generated code has for it, so
/// that rustc complains once of two main blocks: of their [`SharedToolset`](super::SharedToolset).
pub trait MainBlock<M>: Sized {
    /// Adds the block's tools and those of its parts.
    fn __adk_tools(tools: &mut Methods<Self>);
}

/// Another block of its methods; `P` is the name of the part.
#[diagnostic::on_unimplemented(
    message = "`{P}` is not a part of `{Self}`",
    note = "a part is made by `#[toolset(part = …)]` on another `impl` of the same type"
)]
pub trait Part<P>: Sized {
    /// Adds the part's tools.
    fn __adk_tools(tools: &mut Methods<Self>);
}

/// The names of a part's tools, without a prefix.
pub trait PartNames {
    /// The names, in order.
    const NAMES: &'static [&'static str];
}

/// The names of a part, or none where a type is not one, which [`Methods::add_part`] says
/// once.
#[derive(Debug)]
pub struct NamesOf<P>(PhantomData<P>);

impl<P: PartNames> NamesOf<P> {
    /// The names, in order.
    pub const NAMES: &'static [&'static str] = P::NAMES;
}

/// Stands behind a constant of the type's own.
pub trait NoNames {
    /// No names.
    const NAMES: &'static [&'static str] = &[];
}

impl<P> NoNames for NamesOf<P> {}

/// The tools of one value, while they are gathered.
#[derive(Debug)]
pub struct Methods<T> {
    value: Arc<T>,
    prefix: Option<&'static str>,
    tools: Vec<Arc<dyn Tool>>,
}

impl<T> Methods<T> {
    /// Adds a method.
    pub fn add<M: 'static>(&mut self)
    where
        T: Method<M> + Send + Sync + 'static,
    {
        let mut signature = T::__adk_signature();
        if let Some(prefix) = self.prefix {
            signature = signature.prefixed(prefix);
        }
        let tool = method_tool(Arc::clone(&self.value), signature);
        self.tools
            .push(Arc::new(T::__adk_settings(tool, &self.value)));
    }

    /// Adds a part's methods.
    pub fn add_part<P>(&mut self)
    where
        T: Part<P>,
    {
        T::__adk_tools(self);
    }
}

/// The toolset of a value. What the type has to be is said first, for the sake of the
/// complaint.
pub fn gathered<T: Send + Sync + 'static + MainBlock<M>, M>(
    value: Arc<T>,
    prefix: Option<&'static str>,
    name: &str,
) -> Arc<dyn Toolset> {
    let mut methods = Methods {
        value,
        prefix,
        tools: Vec::new(),
    };
    T::__adk_tools(&mut methods);
    Arc::new(StaticToolset::new(name, methods.tools))
}
