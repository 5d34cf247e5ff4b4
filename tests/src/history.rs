//! The rules of every provider for a conversation, in one check.

use adk::content::{FunctionCall, FunctionResponse};
use adk::{Content, Role};

use crate::transcript::of_contents;

/// Checks what a model is sent: a user begins and a user ends; nothing is empty; the
/// model never speaks twice in a row; it alone calls, and each of its calls is answered
/// once, in order, by the content right behind it, which holds nothing else.
///
/// # Panics
/// When a rule is broken, with the whole conversation.
pub fn assert_valid_history(contents: &[Content]) {
    if let Err(fault) = check(contents) {
        panic!("{fault} in:\n{}", of_contents(contents));
    }
}

fn check(contents: &[Content]) -> Result<(), String> {
    for end in [contents.first(), contents.last()] {
        let end = end.ok_or("nothing was said")?;
        require(is_by(end, &Role::User), "an end that is not the user's")?;
    }
    let mut open: Vec<Option<&str>> = Vec::new();
    let mut last_role = None;
    for content in contents {
        let parts = content.parts();
        require(!parts.is_empty(), "a content without parts")?;
        require(!parts.iter().any(adk::Part::is_empty), "an empty part")?;
        let by_model = is_by(content, &Role::Model);
        require(by_model || is_by(content, &Role::User), "another role")?;
        let twice = by_model && last_role == content.role();
        require(!twice, "a model that speaks twice in a row")?;
        last_role = content.role();

        let answers: Vec<_> = content
            .function_responses()
            .map(FunctionResponse::id)
            .collect();
        require(
            answers == open,
            &format!("{open:?} answered by {answers:?}"),
        )?;
        let alone = answers.is_empty() || answers.len() == parts.len();
        require(alone, "answers mixed with other parts")?;

        open = content.function_calls().map(FunctionCall::id).collect();
        require(
            open.is_empty() || by_model,
            "a call that is not the model's",
        )?;
        let unique = open
            .iter()
            .enumerate()
            .all(|(at, id)| id.is_some_and(|id| !id.is_empty()) && !open[..at].contains(id));
        require(unique, &format!("calls not told apart: {open:?}"))?;
    }
    Ok(())
}

fn is_by(content: &Content, role: &Role) -> bool {
    content.role() == Some(role)
}

fn require(holds: bool, fault: &str) -> Result<(), String> {
    holds.then_some(()).ok_or_else(|| fault.to_owned())
}

#[cfg(test)]
mod tests {
    use adk::Part;
    use adk::content::{FunctionCall, FunctionResponse};
    use serde_json::json;

    use super::*;

    fn calls(ids: &[&str]) -> Content {
        let call = |id: &&str| FunctionCall::new("f", json!({})).with_id(*id);
        Content::new(
            Role::Model,
            ids.iter().map(call).map(Part::from_function_call),
        )
    }

    fn answers(ids: &[&str]) -> Content {
        let answer = |id: &&str| FunctionResponse::new("f", json!({})).with_id(*id);
        Content::new(
            Role::User,
            ids.iter().map(answer).map(Part::from_function_response),
        )
    }

    #[test]
    fn a_conversation_with_calls_in_their_place_is_valid() {
        let said = [
            Content::user("Hi"),
            calls(&["1", "2"]),
            answers(&["1", "2"]),
            Content::model("Hello"),
            Content::user("And now?"),
        ];
        assert_eq!(check(&said), Ok(()));
    }

    #[test]
    fn every_broken_rule_is_seen() {
        let user = || Content::user("Hi");
        let model = || Content::model("Hello");
        let broken: [&[Content]; 11] = [
            &[],
            &[model(), user()],
            &[user(), model()],
            &[user(), model(), model(), user()],
            &[user(), Content::user("")],
            &[user(), Content::new(Role::Model, []), user()],
            &[user(), calls(&["1"]), user()],
            &[user(), calls(&["1", "2"]), answers(&["2", "1"])],
            &[user(), calls(&["1"]), answers(&["1"]), answers(&["1"])],
            &[user(), calls(&["1", "1"]), answers(&["1", "1"])],
            &[user(), answers(&["1"]), user()],
        ];
        for said in broken {
            assert!(check(said).is_err(), "{}", of_contents(said));
        }
    }
}
