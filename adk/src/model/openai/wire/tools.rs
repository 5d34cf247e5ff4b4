//! Declarations as tools of chat completions.

use std::sync::Arc;

use serde::Serialize;

use crate::content::{FunctionDeclaration, Json, RewriteError, SchemaDialect};

#[derive(Serialize)]
struct Tool<'a> {
    r#type: &'static str,
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    description: &'a str,
    parameters: Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    strict: Option<bool>,
}

/// Appends the tools with commas between them.
pub(super) fn write(
    declarations: &[Arc<FunctionDeclaration>],
    schemas: SchemaDialect,
    out: &mut Vec<u8>,
) -> serde_json::Result<()> {
    FunctionDeclaration::append_all(declarations, schemas, out, |declaration| {
        tool(declaration, schemas)
    })
}

fn tool(
    declaration: &FunctionDeclaration,
    schemas: SchemaDialect,
) -> Result<Tool<'_>, RewriteError> {
    let parameters = declaration.parameters();
    let strict = (schemas == SchemaDialect::OpenAiStrict)
        .then(|| parameters.rewrite(schemas).ok())
        .flatten();
    Ok(Tool {
        r#type: "function",
        function: Function {
            name: declaration.name(),
            description: declaration.description(),
            strict: strict.is_some().then_some(true),
            parameters: match strict {
                Some(parameters) => parameters,
                None => parameters.rewrite(SchemaDialect::OpenAi)?,
            },
        },
    })
}
