//! What a function may return as an agent's instruction, or be named as one.

use std::future::Future;
use std::sync::Arc;

use crate::context::ReadonlyContext;
use crate::error::Result;
use crate::instruction::Instruction;

/// A text, or an [`Instruction`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an agent's instruction",
    label = "this type is not a text",
    note = "return `&'static str`, `String` or `adk::Instruction`"
)]
pub trait InstructionText: Into<Instruction> {}

// No blanket implementation: rustc would then explain `Into` instead.
impl InstructionText for &str {}
impl InstructionText for String {}
impl InstructionText for Box<str> {}
impl InstructionText for Arc<str> {}
impl InstructionText for Instruction {}

/// The instruction that a function returned.
pub fn instruction(text: impl InstructionText) -> Instruction {
    text.into()
}

/// What a function that computes an instruction for each call returns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an instruction that is computed for each call",
    label = "this type is not a text",
    note = "return `String`, `&'static str`, or `adk::Result` of one"
)]
pub trait ComputedText {
    /// The text, or the error that ends the run.
    ///
    /// # Errors
    /// That of the function.
    fn into_text(self) -> Result<String>;
}

impl ComputedText for String {
    fn into_text(self) -> Result<String> {
        Ok(self)
    }
}

impl ComputedText for &str {
    fn into_text(self) -> Result<String> {
        Ok(self.to_owned())
    }
}

impl<T: ComputedText> ComputedText for Result<T> {
    fn into_text(self) -> Result<String> {
        self?.into_text()
    }
}

/// The text that a function computed.
///
/// # Errors
/// That of the function.
pub fn computed(text: impl ComputedText) -> Result<String> {
    text.into_text()
}

/// The value of `global_instruction`; `M` tells the kinds apart.
#[diagnostic::on_unimplemented(
    message = "this cannot be an instruction",
    label = "this is neither a text nor a fn that gives one",
    note = "give a text, an `adk::Instruction`, a `fn() -> String`, or an `async fn(ReadonlyContext) -> adk::Result<String>`"
)]
pub trait IntoInstruction<M> {
    /// The instruction.
    fn into_instruction(self) -> Instruction;
}

impl<T: InstructionText> IntoInstruction<()> for T {
    fn into_instruction(self) -> Instruction {
        self.into()
    }
}

impl<F: Fn() -> T, T: InstructionText> IntoInstruction<(T,)> for F {
    fn into_instruction(self) -> Instruction {
        self().into()
    }
}

impl<F, A> IntoInstruction<(ReadonlyContext, A)> for F
where
    F: Fn(ReadonlyContext) -> A + Send + Sync + 'static,
    A: Future<Output = Result<String>> + Send + 'static,
{
    fn into_instruction(self) -> Instruction {
        Instruction::provider(self)
    }
}

/// The instruction that a key has.
pub fn given_instruction<M>(given: impl IntoInstruction<M>) -> Instruction {
    given.into_instruction()
}
