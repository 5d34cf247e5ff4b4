//! The rules of Anthropic's tools: draft 2020-12 with a plain object at the root.

use serde_json::Value;

use super::Problem;
use super::names;
use super::walk;

pub(super) fn check(schema: &Value) -> Vec<Problem> {
    let mut problems = walk::root(schema, "object");
    let nodes = walk::nodes(schema, &mut problems);
    problems.extend(
        nodes
            .first()
            .map(names::anthropic_properties)
            .unwrap_or_default(),
    );
    for node in &nodes {
        let bounds = ["exclusiveMinimum", "exclusiveMaximum"];
        for bound in bounds.into_iter().filter(|bound| node.has(bound)) {
            if !node.keywords[bound].is_number() {
                problems.push(node.problem(format!("`{bound}` is a number")));
            }
        }
        let required = node.keywords.get("required");
        if required.is_some_and(|required| !required.is_array()) {
            problems.push(node.problem("`required` is a list of names"));
        }
    }
    problems.extend(walk::dangling(schema, &nodes));
    problems
}
