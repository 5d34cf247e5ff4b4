//! The rules of OpenAI's functions.

use serde_json::Value;

use super::Problem;
use super::walk;

pub(super) fn check(schema: &Value) -> Vec<Problem> {
    let mut problems = walk::root(schema, "object");
    let nodes = walk::nodes(schema, &mut problems);
    for node in &nodes {
        if node.is_of("array") && !node.has("items") {
            problems.push(node.problem("an array has `items`"));
        }
    }
    problems.extend(walk::dangling(schema, &nodes));
    problems
}
