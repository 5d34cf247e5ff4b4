//! The property that tells alternatives apart, as `#[serde(tag = "…")]` makes them.

use serde_json::{Map, Value};

use crate::content::resolve_schema;

/// The tag of alternatives, and its values; none where an object among them has no tag.
pub(super) fn tag<'a>(root: &'a Value, branches: &'a [Value]) -> Option<(&'a str, Vec<Value>)> {
    let objects = branches.iter().filter_map(|branch| {
        let branch = resolve_schema(branch, root);
        branch.get("properties").and_then(Value::as_object)
    });
    let objects: Vec<&Map<_, _>> = objects.collect();
    let names = objects.first().filter(|_| objects.len() > 1)?.keys();
    names.into_iter().find_map(|name| {
        let words = objects.iter().map(|object| words(object.get(name)?));
        let words: Option<Vec<_>> = words.collect();
        let words = words?.into_iter().flatten().cloned();
        Some((&**name, words.collect()))
    })
}

fn words(property: &Value) -> Option<&Vec<Value>> {
    let words = property.get("enum")?.as_array()?;
    words.iter().all(Value::is_string).then_some(words)
}
