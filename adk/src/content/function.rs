//! A function as a model sees it: declared, called, answered.

#[cfg(feature = "_http")]
use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::fields::Word;
use super::wire::DialectCells;
use super::{Json, RewriteError, Schema, SchemaDialect};

/// How the id of a call begins that this crate named: it means nothing to a vendor.
pub(crate) const OWN_ID: &str = "adk-";

/// How the id of a call begins that came in pieces and without one: it tells the calls of
/// one answer apart, until a run gives an id that is told apart from all others.
pub(crate) const PIECED_ID: &str = "adk-pieced-";

/// What the model is told of work that goes on when a call is over, in ADK's words.
pub(crate) const LONG_RUNNING_NOTE: &str = "NOTE: This is a long-running operation. Do not call this tool again \
                            if it has already returned some status or response.";

/// Whether every vendor takes the name of a function that was called.
#[cfg(feature = "_http")]
fn is_sendable_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    (1..=64).contains(&name.len()) && name.bytes().all(plain)
}

/// The name as every vendor takes it back: a model may have called what is no name at all.
#[cfg(feature = "_http")]
pub(crate) fn sendable_name(name: &str) -> Cow<'_, str> {
    if is_sendable_name(name) {
        return name.into();
    }
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let letters = name
        .chars()
        .map(|letter| if plain(letter) { letter } else { '_' });
    let name: String = letters.take(64).collect();
    if name.is_empty() {
        "_".into()
    } else {
        name.into()
    }
}

/// A model's call of a function.
///
/// ```
/// use adk::content::FunctionCall;
/// use serde_json::json;
///
/// let call = FunctionCall::new("get_weather", json!({"city": "Paris"})).with_id("call-1");
/// assert_eq!(call.args().to_value()["city"], "Paris");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FunctionCall {
    // Id and name are shared with the answer, which has both.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "shared_if_any"
    )]
    id: Option<Arc<str>>,
    #[serde(default, deserialize_with = "shared")]
    name: Arc<str>,
    #[serde(default = "Json::empty_object", deserialize_with = "object_or_empty")]
    args: Json,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partial_args: Option<Json>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    will_continue: Option<bool>,
}

/// A tool's answer to a [`FunctionCall`].
///
/// ```
/// use adk::content::FunctionResponse;
/// use serde_json::json;
///
/// let response = FunctionResponse::new("sum", json!({"sum": 3})).with_id("call-1");
/// assert_eq!(response.response().as_str(), r#"{"sum":3}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FunctionResponse {
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "shared_if_any"
    )]
    id: Option<Arc<str>>,
    #[serde(default, deserialize_with = "shared")]
    name: Arc<str>,
    #[serde(default = "Json::empty_object", deserialize_with = "object_or_empty")]
    response: Json,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    will_continue: Option<bool>,
}

/// What a model is told of a function: its name, what it is for, its arguments.
///
/// Built once per tool and shared by every request.
///
/// ```
/// use adk::content::{FunctionDeclaration, Schema};
///
/// let declaration = FunctionDeclaration::new("now", "Tells the time.", Schema::empty_object());
/// assert_eq!(declaration.name(), "now");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FunctionDeclaration {
    name: Box<str>,
    description: Box<str>,
    parameters_json_schema: Arc<Schema>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_json_schema: Option<Arc<Schema>>,
    /// What is wrong with the function's parameters, to be said when an agent is built.
    #[serde(skip)]
    faults: Box<[String]>,
    #[serde(skip)]
    wire: DialectCells,
}

impl FunctionCall {
    /// A call of `name`; `args` is an object.
    pub fn new(name: impl Into<String>, args: impl Into<Json>) -> Self {
        Self {
            id: None,
            name: name.into().into(),
            args: args.into(),
            partial_args: None,
            will_continue: None,
        }
    }

    /// The same call under `id`.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into().into());
        self
    }

    /// The id that the response repeats; the Flow gives one where the model did not.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The function's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The arguments as the model sent them: an object, unless the model erred.
    #[must_use]
    pub fn args(&self) -> &Json {
        &self.args
    }

    /// Pieces of arguments in a partial response, as Gemini streams them; the whole
    /// response has them all in [`args`](Self::args).
    #[must_use]
    pub fn partial_args(&self) -> Option<&Json> {
        self.partial_args.as_ref()
    }

    /// Whether further pieces of this call's arguments follow.
    #[must_use]
    pub fn will_continue(&self) -> bool {
        self.will_continue == Some(true)
    }

    pub(crate) fn set_id(&mut self, id: impl Into<Arc<str>>) {
        self.id = Some(id.into());
    }

    /// Its id, to be shared; an empty one where it has none.
    pub(crate) fn shared_id(&self) -> Arc<str> {
        self.id.clone().unwrap_or_default()
    }
}

