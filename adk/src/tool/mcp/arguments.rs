//! Arguments that a server is certain to refuse by the schema it lists, so that nobody is asked to
//! approve of their call. Servers take more than their schemas say, such as numbers in strings; all
//! that might pass is left to them.

use rmcp::model::JsonObject;
use serde_json::Value;

/// What is wrong with the arguments of a call, if anything is for certain.
pub(super) fn fault(schema: &JsonObject, arguments: &JsonObject) -> Option<String> {
    let needed = schema.get("required").and_then(Value::as_array);
    let mut needed = needed.into_iter().flatten().filter_map(Value::as_str);
    if let Some(name) = needed.find(|name| !arguments.contains_key(*name)) {
        return Some(format!("the argument `{name}` is missing"));
    }
    let properties = schema.get("properties")?.as_object()?;
    arguments.iter().find_map(|(name, value)| {
        let kind = properties.get(name)?.get("type")?.as_str()?;
        let given = match value {
            Value::Object(_) => "an object",
            Value::Array(_) => "an array",
            _ => return None,
        };
        let is_scalar = matches!(kind, "string" | "number" | "integer" | "boolean");
        is_scalar
            .then(|| format!("the argument `{name}` has to be of the type {kind}; it is {given}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(value: Value) -> JsonObject {
        match value {
            Value::Object(object) => object,
            _ => JsonObject::new(),
        }
    }

    #[test]
    fn only_what_is_certain_is_a_fault() {
        let schema = json!({
            "type": "object",
            "required": ["path", 7],
            "additionalProperties": false,
            "properties": {
                "path": { "type": "string" },
                "lines": { "type": "integer" },
                "any": {},
                "either": { "type": ["string", "array"] },
                "list": { "type": "array" },
            },
        });
        let check = |arguments| fault(&object(schema.clone()), &object(arguments));
        for fine in [
            json!({ "path": "a" }),
            // Servers are known to convert these.
            json!({ "path": 7, "lines": "7" }),
            json!({ "path": null, "list": "[1]" }),
            json!({ "path": "a", "any": [1], "either": [1], "unknown": {} }),
        ] {
            assert_eq!(check(fine.clone()), None, "{fine}");
        }
        for (given, told) in [
            (json!({ "Path": "a" }), "the argument `path` is missing"),
            (
                json!({ "path": ["a"] }),
                "the argument `path` has to be of the type string; it is an array",
            ),
            (
                json!({ "path": "a", "lines": {} }),
                "the argument `lines` has to be of the type integer; it is an object",
            ),
        ] {
            assert_eq!(check(given).as_deref(), Some(told));
        }
        assert_eq!(fault(&JsonObject::new(), &JsonObject::new()), None);
    }
}
