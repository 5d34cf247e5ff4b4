//! Tools as Gemini reads them: declarations in JSON Schema or in the older part of
//! `OpenAPI`, and what its own server runs.

use serde::Serialize;

use crate::content::{FunctionDeclaration, Json, RewriteError, Schema, SchemaDialect, ToolChoice};
use crate::model::LlmRequest;

/// Appends the tools and how they may be used as fields, with a comma before each, where there
/// is something to say.
pub(super) fn write(
    request: &LlmRequest,
    schemas: SchemaDialect,
    out: &mut Vec<u8>,
) -> serde_json::Result<()> {
    write_tools(request, schemas, out)?;
    write_use(request, out)
}

/// One object of all declarations, then those of the server.
fn write_tools(
    request: &LlmRequest,
    schemas: SchemaDialect,
    out: &mut Vec<u8>,
) -> serde_json::Result<()> {
    let (declarations, of_server) = (request.declarations(), request.server_tools());
    if declarations.is_empty() && of_server.is_empty() {
        return Ok(());
    }
    out.extend_from_slice(br#","tools":["#);
    if !declarations.is_empty() {
        out.extend_from_slice(br#"{"functionDeclarations":["#);
        FunctionDeclaration::append_all(declarations, schemas, out, |declaration| {
            Declaration::new(declaration, schemas)
        })?;
        out.extend_from_slice(b"]},");
    }
    for tool in of_server {
        if !tool.is_object() {
            let text = format!("the server tool {tool} is no object");
            return Err(serde::ser::Error::custom(text));
        }
        out.extend_from_slice(tool.as_str().as_bytes());
        out.push(b',');
    }
    out.pop();
    out.push(b']');
    Ok(())
}

fn write_use(request: &LlmRequest, out: &mut Vec<u8>) -> serde_json::Result<()> {
    let mode = match request.config().tool_choice {
        ToolChoice::Auto => None,
        ToolChoice::Any => Some("ANY"),
        ToolChoice::None => Some("NONE"),
    };
    let is_mixed = !request.declarations().is_empty() && !request.server_tools().is_empty();
    if mode.is_none() && !is_mixed {
        return Ok(());
    }
    let function_calling_config = mode.map(|mode| FunctionCalling { mode });
    out.extend_from_slice(br#","toolConfig":"#);
    serde_json::to_writer(
        out,
        &ToolConfig {
            function_calling_config,
            include_server_side_tool_invocations: is_mixed.then_some(true),
        },
    )
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolConfig {
    #[serde(skip_serializing_if = "Option::is_none")]
    function_calling_config: Option<FunctionCalling>,
    /// Models that take functions beside tools of the server want to be told that what those
    /// did comes back to them, as it does: it is part of their content.
    #[serde(skip_serializing_if = "Option::is_none")]
    include_server_side_tool_invocations: Option<bool>,
}

#[derive(Serialize)]
struct FunctionCalling {
    mode: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Declaration<'a> {
    name: &'a str,
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters_json_schema: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_json_schema: Option<Json>,
}

impl<'a> Declaration<'a> {
    fn new(
        declaration: &'a FunctionDeclaration,
        schemas: SchemaDialect,
    ) -> Result<Self, RewriteError> {
        let rewrite = |schema: &Schema| schema.rewrite(schemas);
        let parameters = rewrite(declaration.parameters())?;
        let response = declaration.response().map(rewrite).transpose()?;
        let mut wire = Self {
            name: declaration.name(),
            description: declaration.description(),
            parameters: None,
            response: None,
            parameters_json_schema: None,
            response_json_schema: None,
        };
        if schemas == SchemaDialect::GeminiOpenApi {
            // An object without properties is refused there: no parameters are none.
            let is_empty = parameters.to_value()["properties"] == serde_json::json!({});
            wire.parameters = Some(parameters).filter(|_| !is_empty);
            wire.response = response;
        } else {
            wire.parameters_json_schema = Some(parameters);
            wire.response_json_schema = response;
        }
        Ok(wire)
    }
}
