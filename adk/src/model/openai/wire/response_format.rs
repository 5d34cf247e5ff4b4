//! The form of the answer: any text, any JSON, or JSON of a schema.

use serde::Serialize;
use serde_json::Value;

use crate::content::{GenerateContentConfig, Json, Schema, SchemaDialect};

#[derive(Serialize)]
struct ResponseFormat {
    r#type: &'static str,
    json_schema: JsonSchema,
}

#[derive(Serialize)]
struct JsonSchema {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    strict: Option<bool>,
    schema: Json,
}

/// Appends the setting, with a comma after it, where an answer of JSON is wanted.
pub(super) fn write(config: &GenerateContentConfig, out: &mut Vec<u8>) -> serde_json::Result<()> {
    let wants_json = config.response_mime_type.as_deref() == Some("application/json");
    if config.response_schema.is_none() && !wants_json {
        return Ok(());
    }
    out.extend_from_slice(br#""response_format":"#);
    match &config.response_schema {
        // All of this vendor's dialects have one text for answers.
        Some(schema) => schema.append(SchemaDialect::OpenAi, out, |schema| {
            serde_json::to_vec(&of_schema(schema)?)
        })?,
        None => out.extend_from_slice(br#"{"type":"json_object"}"#),
    }
    out.push(b',');
    Ok(())
}

fn of_schema(schema: &Schema) -> serde_json::Result<ResponseFormat> {
    let can_be_strict = !has_defaults(&schema.as_json().to_value());
    let strict = can_be_strict.then(|| schema.rewrite(SchemaDialect::OpenAiStrict).ok());
    let (strict, schema) = match strict.flatten() {
        Some(schema) => (Some(true), schema),
        None => (
            None,
            schema
                .rewrite(SchemaDialect::OpenAi)
                .map_err(serde::ser::Error::custom)?,
        ),
    };
    Ok(ResponseFormat {
        r#type: "json_schema",
        json_schema: JsonSchema {
            name: "response",
            strict,
            schema,
        },
    })
}

/// Whether a property that may be left out then has a value that is not `null`: strict mode
/// leaves none out and gives `null`, which whoever reads the answer would not take.
fn has_defaults(schema: &Value) -> bool {
    match schema {
        Value::Array(schemas) => schemas.iter().any(has_defaults),
        Value::Object(node) => {
            node.get("default").is_some_and(|value| !value.is_null())
                || node.values().any(has_defaults)
        }
        _ => false,
    }
}
