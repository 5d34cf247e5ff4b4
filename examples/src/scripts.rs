//! The scripts: what a model would answer, found by plain rules. Each heeds what it is
//! asked and what the tools said; none knows more than its example needs.

use adk::content::{FunctionCall, FunctionResponse};
use adk::model::{FinishReason, LlmRequest, LlmResponse};
use adk::testing::ScriptedModel;
use adk::{Content, Part, Role};
use serde_json::{Value, json};

mod skills;
mod teams;

pub use skills::skills;
pub use teams::{TWO_MESSAGES, article, search_and_calculate, support_desk};

/// For `quickstart`: asks for the weather or the forecast of the city that was named.
#[must_use]
pub fn weather() -> ScriptedModel {
    answering(|question| {
        let Some(city) = capitalised(question).last() else {
            return Err("Which city do you mean?".into());
        };
        let lower = question.to_lowercase();
        let later = ["forecast", "tomorrow", "next"]
            .iter()
            .any(|word| lower.contains(word));
        Ok(if later {
            FunctionCall::new("get_forecast", json!({ "city": city, "days": 3 }))
        } else {
            FunctionCall::new("get_weather", json!({ "city": city }))
        })
    })
}

/// What `multi_tool` asks when nobody else does.
pub const THREE_QUESTIONS: [&str; 3] = [
    "What is 256 divided by 8 ?",
    "What time is it in Asia/Tokyo?",
    "Reverse 'Hello World'.",
];

/// For `multi_tool`: a calculation, a time zone, or a text between quotes.
#[must_use]
pub fn multi_tool() -> ScriptedModel {
    answering(|question| {
        if let Some(text) = question.split(['\'', '"']).nth(1) {
            let operation = ["upper", "lower", "count"]
                .into_iter()
                .find(|word| question.to_lowercase().contains(word))
                .unwrap_or("reverse");
            return Ok(FunctionCall::new(
                "process_string",
                json!({ "text": text, "operation": operation }),
            ));
        }
        if let Some(zone) =
            words(question).find(|word| word.contains('/') && !word.starts_with('/'))
        {
            return Ok(FunctionCall::new(
                "get_current_time",
                json!({ "timezone": zone }),
            ));
        }
        calculation(question).ok_or_else(|| "Give me a sum, a time zone or a quoted text.".into())
    })
}

/// For `streaming`: a few lines.
#[must_use]
pub fn haiku() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let subject = asked(request);
        let subject = capitalised(&subject)
            .last()
            .unwrap_or("The crab")
            .to_owned();
        say(format!(
            "{subject} at first light,\nborrowed once and given back:\nnothing left to free."
        ))
    })
}

/// For `vacation_approval`: asks for the days that were named.
#[must_use]
pub fn vacation() -> ScriptedModel {
    answering(|question| {
        let days = words(question).find_map(|word| word.parse::<u8>().ok());
        let days = days.ok_or("How many days do you want off?")?;
        Ok(FunctionCall::new("book_vacation", json!({ "days": days })))
    })
}

/// For `mcp_tools`: asks for the distance between the cities that were named.
#[must_use]
pub fn roads() -> ScriptedModel {
    answering(|question| {
        let mut cities = capitalised(question);
        let (Some(from), Some(to)) = (cities.next(), cities.next()) else {
            return Err("From where to where?".into());
        };
        Ok(FunctionCall::new(
            "distance",
            json!({ "from": from, "to": to }),
        ))
    })
}

/// For `openapi`: lists the pets of the kind that was named, or takes one in.
#[must_use]
pub fn pets() -> ScriptedModel {
    answering(|question| {
        let kind = ["cat", "dog"]
            .into_iter()
            .find(|kind| question.contains(kind));
        Ok(match (kind, question.starts_with("Take in")) {
            (Some(kind), true) => {
                let name = capitalised(question).last().unwrap_or("Rex");
                FunctionCall::new("add_pet", json!({ "name": name, "kind": kind }))
            }
            (Some(kind), false) => FunctionCall::new("list_pets", json!({ "kind": kind })),
            (None, _) => FunctionCall::new("list_pets", json!({})),
        })
    })
}

/// A model that calls what `choose` says of a question, and then tells what came back.
fn answering(
    choose: impl Fn(&str) -> Result<FunctionCall, String> + Send + 'static,
) -> ScriptedModel {
    ScriptedModel::from_fn(move |request| answer(request, &choose))
}

fn answer(
    request: &LlmRequest,
    choose: impl Fn(&str) -> Result<FunctionCall, String>,
) -> LlmResponse {
    let results: Vec<String> = request
        .contents()
        .last()
        .map(|last| last.function_responses().map(told).collect())
        .unwrap_or_default();
    if !results.is_empty() {
        return say(results.join("\n"));
    }
    match choose(&asked(request)) {
        Ok(chosen) => call([chosen]),
        Err(text) => say(text),
    }
}

fn asked(request: &LlmRequest) -> String {
    request
        .contents()
        .last()
        .map(Content::text)
        .unwrap_or_default()
}

fn say(text: impl Into<String>) -> LlmResponse {
    stop([Part::from_text(text)])
}

fn call(calls: impl IntoIterator<Item = FunctionCall>) -> LlmResponse {
    stop(calls.into_iter().map(Part::from_function_call))
}

fn stop(parts: impl IntoIterator<Item = Part>) -> LlmResponse {
    LlmResponse::new(Content::new(Role::Model, parts)).with_finish_reason(FinishReason::Stop)
}

/// A tool's result as a sentence: the result, its fields, or what went wrong.
fn told(response: &FunctionResponse) -> String {
    let result = response.response().to_value();
    if let Some(error) = result.get("error").and_then(Value::as_str) {
        return format!("That did not work: {error}");
    }
    // What comes from a server stands in an `output` of its own.
    let result = result.get("output").unwrap_or(&result);
    if let Some(result) = result.get("result") {
        return plain(result);
    }
    let fields = result.as_object().into_iter().flatten();
    let fields: Vec<String> = fields
        .map(|(name, value)| format!("{name} {}", plain(value)))
        .collect();
    fields.join(", ")
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
}

/// Words that begin with a capital, the sentence's first one aside.
fn capitalised(text: &str) -> impl Iterator<Item = &str> {
    words(text)
        .skip(1)
        .filter(|word| word.starts_with(char::is_uppercase))
}

/// The first two numbers and the first word between them that names an operation.
fn calculation(question: &str) -> Option<FunctionCall> {
    let mut numbers = words(question).filter_map(|word| word.parse::<f64>().ok());
    let (a, b) = (numbers.next()?, numbers.next()?);
    let operations = [
        ("add", ["plus", "add", "+"]),
        ("sub", ["minus", "less", "-"]),
        ("mul", ["times", "multiplied", "*"]),
        ("div", ["divided", "over", "/"]),
    ];
    let named = |signs: &[&str]| {
        question
            .split_whitespace()
            .any(|word| signs.contains(&word))
    };
    let (operation, _) = operations.iter().find(|(_, signs)| named(signs))?;
    Some(FunctionCall::new(
        "calculator",
        json!({ "a": a, "b": b, "operation": operation }),
    ))
}
