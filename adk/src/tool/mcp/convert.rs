//! A server's tool as a declaration that every model is told, whatever the server calls it.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Value;

use crate::content::{FunctionDeclaration, Schema};
use crate::tool::Hints;
use crate::tool::rules::{self, MAX_DESCRIPTION, MAX_NAME};

/// The declaration: the schemas as the server wrote them, the name and the description as far as
/// vendors take them.
pub(super) fn declaration(tool: &Tool, server: &str) -> FunctionDeclaration {
    let name = name(&tool.name, server);
    let description = description(tool, server);
    let declaration = FunctionDeclaration::new(name, description, schema(&tool.input_schema));
    match &tool.output_schema {
        Some(output) => declaration.with_response(schema(output)),
        None => declaration,
    }
}

fn schema(schema: &JsonObject) -> Schema {
    Schema::verbatim(Value::Object(schema.clone()))
}

/// What a server says of its tool's effect; where it says nothing, nothing is said.
pub(super) fn hints(annotations: Option<&ToolAnnotations>) -> Hints {
    let Some(said) = annotations else {
        return Hints::new();
    };
    let hints = match (said.read_only_hint, said.destructive_hint) {
        (Some(true), _) => Hints::new().read_only(),
        (_, Some(true)) => Hints::new().destructive(),
        _ => Hints::new(),
    };
    if said.idempotent_hint == Some(true) {
        hints.idempotent()
    } else {
        hints
    }
}

/// A name that all vendors take: letters, digits, `_` and `-`, and none that is the crate's own.
fn name(name: &str, server: &str) -> String {
    let name = plain(name);
    if !rules::is_reserved(&name) {
        return name;
    }
    let named = plain(&format!("{server}_{name}"));
    if rules::is_reserved(&named) {
        return plain(&format!("mcp_{name}"));
    }
    named
}

fn plain(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let letters = name
        .chars()
        .map(|letter| if is_plain(letter) { letter } else { '_' });
    let starts_well =
        name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    let begin = if starts_well { "" } else { "_" };
    begin.chars().chain(letters).take(MAX_NAME).collect()
}

fn description(tool: &Tool, server: &str) -> String {
    let said = tool.description.as_deref().or(tool.title.as_deref());
    let said = said.unwrap_or_default().trim();
    if said.is_empty() {
        return format!("The tool {} of {server}.", tool.name);
    }
    let Some((cut, _)) = said.char_indices().nth(MAX_DESCRIPTION) else {
        return said.to_owned();
    };
    tracing::warn!(
        tool = &*tool.name,
        server,
        "an MCP tool's description is too long, and is cut"
    );
    let last = said[..cut].char_indices().next_back();
    let end = last.map_or(0, |(end, _)| end);
    format!("{}…", &said[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_vendor_refuses_are_mapped() {
        for (given, wanted) in [
            ("get_weather", "get_weather"),
            ("issues/list.all", "issues_list_all"),
            ("2fa", "_2fa"),
            ("zeit für tee", "zeit_f_r_tee"),
            ("transfer_to_agent", "files_transfer_to_agent"),
            ("adk_request_confirmation", "files_adk_request_confirmation"),
            ("transfer.to_agent", "files_transfer_to_agent"),
            ("adk/x", "files_adk_x"),
            ("", "_"),
        ] {
            assert_eq!(name(given, "files"), wanted);
        }
        assert_eq!(name("adk_x", "adk"), "mcp_adk_x");
        assert_eq!(name(&"x".repeat(100), "files").len(), MAX_NAME);
    }

    #[test]
    fn a_description_is_there_and_of_a_length_that_vendors_take() {
        let described = |text: &'static str| {
            let schema = JsonObject::new();
            description(&Tool::new("now", text, schema), "clock")
        };
        assert_eq!(described(" Tells the time.\n"), "Tells the time.");
        assert_eq!(described(" "), "The tool now of clock.");
        let long = described(Box::leak("ä".repeat(2_000).into_boxed_str()));
        assert_eq!(long.chars().count(), MAX_DESCRIPTION);
        assert!(long.ends_with("ä…"));
    }
}
