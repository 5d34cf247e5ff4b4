//! What a function may return as an agent's instruction.

use std::sync::Arc;

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
