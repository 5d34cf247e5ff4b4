//! All that generated code may touch. No part of the public interface: it changes with
//! any version, together with `adk-macros`.

mod checks;
mod instruction;

pub use std::convert::Infallible;
pub use std::sync::OnceLock;

pub use futures_core::future::BoxFuture;

pub use checks::{
    check_bound, check_description, check_long_running_description, check_method, check_once,
    check_part,
};
pub use instruction::instruction;

pub use crate::tool::args::{AnyKind, Bound, Key, Kind, KindOf, Limit, Param, Params, Signature};
pub use crate::tool::entry::{AnyEntry, Entry, LentEntry, ManyEntry, SharedEntry, ToolsetEntry};
pub use crate::tool::function::{
    Answer, AnyAnswer, Call, Confirm, Decision, LaterAnswer, caught, confirming, confirming_method,
    function_tool, needing,
};
pub use crate::tool::lend::{HiddenDefault, Lend, Shown, ShownDefault, blocking, text_default};
pub use crate::tool::made::MadeTool;
pub use crate::tool::output::{
    Absent, AnyDelivered, AnyFailed, AnyReturned, CausedFailed, Delivered, Failed,
    FallibleStreamDelivered, FallibleStreamItem, OutputOf, ResultSchema, ResultWithoutSchema,
    Returned, StreamDelivered, StreamItem, ValueSchema, ValueWithoutSchema, WholeItem, Written,
    output_schema,
};
pub use crate::tool::toolset::{
    Method, Methods, NamesOf, NoNames, Part, PartNames, Shareable, SharedToolset, Whole, gathered,
};
