//! The script of the example with skills: it takes the skill whose description shares most words
//! with the question, reads the file that the instructions name, and does what they say.

use adk::content::{FunctionCall, FunctionResponse};
use adk::model::LlmRequest;
use adk::testing::ScriptedModel;
use adk::{Content, Role};
use serde_json::json;

use super::{call, capitalised, say, words};

/// For `skills`: loads a skill, reads its file, and answers by it.
#[must_use]
pub fn skills() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let question = question(request);
        if let Some(file) = answer(request, "load_skill_resource", "content") {
            return say(done(&question, &file));
        }
        if let Some(instructions) = answer(request, "load_skill", "instructions") {
            let path = instructions.split('`').nth(1).unwrap_or_default();
            let skill = answer(request, "load_skill", "skill_name");
            let args = json!({ "skill_name": skill, "resource_path": path });
            return call([FunctionCall::new("load_skill_resource", args)]);
        }
        match fitting(request, &question) {
            Some(name) => call([FunctionCall::new("load_skill", json!({ "name": name }))]),
            None => say("I have no skill for that."),
        }
    })
}

/// What a user said first of all.
fn question(request: &LlmRequest) -> String {
    let mut contents = request.contents().iter();
    let first = contents.find(|content| content.role() == Some(&Role::User));
    first.map(Content::text).unwrap_or_default()
}

/// A field of the last answer, if it is one of this tool.
fn answer(request: &LlmRequest, tool: &str, field: &str) -> Option<String> {
    let last = request.contents().last()?;
    let is_of = |response: &&FunctionResponse| response.name() == tool;
    let response = last.function_responses().find(is_of)?.response().to_value();
    Some(response.get(field)?.as_str()?.to_owned())
}

/// The skill that has most words of the question in its description.
fn fitting(request: &LlmRequest, question: &str) -> Option<String> {
    let told = request.system_instruction()?;
    let asked: Vec<_> = words(question).map(str::to_lowercase).collect();
    let skills = told.split("<name>").skip(1).filter_map(|skill| {
        let (name, rest) = skill.split_once("</name>")?;
        let description = rest.split_once("</skill>")?.0.to_lowercase();
        let long = words(&description).filter(|word| word.len() > 3);
        let shared = long.filter(|word| asked.iter().any(|asked| asked == word));
        Some((shared.count(), name.to_owned()))
    });
    let best = skills.max_by_key(|(shared, _)| *shared)?;
    (best.0 > 0).then_some(best.1)
}

/// A letter with its gaps filled, or the line of the day.
fn done(question: &str, file: &str) -> String {
    let capital = capitalised(question).next().unwrap_or_default();
    let number = words(question).find(|word| word.parse::<u32>().is_ok());
    if file.contains("NAME") {
        let letter = file.trim().replace("NAME", capital);
        return letter.replace("SUM", number.unwrap_or("Some"));
    }
    let line = file.lines().find(|line| line.starts_with(capital));
    line.unwrap_or(file.trim()).to_owned()
}
