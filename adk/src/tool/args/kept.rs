//! Bounds that the schema tells and no type keeps, as `#[schemars(range(…))]` gives them.

use serde_json::{Map, Value};

use super::check::{self, Of};
use crate::content::Json;

/// Keywords of bounds that are kept.
const BOUNDS: [&str; 8] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
];

/// Whether there are such bounds; that a number fits its width and a tuple its length is
/// known to the types.
pub(super) fn has_bounds(schema: &Value) -> bool {
    match schema {
        Value::Object(node) => {
            let told = BOUNDS
                .iter()
                .filter_map(|keyword| Some((*keyword, node.get(*keyword)?)));
            let mut told = told.filter(|(_, bound)| bound.is_number());
            told.any(|(keyword, bound)| !is_of_type(node, keyword, bound))
                || node.values().any(has_bounds)
        }
        Value::Array(items) => items.iter().any(has_bounds),
        _ => false,
    }
}

fn is_of_type(node: &Map<String, Value>, keyword: &str, bound: &Value) -> bool {
    if keyword.ends_with("Items") {
        return node.contains_key("prefixItems");
    }
    let format = node
        .get("format")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let (is_signed, width) = match format.strip_prefix('u') {
        Some(signed) => (false, signed.strip_prefix("int")),
        None => (true, format.strip_prefix("int")),
    };
    let bits = width.and_then(|width| width.parse::<u32>().ok());
    let number: Option<i128> = bound.to_string().parse().ok();
    let power = |bits: Option<u32>| 1_i128.checked_shl(bits?);
    let half = power(bits.and_then(|bits| bits.checked_sub(1)));
    match (keyword, is_signed) {
        ("minimum", false) => width.is_some() && number == Some(0),
        ("minimum", true) => number.is_some() && number == half.and_then(i128::checked_neg),
        ("maximum", _) => {
            let behind = if is_signed { half } else { power(bits) };
            number.is_some() && number == behind.and_then(|behind| behind.checked_sub(1))
        }
        _ => false,
    }
}

/// Whether the arguments keep to the bounds under names that the schema knows.
pub(super) fn keeps(schema: &Value, args: &Json) -> bool {
    let faults = check::faults(schema, &args.to_value());
    faults.iter().all(|fault| fault.of == Of::Value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::schema_generator;
    use schemars::generate::Contract;
    use schemars::{JsonSchema, SchemaGenerator};

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    struct Bounded(#[schemars(range(min = 0))] i64);

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    struct Short {
        #[schemars(length(max = 3))]
        text: String,
    }

    type Unsigned = (u8, u16, u32, u64, u128, usize);
    type Signed = (i8, i16, i32, i64, i128, isize);
    type Others = (Option<Vec<f64>>, String, std::time::Duration);

    fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> bool {
        has_bounds(generator.subschema_for::<T>().as_value())
    }

    #[test]
    fn what_a_type_keeps_by_itself_is_not_looked_at() {
        let mut generator = schema_generator(Contract::Deserialize);
        for plain in [of::<Unsigned>, of::<Signed>, of::<Others>] {
            assert!(!plain(&mut generator));
        }
        for bounded in [of::<Bounded>, of::<Vec<Short>>] {
            assert!(bounded(&mut generator));
        }
    }
}
