//! What each provider refuses of a tool's declaration, found before a request is sent.
//!
//! The rules are those of the providers' documentation and of their errors; nothing here
//! knows how this crate rewrites schemas, so that the one checks the other.

mod anthropic;
mod gemini;
mod names;
mod openai;
mod openapi;
mod strict;
mod walk;

use std::fmt;
use std::sync::Arc;

use crate::content::{FunctionDeclaration, Json, SchemaDialect};
use crate::tool::ToolList;

/// The longest description of a function that every provider takes, in characters.
const MAX_DESCRIPTION: usize = 1024;

/// What a provider would refuse, and where.
///
/// ```
/// use adk::content::SchemaDialect;
///
/// let problem = &adk::testing::check_schema(SchemaDialect::OpenAi, &r#"{"type": "object"}"#.parse()?)[0];
/// assert_eq!((problem.path(), problem.rule()), ("", "the root has `properties`"));
/// # Ok::<(), adk::serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    path: String,
    rule: String,
}

impl Problem {
    fn new(path: &str, rule: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            rule: rule.into(),
        }
    }

    /// The JSON pointer of the place in the schema; empty for the root and for what is
    /// said of the function as a whole.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The rule that is broken.
    #[must_use]
    pub fn rule(&self) -> &str {
        &self.rule
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.path {
            "" => f.write_str(&self.rule),
            path => write!(f, "`{path}`: {}", self.rule),
        }
    }
}

/// What a provider would refuse of a schema of arguments, as it is sent to it.
///
/// ```
/// use adk::content::SchemaDialect;
/// use adk::testing::check_schema;
///
/// let sent = r#"{"type": "object", "properties": {"unit": {"const": "C"}}}"#.parse()?;
/// let problems = check_schema(SchemaDialect::Gemini, &sent);
/// assert_eq!(problems[0].to_string(), "`/properties/unit`: `const` is not known");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check_schema(dialect: SchemaDialect, schema: &Json) -> Vec<Problem> {
    let schema = schema.to_value();
    match dialect {
        SchemaDialect::Gemini => gemini::check(&schema),
        SchemaDialect::GeminiOpenApi => openapi::check(&schema),
        SchemaDialect::OpenAi => openai::check(&schema),
        SchemaDialect::OpenAiStrict => strict::check(&schema),
        SchemaDialect::Anthropic => anthropic::check(&schema),
    }
}

/// What a provider would refuse of a function: its name, its description and the schema of
/// its arguments in the provider's dialect; and what an agent that is built with it says
/// against its parameters.
///
/// A schema that has no strict form is not a problem: it is sent as it is.
///
/// ```
/// use adk::content::{FunctionDeclaration, Schema, SchemaDialect};
/// use adk::testing::check_declaration;
///
/// let declaration = FunctionDeclaration::new("look.up", "Looks it up.", Schema::empty_object());
/// assert_eq!(check_declaration(SchemaDialect::Gemini, &declaration), []);
/// assert_eq!(check_declaration(SchemaDialect::Anthropic, &declaration).len(), 1);
/// ```
#[must_use]
pub fn check_declaration(
    dialect: SchemaDialect,
    declaration: &FunctionDeclaration,
) -> Vec<Problem> {
    let mut problems = names::check_function(dialect, declaration.name());
    let description = declaration.description();
    if description.trim().is_empty() {
        problems.push(Problem::new("", "a function needs a description"));
    }
    if description.chars().count() > MAX_DESCRIPTION {
        let rule = "the description has more than 1024 characters";
        problems.push(Problem::new("", rule));
    }
    let faults = declaration.faults().iter();
    problems.extend(faults.map(|fault| Problem::new("", fault.clone())));
    if let Ok(parameters) = declaration.parameters().rewrite(dialect) {
        problems.extend(check_schema(dialect, &parameters));
    }
    problems
}

/// Panics with every problem of the declarations in every dialect.
///
/// ```
/// use std::sync::Arc;
/// use adk::content::{FunctionDeclaration, Schema};
///
/// let now = FunctionDeclaration::new("now", "Tells the time.", Schema::empty_object());
/// adk::testing::assert_declarations(&[Arc::new(now)]);
/// ```
///
/// # Panics
/// When there is a problem.
#[track_caller]
pub fn assert_declarations(declarations: &[Arc<FunctionDeclaration>]) {
    let mut lines = Vec::new();
    for declaration in declarations {
        for dialect in SchemaDialect::all() {
            for problem in check_declaration(dialect, declaration) {
                let name = declaration.name();
                lines.push(format!("- `{name}`, {dialect:?}: {problem}"));
            }
        }
    }
    assert!(
        lines.is_empty(),
        "providers would refuse these tools:\n{}",
        lines.join("\n")
    );
}

/// Panics with every problem of the tools that are known now, in every dialect: what
/// [`check_tools!`](crate::testing::check_tools) calls.
///
/// # Panics
/// When there is a problem.
#[track_caller]
pub fn assert_tools(tools: impl Into<ToolList>) {
    let tools = tools.into();
    let declared = tools.tools().filter(|tool| tool.is_declared());
    let declarations = declared.map(|tool| Arc::clone(tool.declaration()));
    assert_declarations(&declarations.collect::<Vec<_>>());
}
