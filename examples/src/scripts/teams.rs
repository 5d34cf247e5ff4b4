//! The scripts of examples with several agents: one model answers for all of them, and
//! knows by its instruction which of them it is.

use adk::content::{FunctionCall, FunctionResponse};
use adk::model::{LlmRequest, LlmResponse};
use adk::testing::ScriptedModel;
use adk::{Content, Role};
use serde_json::json;

use super::{answer, asked, calculation, call, capitalised, say, told, words};

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

/// What `support_desk` is told when nobody else speaks.
pub const TWO_MESSAGES: [&str; 2] = [
    "My card was charged twice for one order.",
    "When do I get the money back?",
];

/// For `support_desk`: hands over by the words of the message, or answers.
#[must_use]
pub fn support_desk() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let said = user_said(request).to_lowercase();
        let names = |topic: &[&str]| topic.iter().any(|word| said.contains(word));
        let agent = if names(&["charged", "bill", "money"]) {
            "billing"
        } else if names(&["app", "crash", "log in"]) {
            "support"
        } else {
            return say("Is it about a bill, or about the app?");
        };
        if !is(request, agent) {
            let args = json!({ "agent_name": agent });
            return call([FunctionCall::new("transfer_to_agent", args)]);
        }
        say(match agent {
            "billing" if said.contains("when") => "Within three working days.",
            "billing" => "I see it. One of the two goes back to your card.",
            _ => "Please update the app to 2.1, and start it again.",
        })
    })
}

/// For `search_and_calculate`: has two cities looked up, and their figures put together.
#[must_use]
pub fn search_and_calculate() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        if is(request, "search_agent") {
            return answer(request, |question| {
                let city = capitalised(question).last().ok_or("Which city?")?;
                Ok(FunctionCall::new("look_up", json!({ "city": city })))
            });
        }
        if is(request, "calculator_agent") {
            return answer(request, |question| {
                calculation(question).ok_or_else(|| "Give me a sum.".to_owned())
            });
        }
        delegate(request)
    })
}

/// The main agent of `search_and_calculate`.
fn delegate(request: &LlmRequest) -> LlmResponse {
    let question = user_said(request);
    let last = request.contents().last();
    let results: Vec<&FunctionResponse> = last
        .into_iter()
        .flat_map(Content::function_responses)
        .collect();
    let numbers: Vec<f64> = results
        .iter()
        .filter_map(|result| number(&told(result)))
        .collect();
    match (results.as_slice(), numbers.as_slice()) {
        ([], _) => {
            let cities: Vec<&str> = capitalised(&question).collect();
            if cities.is_empty() {
                return say("Which cities do you mean?");
            }
            call(cities.iter().map(|city| {
                let request = format!("How many people live in {city}?");
                FunctionCall::new("search_agent", json!({ "request": request }))
            }))
        }
        ([result], [number]) if result.name() == "calculator_agent" => {
            say(format!("That makes {number} people."))
        }
        ([_, _], [a, b]) => {
            let sign = if question.contains("more") {
                "minus"
            } else {
                "plus"
            };
            let request = format!("What is {a} {sign} {b} ?");
            call([FunctionCall::new(
                "calculator_agent",
                json!({ "request": request }),
            )])
        }
        _ => say(results.into_iter().map(told).collect::<Vec<_>>().join("\n")),
    }
}

fn number(text: &str) -> Option<f64> {
    words(text).find_map(|word| word.parse().ok())
}

/// Whether the request is of this agent.
fn is(request: &LlmRequest, agent: &str) -> bool {
    let name = format!("Your internal name is \"{agent}\"");
    let instruction = request.system_instruction();
    instruction.is_some_and(|text| text.contains(&name))
}

/// What an agent before this one left in the state: a line of the instruction.
fn handed<'a>(request: &'a LlmRequest, label: &str) -> Option<&'a str> {
    let mut lines = request.system_instruction()?.lines();
    lines.find_map(|line| line.strip_prefix(label))
}

/// The user's last words, those of other agents aside.
fn user_said(request: &LlmRequest) -> String {
    let contents = request.contents().iter().rev();
    let mut said = contents
        .filter(|content| content.role() == Some(&Role::User))
        .map(Content::text);
    said.find(|text| !text.is_empty() && !text.starts_with("For context:"))
        .unwrap_or_default()
}
