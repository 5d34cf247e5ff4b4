//! Declarations as Gemini reads them: in JSON Schema, or in the older part of `OpenAPI`.

use std::sync::Arc;

use serde::Serialize;

use crate::content::{FunctionDeclaration, Json, RewriteError, Schema, SchemaDialect};

/// Appends the declarations with commas between them.
pub(super) fn write(
    declarations: &[Arc<FunctionDeclaration>],
    schemas: SchemaDialect,
    out: &mut Vec<u8>,
) -> serde_json::Result<()> {
    FunctionDeclaration::append_all(declarations, schemas, out, |declaration| {
        Wire::new(declaration, schemas)
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Wire<'a> {
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

impl<'a> Wire<'a> {
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
