//! Who the agent is, in ADK's sentence.

use super::Draft;

pub(super) fn process(draft: &mut Draft<'_>) {
    draft.instruct(&draft.spec.identity);
}
