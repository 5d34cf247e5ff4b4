//! The scripts of examples with several agents: one model answers for all of them, and
//! knows by its instruction which of them it is.

use adk::model::LlmRequest;
use adk::testing::ScriptedModel;

use super::{asked, capitalised, say};

/// For `article`: a draft, what to mend in it, and the draft without that.
#[must_use]
pub fn article() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let (draft, review) = (handed(request, "Draft: "), handed(request, "Review: "));
        say(match (draft, review) {
            (None, _) => format!(
                "{} is very old, and very well liked.",
                capitalised(&asked(request)).last().unwrap_or("The sea")
            ),
            (Some(_), None) => "Strike `very`: it says nothing.".to_owned(),
            (Some(draft), Some(review)) => {
                let word = review.split('`').nth(1).unwrap_or_default();
                draft.replace(&format!("{word} "), "")
            }
        })
    })
}

/// What an agent before this one left in the state: a line of the instruction.
fn handed<'a>(request: &'a LlmRequest, label: &str) -> Option<&'a str> {
    let mut lines = request.system_instruction()?.lines();
    lines.find_map(|line| line.strip_prefix(label))
}
