//! Tells a model that cannot be sent the output schema to answer with `set_model_response`.

use super::Draft;
use crate::tool::SET_MODEL_RESPONSE;

pub(super) fn process(draft: &mut Draft<'_>) {
    if !draft.needs_instruction() || draft.spec.output.is_none() {
        return;
    }
    if draft.spec.relisted.is_some() {
        // There may be no tools in another run.
        draft.instruction_changes();
    }
    if draft.spec.answers_by_tool() {
        draft.instruct(&format!(
            "Give your final answer by the function `{SET_MODEL_RESPONSE}` alone, in the form of its \
             parameters, and not as text. Call other functions first where you need them; once you \
             know the answer, call `{SET_MODEL_RESPONSE}`."
        ));
    }
}