impl FunctionResponse {
    /// The answer of `name`; `response` is an object.
    pub fn new(name: impl Into<String>, response: impl Into<Json>) -> Self {
        Self {
            id: None,
            name: name.into().into(),
            response: response.into(),
            will_continue: None,
        }
    }

    /// The answer to this call.
    pub(crate) fn to(call: &FunctionCall, response: impl Into<Json>) -> Self {
        Self {
            id: call.id.clone(),
            name: Arc::clone(&call.name),
            response: response.into(),
            will_continue: None,
        }
    }

    /// The answer to a call that its run did not live to answer.
    pub(crate) fn cancelled(call: &FunctionCall) -> Self {
        let error = serde_json::json!({ "error": "the call was cancelled before it ended" });
        Self::to(call, error)
    }

    /// What stands for an answer that comes later.
    pub(crate) fn pending(call: &FunctionCall) -> Self {
        let status = serde_json::json!({ "status": "the result is not there yet" });
        Self::to(call, status)
    }

    /// The same answer to the call of that id.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into().into());
        self
    }

    /// The same answer as a part of one: more follows.
    #[must_use]
    pub fn continuing(mut self) -> Self {
        self.will_continue = Some(true);
        self
    }

    /// Whether more of the answer follows.
    #[must_use]
    pub fn will_continue(&self) -> bool {
        self.will_continue == Some(true)
    }

    /// The id of the call.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The function's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the function answered.
    #[must_use]
    pub fn response(&self) -> &Json {
        &self.response
    }
}

impl FunctionDeclaration {
    /// A declaration; `parameters` is the schema of an object.
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        parameters: Schema,
    ) -> Self {
        Self {
            name: name.into().into(),
            description: description.into().into(),
            parameters_json_schema: Arc::new(parameters),
            response_json_schema: None,
            faults: Box::default(),
            wire: DialectCells::default(),
        }
    }

    /// The same declaration that also says what comes back.
    #[must_use]
    pub fn with_response(mut self, response: Schema) -> Self {
        self.response_json_schema = Some(Arc::new(response));
        self.wire = DialectCells::default();
        self
    }

    /// The same declaration, of a function that has these faults.
    #[must_use]
    pub(crate) fn with_faults(mut self, faults: Vec<String>) -> Self {
        self.faults = faults.into();
        self
    }

    /// What an agent that is built with the function says against it.
    pub(crate) fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The same declaration under another name.
    #[must_use]
    pub(crate) fn with_name(mut self, name: String) -> Self {
        self.name = name.into();
        self.wire = DialectCells::default();
        self
    }

    /// Whether they are one declaration, but for the name.
    pub(crate) fn is_renamed(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.parameters_json_schema, &other.parameters_json_schema)
    }

    /// The same declaration under another schema of an object.
    #[must_use]
    pub(crate) fn with_parameters(mut self, parameters: Schema) -> Self {
        self.parameters_json_schema = Arc::new(parameters);
        self.wire = DialectCells::default();
        self
    }

    /// The declaration of a function whose work goes on when a call is over.
    pub(crate) fn long_running(&self) -> Arc<Self> {
        Arc::new(Self {
            description: format!("{}\n\n{LONG_RUNNING_NOTE}", self.description).into(),
            wire: DialectCells::default(),
            ..self.clone()
        })
    }

    /// The function's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the function is for.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The schema of the arguments.
    #[must_use]
    pub fn parameters(&self) -> &Schema {
        &self.parameters_json_schema
    }

    /// The schema of the answer, where one was declared.
    #[must_use]
    pub fn response(&self) -> Option<&Schema> {
        self.response_json_schema.as_deref()
    }

    /// Appends declarations in `dialect` to `out`, commas between them; each from its
    /// cache when it was written in that dialect before.
    #[cfg_attr(not(feature = "_http"), expect(dead_code, reason = "no client is on"))]
    pub(crate) fn append_all<'a, W: Serialize>(
        declarations: &'a [Arc<Self>],
        dialect: SchemaDialect,
        out: &mut Vec<u8>,
        wire: impl Fn(&'a Self) -> Result<W, RewriteError>,
    ) -> serde_json::Result<()> {
        for (index, declaration) in declarations.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            let write =
                || serde_json::to_vec(&wire(declaration).map_err(serde::ser::Error::custom)?);
            out.extend_from_slice(declaration.wire.get_or_write(dialect, write)?);
        }
        Ok(())
    }
}

/// A text that is copied once: serde's own way to an `Arc` has a `String` on it.
fn shared<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
    Word::deserialize(deserializer).map(|Word(text)| text.into())
}

fn shared_if_any<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Arc<str>>, D::Error> {
    let text = Option::deserialize(deserializer)?;
    Ok(text.map(|Word(text)| text.into()))
}

fn object_or_empty<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_else(Json::empty_object))
}
