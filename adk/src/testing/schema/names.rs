//! Names of functions and of properties.

use serde_json::Value;

use super::Problem;
use super::walk::Node;
use crate::content::SchemaDialect;

/// The name of a function. Gemini's older page says 63 characters and its newer 64.
pub(super) fn check_function(dialect: SchemaDialect, name: &str) -> Vec<Problem> {
    let (rule, fits) = match dialect {
        SchemaDialect::Gemini | SchemaDialect::GeminiOpenApi => (
            "a letter or `_`, then letters, digits, `_`, `.` and `-`, 63 at most",
            starts_well(name) && is_of(name, "_.-", 63),
        ),
        _ => (
            "letters, digits, `_` and `-`, 64 at most",
            is_of(name, "_-", 64),
        ),
    };
    let problem = || Problem::new("", format!("`{name}` is not a valid function name: {rule}"));
    Vec::from_iter((!fits).then(problem))
}

/// The names of a node's properties, as Gemini takes them.
pub(super) fn gemini_properties(node: &Node<'_>) -> Vec<Problem> {
    let rule = "a letter or `_`, then letters, digits and `_`, 64 at most";
    properties(node, rule, |name| starts_well(name) && is_of(name, "_", 64))
}

/// The names of the root's properties, as Anthropic takes them.
pub(super) fn anthropic_properties(node: &Node<'_>) -> Vec<Problem> {
    let rule = "letters, digits, `_`, `.` and `-`, 64 at most";
    properties(node, rule, |name| is_of(name, "_.-", 64))
}

fn properties(node: &Node<'_>, rule: &str, fits: impl Fn(&str) -> bool) -> Vec<Problem> {
    let wrong = node
        .properties()
        .filter(|(name, _): &(_, &Value)| !fits(name));
    let problem = |name| node.problem(format!("`{name}` is not a valid property name: {rule}"));
    wrong.map(|(name, _)| problem(name)).collect()
}

fn starts_well(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

fn is_of(name: &str, more: &str, most: usize) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || more.contains(letter);
    (1..=most).contains(&name.len()) && name.chars().all(fits)
}
