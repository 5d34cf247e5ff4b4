//! Gemini's JSON, as far as the loop by hand needs it.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Result, scene};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Request<'a> {
    pub(super) system_instruction: &'a Content,
    pub(super) contents: &'a [Content],
    pub(super) tools: [&'a Tools; 1],
}

#[derive(Deserialize)]
pub(super) struct Response {
    pub(super) candidates: Vec<Candidate>,
}

#[derive(Deserialize)]
pub(super) struct Candidate {
    pub(super) content: Content,
}

#[derive(Deserialize, Serialize)]
pub(crate) struct Content {
    role: Role,
    parts: Vec<Part>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    User,
    Model,
}

#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Part {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function_call: Option<FunctionCall>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function_response: Option<FunctionResponse>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thought_signature: Option<String>,
}

#[derive(Deserialize, Serialize)]
pub(super) struct FunctionCall {
    pub(super) name: String,
    pub(super) args: Box<RawValue>,
}

#[derive(Deserialize, Serialize)]
struct FunctionResponse {
    name: String,
    response: Box<RawValue>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tools {
    function_declarations: [FunctionDeclaration; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FunctionDeclaration {
    name: &'static str,
    description: &'static str,
    parameters_json_schema: Box<RawValue>,
}

impl Content {
    pub(super) fn user(parts: Vec<Part>) -> Self {
        Self {
            role: Role::User,
            parts,
        }
    }

    /// A turn of many calls.
    pub(super) fn of_calls() -> Result<Self> {
        let call = || -> Result<Part> {
            Ok(Part {
                function_call: Some(FunctionCall {
                    name: scene::TOOL.to_owned(),
                    args: RawValue::from_string(scene::ARGUMENTS.to_owned())?,
                }),
                ..Part::default()
            })
        };
        Ok(Self {
            role: Role::Model,
            parts: (0..scene::MANY).map(|_| call()).collect::<Result<_>>()?,
        })
    }

    pub(super) fn calls(&self) -> impl Iterator<Item = &FunctionCall> {
        self.parts
            .iter()
            .filter_map(|part| part.function_call.as_ref())
    }

    pub(super) fn text(&self) -> String {
        self.parts
            .iter()
            .filter_map(|part| part.text.as_deref())
            .collect()
    }
}

impl Part {
    pub(super) fn text(text: &str) -> Self {
        Self {
            text: Some(text.to_owned()),
            ..Self::default()
        }
    }

    pub(super) fn output(name: &str, response: Box<RawValue>) -> Self {
        Self {
            function_response: Some(FunctionResponse {
                name: name.to_owned(),
                response,
            }),
            ..Self::default()
        }
    }
}

impl Tools {
    pub(super) fn weather() -> Result<Self> {
        let schema = r#"{"type":"object","properties":{"city":{"type":"string"},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city","unit"]}"#;
        Ok(Self {
            function_declarations: [FunctionDeclaration {
                name: scene::TOOL,
                description: scene::TOOL_DESCRIPTION,
                parameters_json_schema: RawValue::from_string(schema.to_owned())?,
            }],
        })
    }
}
