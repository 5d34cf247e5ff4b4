//! What goes into an agent and comes out of it, by its schema and by its type, as a call's
//! arguments are looked at.
//!
//! A type says more than its schema: a number that it wants even, two fields that go together.
//! So what fits the schema is decoded as well, and the type's own words are told.

use std::panic::catch_unwind;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::check::{self, Fault};
use super::read::{path_in, path_of, words_of};
use super::words;
use crate::content::{Json, Schema};
use crate::panic::own_text;
use crate::tool::ToolError;

/// A schema, and the type that it is of, where there is one.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    pub(crate) schema: Schema,
    json: Arc<Value>,
    decode: Option<Decode>,
}

/// What a type has against a text.
type Decode = fn(&str) -> Option<Fault>;

impl Form {
    /// What a type is read from.
    pub(crate) fn of<T: DeserializeOwned + JsonSchema>() -> Self {
        let decode: Decode = fault_of::<T>;
        Self {
            decode: Some(decode),
            ..Self::from(Schema::of::<T>())
        }
    }

    /// Whether a type says what fits, and not a schema alone.
    pub(crate) fn is_typed(&self) -> bool {
        self.decode.is_some()
    }

    /// What is wrong with an answer that stands at `path`, in words for the model; `None` where
    /// it fits. Keys that the schema does not know pass, and so does `null` for what may be left
    /// out, unless the type minds. `text` is the answer's.
    pub(crate) fn mismatch(
        &self,
        heading: &str,
        path: &str,
        answer: &Value,
        text: &str,
    ) -> Option<String> {
        let mut faults = check::answer_faults(path, &self.json, answer);
        if faults.is_empty() {
            let fault = self.fault(text, " that fits")?;
            let path = path_in(path, &fault.path);
            faults.push(Fault { path, ..fault });
        }
        Some(words::list(heading, &faults))
    }

    /// Whether the type takes the arguments of a call, which fit the schema.
    ///
    /// # Errors
    /// What it has against them, in words for the model.
    pub(crate) fn takes(&self, tool: &str, args: &Json) -> Result<(), ToolError> {
        let Some(fault) = self.fault(args.as_str(), " that the tool takes") else {
            return Ok(());
        };
        let heading = words::heading(tool);
        Err(ToolError::model(words::list(&heading, &[fault])).permanent())
    }

    fn fault(&self, text: &str, more: &str) -> Option<Fault> {
        let fault = self.decode?(text)?;
        let sent = serde_json::from_str(text).unwrap_or_default();
        Some(words::explained(&self.json, &sent, fault, more))
    }
}

impl From<Schema> for Form {
    fn from(schema: Schema) -> Self {
        Self {
            json: Arc::new(schema.as_json().to_value()),
            schema,
            decode: None,
        }
    }
}

/// What a type has against a text; a panic of its author's code is a fault too.
fn fault_of<T: DeserializeOwned>(text: &str) -> Option<Fault> {
    catch_unwind(|| decoding_fault::<T>(text)).unwrap_or_else(|payload| {
        let words = format!("what reads it panicked: {}", own_text(payload));
        Some(Fault::new("", words))
    })
}

/// The place costs time, so it is asked for only where there is a fault.
fn decoding_fault<T: DeserializeOwned>(text: &str) -> Option<Fault> {
    let error = serde_json::from_str::<T>(text).err()?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let placed = serde_path_to_error::deserialize::<_, T>(&mut reader).err();
    Some(placed.map_or_else(
        || Fault::new("", words_of(&error)),
        |error| Fault::new(&path_of("", error.path()), words_of(error.inner())),
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn mismatch_of(schema: Value, answer: &Value) -> Option<String> {
        let form = Form::from(Schema::from_value(schema));
        form.mismatch("no:", "", answer, &answer.to_string())
    }

    #[test]
    fn what_says_no_less_than_the_schema_fits() {
        let schema = json!({
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "note": {"type": "string"},
                "count": {"type": "integer", "default": 1},
            },
            "required": ["name"],
        });
        let told = |answer| mismatch_of(schema.clone(), &answer);
        assert_eq!(told(json!({"name": "a"})), None);
        assert_eq!(told(json!({"name": "a", "note": null, "more": 1})), None);
        assert_eq!(
            told(json!({"name": null, "note": 1, "count": null, "nmae": 2})).unwrap(),
            "no:\n- `name`: expected a string, got null\n- `note`: expected a string, got 1\n- \
             `count`: expected an integer, got null\n- `nmae`: unknown; did you mean `name`?"
        );
    }

    #[test]
    fn an_alternative_may_hold_more_than_it_says() {
        let of = |name: &str| json!({"type": "object", "properties": {name: {"type": "integer"}}, "required": [name]});
        let schema = json!({"anyOf": [of("a"), of("b")]});
        assert_eq!(mismatch_of(schema.clone(), &json!({"b": 1, "c": 2})), None);
        assert!(mismatch_of(schema, &json!({"c": 2})).is_some());
    }
}
