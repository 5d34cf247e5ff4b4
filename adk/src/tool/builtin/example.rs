//! The tool that shows a model examples of conversations. It is no tool that a model calls.

use std::fmt::Write as _;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::future::ready;
use serde_json::Value;

use super::marks::protected;
use super::shaping::only_shapes;
use crate::content::{Content, FunctionCall, Part, Role};
use crate::context::CallbackContext;
use crate::error::Result;
use crate::model::LlmRequest;
use crate::tool::Tool;

const END: &str = "End few-shot";
/// Stands around all of them.
const BLOCK: &str = "<EXAMPLES>";

/// What a user says, and what an agent ought to make of it; see [`ExampleTool`].
#[derive(Debug, Clone)]
pub struct Example {
    input: Content,
    output: Vec<Content>,
}

impl Example {
    /// An example. The output is what is said and called from then on, in order: words and calls
    /// of the model, answers of the tools.
    pub fn new(input: impl Into<Content>, output: impl IntoIterator<Item = Content>) -> Self {
        Self {
            input: input.into(),
            output: output.into_iter().collect(),
        }
    }
}

/// The tool that adds examples to the instruction of each request, in ADK's form: models whose
/// name holds `gemini-2` are shown calls as code of tools, all others as plain code. The model
/// does not call it.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::content::FunctionCall;
/// use adk::prelude::*;
/// use adk::testing::ScriptedModel;
/// use adk::tool::builtin::{Example, ExampleTool};
/// use serde_json::json;
///
/// let call = FunctionCall::new("get_weather", json!({"city": "Paris"}));
/// let call = Content::new(Role::Model, [Part::from_function_call(call)]);
/// let examples = [Example::new("Is it warm in Paris?", [call, Content::model("Yes.")])];
///
/// let model = ScriptedModel::new().text("No.");
/// let agent = LlmAgent::builder("terse").model(model.clone()).tool(ExampleTool::new(examples));
/// let runner = Runner::builder("app", agent.build()?).build()?;
/// runner.run("ada", "one", "Is it warm in Oslo?").text().await?;
/// let told = model.requests()[0].system_instruction().unwrap().to_owned();
/// assert!(told.contains("[model]\n```\nget_weather(city='Paris')\n```\nYes.\nEnd example"));
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct ExampleTool {
    plain: Arc<str>,
    as_tool_code: Arc<str>,
}

impl ExampleTool {
    /// Shows these.
    pub fn new(examples: impl IntoIterator<Item = Example>) -> Self {
        let examples: Vec<_> = examples.into_iter().collect();
        Self {
            plain: told(&examples, ["", ""]).into(),
            as_tool_code: told(&examples, ["tool_code", "tool_outputs"]).into(),
        }
    }
}

// Where rustc tells what a tool is, this one would not help.
#[diagnostic::do_not_recommend]
impl Tool for ExampleTool {
    only_shapes!("example_tool", "Shows the model examples.");

    fn process_request<'a>(
        &'a self,
        _: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        let is_gemini_2 = request
            .model()
            .is_some_and(|name| name.contains("gemini-2"));
        let told = if is_gemini_2 {
            &self.as_tool_code
        } else {
            &self.plain
        };
        if !told.is_empty() {
            request.append_instructions(told);
        }
        Some(Box::pin(ready(Ok(()))))
    }
}

/// The examples, with calls and answers as code in these languages.
fn told(examples: &[Example], languages: [&str; 2]) -> String {
    if examples.is_empty() {
        return String::new();
    }
    let mut body = String::new();
    for (index, example) in examples.iter().enumerate() {
        let _ = write!(body, "EXAMPLE {}:\nBegin example\n[user]\n", index + 1);
        let mut speaker = None;
        for part in example.input.parts().iter().filter_map(Part::text) {
            let _ = writeln!(body, "{part}");
        }
        for content in &example.output {
            let is_model = content.role() == Some(&Role::Model);
            if speaker.replace(is_model) != Some(is_model) {
                body.push_str(if is_model { "[model]\n" } else { "[user]\n" });
            }
            for part in content.parts() {
                write_part(&mut body, part, languages);
            }
        }
        body.push_str("End example\n\n");
    }
    let body = protected(&protected(&body, END), BLOCK);
    format!(
        "{BLOCK}\nBegin few-shot\nThe following are examples of user queries and model \
         responses using the available tools.\n\n{body}{END}\n{BLOCK}"
    )
}

fn write_part(body: &mut String, part: &Part, [calls, answers]: [&str; 2]) {
    let _ = if let Some(call) = part.function_call() {
        writeln!(body, "```{calls}\n{}\n```", code(call))
    } else if let Some(answer) = part.function_response() {
        writeln!(body, "```{answers}\n{}\n```", answer.response())
    } else if let Some(text) = part.text().filter(|text| !text.is_empty()) {
        writeln!(body, "{text}")
    } else {
        Ok(())
    };
}

/// The call as a line of Python.
fn code(call: &FunctionCall) -> String {
    let args = match call.args().to_value() {
        Value::Object(args) => args,
        _ => serde_json::Map::new(),
    };
    let args = args.iter().map(|(name, value)| match value {
        Value::String(text) => {
            let text = text
                .replace('\\', "\\\\")
                .replace('\'', "\\'")
                .replace('\n', "\\n");
            format!("{name}='{text}'")
        }
        value => format!("{name}={value}"),
    });
    format!("{}({})", call.name(), args.collect::<Vec<_>>().join(", "))
}
