//! A model's final answer by the schema that it was told, as a call's arguments are looked at.

use serde_json::Value;

use super::{check, words};

/// What is wrong with the answer that stands at `path`, in words for the model; `None` where
/// it fits. Keys that the schema does not know pass, and so does `null` for what may be left
/// out.
pub(crate) fn mismatch(
    heading: &str,
    path: &str,
    schema: &Value,
    answer: &Value,
) -> Option<String> {
    let faults = check::answer_faults(path, schema, answer);
    (!faults.is_empty()).then(|| words::list(heading, &faults))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::content::Schema;

    fn mismatch_of(schema: Value, answer: &Value) -> Option<String> {
        let schema = Schema::from_value(schema).as_json().to_value();
        mismatch("no:", "", &schema, answer)
    }

    #[test]
    fn what_says_no_less_than_the_schema_fits() {
        let schema = json!({
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "note": {"type": "string"},
                "count": {"type": "integer", "default": 1},
            },
            "required": ["name"],
        });
        let told = |answer| mismatch_of(schema.clone(), &answer);
        assert_eq!(told(json!({"name": "a"})), None);
        assert_eq!(told(json!({"name": "a", "note": null, "more": 1})), None);
        assert_eq!(
            told(json!({"name": null, "note": 1, "count": null, "nmae": 2})).unwrap(),
            "no:\n- `name`: expected a string, got null\n- `note`: expected a string, got 1\n- \
             `count`: expected an integer, got null\n- `nmae`: unknown; did you mean `name`?"
        );
    }

    #[test]
    fn an_alternative_may_hold_more_than_it_says() {
        let of = |name: &str| json!({"type": "object", "properties": {name: {"type": "integer"}}, "required": [name]});
        let schema = json!({"anyOf": [of("a"), of("b")]});
        assert_eq!(mismatch_of(schema.clone(), &json!({"b": 1, "c": 2})), None);
        assert!(mismatch_of(schema, &json!({"c": 2})).is_some());
    }
}
