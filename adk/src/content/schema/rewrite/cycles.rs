//! Recursion as Gemini takes it: each cycle has a property that may be left out.

use serde_json::Value;

use super::super::parts::{for_each_child, look_at_children};
use super::super::refs::{Cycles, target};
use super::{any_type, notes};

/// Makes the properties optional through which a definition meets itself again, and cuts
/// the cycles that have no property on their way.
pub(super) fn open(schema: &mut Value) {
    let Some(Value::Object(definitions)) = schema.get("$defs").cloned() else {
        return;
    };
    let through_all = Cycles::of(&definitions, &|_| true);
    let through_items = Cycles::of(&definitions, &|keyword| keyword != "properties");
    let Some(Value::Object(edited)) = schema.get_mut("$defs") else {
        return;
    };
    for (name, definition) in edited {
        // It refers to them, so that those which lead back are on a cycle with it.
        relax(definition, &|other| through_all.have_both(name, other));
        cut(definition, &|other| through_items.have_both(name, other));
    }
}

/// Takes from `required` the innermost properties that lead back.
fn relax(schema: &mut Value, leads_back: &dyn Fn(&str) -> bool) {
    let Value::Object(node) = schema else {
        return;
    };
    for_each_child(node, &mut |child| relax(child, leads_back));
    let Some(Value::Array(mut required)) = node.get("required").cloned() else {
        return;
    };
    let Some(Value::Object(properties)) = node.get_mut("properties") else {
        return;
    };
    required.retain(|name| {
        let property = name.as_str().and_then(|name| properties.get_mut(name));
        let Some(property) = property else {
            return true;
        };
        let mut held = Vec::new();
        holds(property, &mut held);
        let optional = held.into_iter().any(leads_back);
        if let (true, Value::Object(property)) = (optional, property) {
            notes::say(property, "(required)");
        }
        !optional
    });
    node.insert("required".into(), required.into());
}

/// The definitions that a value of the schema cannot do without, as far as its properties
/// say so.
fn holds<'a>(schema: &'a Value, held: &mut Vec<&'a str>) {
    let Value::Object(node) = schema else {
        return;
    };
    held.extend(target(node));
    look_at_children(node, &mut |keyword, child| {
        if keyword != "properties" {
            holds(child, held);
        }
    });
    let required = node.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if let Some(property) = schema["properties"].get(name) {
            holds(property, held);
        }
    }
}

/// Puts any value in the place of references that lead back without a property.
fn cut(schema: &mut Value, leads_back: &dyn Fn(&str) -> bool) {
    let Value::Object(node) = schema else {
        return;
    };
    if let Some(name) = target(node).filter(|name| leads_back(name)) {
        let text = format!("A further `{name}`.");
        node.shift_remove("$ref");
        node.insert("type".into(), any_type());
        notes::say(node, &text);
    }
    for (keyword, value) in node {
        match (&**keyword, value) {
            ("anyOf" | "prefixItems", Value::Array(list)) => {
                for child in list {
                    cut(child, leads_back);
                }
            }
            ("items" | "additionalProperties", child) => cut(child, leads_back),
            _ => {}
        }
    }
}
