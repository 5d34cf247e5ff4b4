//! Calls as a stream brings them: the name first, the arguments in fragments of text.

use std::borrow::Cow;

use serde::de::Error as _;
use serde_json::value::RawValue;
use serde_json::{Error, Value};

use super::answer::{Call, Text};
use crate::content::{FunctionCall, Json, Part};
use crate::model::FinishReason;

/// As many calls as a stream can have: each fragment is looked for among them.
const MAX_CALLS: usize = 1000;

/// The calls of an answer that nobody may see yet.
#[derive(Debug, Default)]
pub(super) struct OpenCalls(Vec<OpenCall>);

#[derive(Debug, Default)]
struct OpenCall {
    index: Option<u32>,
    id: String,
    name: String,
    arguments: String,
}

impl OpenCalls {
    /// Adds a call that is whole.
    ///
    /// # Errors
    /// When the arguments are a string that cannot be read.
    pub(super) fn push(&mut self, call: Call<'_>) -> serde_json::Result<()> {
        let mut open = OpenCall::default();
        open.grow(call)?;
        self.0.push(open);
        Ok(())
    }

    /// Adds a fragment to the call it belongs to.
    ///
    /// # Errors
    /// When the arguments are a string that cannot be read, or there are too many calls.
    pub(super) fn add(&mut self, fragment: Call<'_>) -> serde_json::Result<()> {
        self.find(fragment.index, fragment.id.as_ref())?
            .grow(fragment)
    }

    /// The calls as parts, once the model said why it stopped.
    pub(super) fn take(&mut self, reason: Option<&FinishReason>) -> impl Iterator<Item = Part> {
        let is_cut = matches!(reason, Some(FinishReason::MaxTokens | FinishReason::Safety));
        self.0.drain(..).map(move |call| call.into_part(is_cut))
    }

    /// The call of that index and id. Servers that do not count number all calls 0, or
    /// none; an id of its own then begins another.
    fn find(
        &mut self,
        index: Option<u32>,
        id: Option<&Text<'_>>,
    ) -> serde_json::Result<&mut OpenCall> {
        let id = id.map_or("", |id| &*id.0);
        let belongs = |open: &OpenCall| {
            (index.is_none() || open.index == index)
                && (id.is_empty() || open.id.is_empty() || open.id == id)
        };
        let place = self.0.iter().rposition(belongs).unwrap_or(self.0.len());
        if place == MAX_CALLS {
            return Err(Error::custom(format!("more than {MAX_CALLS} calls")));
        }
        if place == self.0.len() {
            self.0.push(OpenCall {
                index,
                ..OpenCall::default()
            });
        }
        Ok(&mut self.0[place])
    }
}

impl OpenCall {
    fn grow(&mut self, fragment: Call<'_>) -> serde_json::Result<()> {
        set(&mut self.id, fragment.id);
        if let Some(function) = fragment.function {
            set(&mut self.name, function.name);
            if let Some(arguments) = function.arguments {
                self.arguments.push_str(&argument_text(arguments)?);
            }
        }
        Ok(())
    }

    fn into_part(self, is_cut: bool) -> Part {
        let call = FunctionCall::new(self.name, arguments(self.arguments, is_cut));
        Part::from_function_call(if self.id.is_empty() {
            call
        } else {
            call.with_id(self.id)
        })
    }
}

fn set(field: &mut String, text: Option<Text<'_>>) {
    if let Some(Text(text)) = text
        && field.is_empty()
    {
        *field = text.into_owned();
    }
}

fn argument_text(arguments: &RawValue) -> serde_json::Result<Cow<'_, str>> {
    match arguments.get() {
        "null" => Ok("".into()),
        text if text.starts_with('"') => serde_json::from_str::<Text<'_>>(text).map(|text| text.0),
        text => Ok(text.into()),
    }
}

/// The arguments in `text`. What is no JSON becomes a JSON string of it, so that the
/// tool's answer can tell the model; no arguments at all are none, unless the answer was cut.
fn arguments(text: String, is_cut: bool) -> Json {
    let is_empty = text.trim().is_empty();
    if is_empty && !is_cut {
        return Json::empty_object();
    }
    match text.parse::<Json>() {
        Ok(json) if json.is_object() => json,
        // Written as a string in the string.
        Ok(json) => match json.decode::<String>().map(|inner| inner.parse::<Json>()) {
            Ok(Ok(inner)) if inner.is_object() => inner,
            _ => json,
        },
        Err(_) => Json::from(Value::String(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(fragments: &[&str], reason: &FinishReason) -> Vec<String> {
        let mut calls = OpenCalls::default();
        for fragment in fragments {
            calls.add(serde_json::from_str(fragment).unwrap()).unwrap();
        }
        calls
            .take(Some(reason))
            .map(|part| serde_json::to_string(part.function_call().unwrap()).unwrap())
            .collect()
    }

    #[test]
    fn fragments_go_to_their_call_by_index_or_by_id() {
        let counted = [
            r#"{"index":0,"id":"a","function":{"name":"f","arguments":""}}"#,
            r#"{"index":1,"id":"b","function":{"name":"g","arguments":"{\"y\""}}"#,
            r#"{"index":0,"function":{"arguments":"{\"x\":"}}"#,
            r#"{"index":1,"id":"b","function":{"name":"g","arguments":":2}"}}"#,
            r#"{"index":0,"id":"","function":{"arguments":"1}"}}"#,
        ];
        let whole = [
            r#"{"id":"a","name":"f","args":{"x":1}}"#,
            r#"{"id":"b","name":"g","args":{"y":2}}"#,
        ];
        assert_eq!(decoded(&counted, &FinishReason::Stop), whole);
        for index in [r#""index":0,"#, ""] {
            let uncounted = [
                format!(r#"{{{index}"id":"a","function":{{"name":"f","arguments":"{{\"x\":"}}}}"#),
                format!(r#"{{{index}"function":{{"arguments":"1}}"}}}}"#),
                format!(r#"{{{index}"id":"b","function":{{"name":"g","arguments":{{"y":2}}}}}}"#),
            ];
            let uncounted: Vec<_> = uncounted.iter().map(String::as_str).collect();
            assert_eq!(decoded(&uncounted, &FinishReason::Stop), whole);
        }
    }

    #[test]
    fn calls_of_a_stream_have_a_bound() {
        let mut calls = OpenCalls::default();
        let mut add = |n: usize| {
            let fragment = format!(r#"{{"index":{n},"function":{{"name":"f"}}}}"#);
            calls.add(serde_json::from_str(&fragment).unwrap())
        };
        assert!((0..1000).chain([0, 999]).all(|n| add(n).is_ok()));
        assert_eq!(add(1000).unwrap_err().to_string(), "more than 1000 calls");
    }

    #[test]
    fn arguments_are_an_object_or_what_the_model_wrote() {
        let cases = [
            ("", "{}"),
            (" {\"a\": 1} ", "{\"a\":1}"),
            ("\"{\\\"a\\\":1}\"", "{\"a\":1}"),
            ("[1]", "[1]"),
            ("{\"a\":", "\"{\\\"a\\\":\""),
        ];
        for (text, expected) in cases {
            assert_eq!(arguments(text.into(), false).as_str(), expected);
        }
        assert_eq!(arguments(String::new(), true).as_str(), "\"\"");
    }
}
