//! The words in which a model is told what is wrong with its arguments.

use serde_json::Value;

use super::Signature;
use super::check::{Fault, Of, join};
use super::place::schema_at;
use crate::content::{admits_null, resolve_schema};

/// More faults than these teach nothing.
const MAX_FAULTS: usize = 12;
/// The longest excerpt of a value, in characters.
const MAX_SHOWN: usize = 80;
/// The most names or values in one list.
const MAX_LISTED: usize = 20;

/// The whole message: every fault, then what the function takes.
pub(super) fn explain(signature: &Signature, faults: &[Fault]) -> String {
    let heading = heading(signature.declaration().name());
    [list(&heading, faults), parameters(signature)].join("\n")
}

/// What stands above the faults of a call.
pub(super) fn heading(tool: &str) -> String {
    format!("the arguments of `{tool}` do not fit:")
}

/// Every fault, one a line under the heading.
pub(super) fn list(heading: &str, faults: &[Fault]) -> String {
    let mut lines = vec![heading.to_owned()];
    for Fault { path, text, .. } in faults.iter().take(MAX_FAULTS) {
        lines.push(match &**path {
            "" => format!("- {text}"),
            path => format!("- `{}`: {text}", cut(path)),
        });
    }
    if faults.len() > MAX_FAULTS {
        lines.push(format!("- and {} more", faults.len() - MAX_FAULTS));
    }
    lines.join("\n")
}

fn parameters(signature: &Signature) -> String {
    let schema = signature.declaration().parameters().as_json().to_value();
    let required = schema["required"].as_array();
    let names = signature.names.iter().take(MAX_LISTED).map(|name| {
        let needed = required.is_some_and(|names| names.iter().any(|known| *known == **name));
        let note = if needed { "" } else { " (optional)" };
        format!("`{name}`{note}")
    });
    match names.collect::<Vec<_>>().join(", ") {
        names if names.is_empty() => "it takes no arguments".to_owned(),
        names => format!("it takes {names}"),
    }
}

/// What a type found wrong, with what the schema wants there and what came; `more` is said of
/// what is wanted where the schema says too little.
pub(super) fn explained(schema: &Value, sent: &Value, fault: Fault, more: &str) -> Fault {
    let Some((wanted, value)) = schema_at(schema, schema, sent, &fault.path) else {
        return fault;
    };
    let missing = fault.text.strip_prefix("missing field `");
    if let Some(name) = missing.and_then(|text| text.strip_suffix('`')) {
        let property = wanted.get("properties").and_then(|known| known.get(name));
        let expected = property.map_or_else(|| "a value".to_owned(), |it| expected(it, schema));
        let text = format!("missing; expected {expected}");
        return Fault::new(&join(&fault.path, name), text);
    }
    if fault.path.is_empty() || fault.of != Of::Value {
        return fault;
    }
    let (expected, came, why) = (expected(wanted, schema), shown(value), cut(&fault.text));
    // Where the schema says no more, it would seem to be what came.
    let more = match wanted.get("format") {
        Some(_) => "",
        None => more,
    };
    let text = format!("expected {expected}{more}, got {came} ({why})");
    Fault { text, ..fault }
}

/// What a schema wants, in a few words.
pub(super) fn expected(schema: &Value, root: &Value) -> String {
    let schema = resolve_schema(schema, root);
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return one_of(values);
    }
    if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
        let branches = branches.iter().take(MAX_LISTED).map(|branch| {
            match resolve_schema(branch, root).get("anyOf") {
                Some(_) => "another of its forms".to_owned(),
                None => expected(branch, root),
            }
        });
        return branches.collect::<Vec<_>>().join(", or ");
    }
    let names: Vec<&str> = match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let types = names.iter().filter(|name| **name != "null");
    let mut text = types
        .map(|name| of_type(name, schema))
        .collect::<Vec<_>>()
        .join(" or ");
    if text.is_empty() {
        text = format!(
            "a value{}{}",
            bounds(schema),
            lengths(schema, "Length", "characters")
        );
    }
    if admits_null(schema) {
        text + " or null"
    } else {
        text
    }
}

fn of_type(name: &str, schema: &Value) -> String {
    match name {
        "string" => format!(
            "a string{}{}",
            lengths(schema, "Length", "characters"),
            format_of(schema)
        ),
        "integer" => format!("an integer{}", bounds(schema)),
        "number" => format!("a number{}", bounds(schema)),
        "boolean" => "true or false".to_owned(),
        "array" => format!("an array{}", lengths(schema, "Items", "items")),
        "object" => format!("an object{}", fields(schema)),
        other => other.to_owned(),
    }
}

fn format_of(schema: &Value) -> String {
    let Some(format) = schema.get("format").and_then(Value::as_str) else {
        return String::new();
    };
    let example = match format {
        "date" => ", such as \"2026-01-31\"",
        "time" => ", such as \"09:30:00\"",
        "date-time" => ", such as \"2026-01-31T09:30:00Z\"",
        "duration" => ", such as \"PT1H30M\"",
        _ => "",
    };
    format!(" in the format `{format}`{example}")
}

pub(super) fn one_of(values: &[Value]) -> String {
    let listed = values
        .iter()
        .take(MAX_LISTED)
        .map(shown)
        .collect::<Vec<_>>();
    let listed = listed.join(", ");
    match values.len() {
        1 => listed,
        count if count > MAX_LISTED => format!("one of {listed}, …"),
        _ => format!("one of {listed}"),
    }
}

fn bounds(schema: &Value) -> String {
    let bound = |keyword: &str| schema.get(keyword);
    let least = (bound("exclusiveMinimum"), bound("minimum"));
    let most = (bound("exclusiveMaximum"), bound("maximum"));
    if let ((None, Some(least)), (None, Some(most))) = (least, most) {
        return format!(" from {least} to {most}");
    }
    let least = match least {
        (Some(least), _) => Some(format!(" above {least}")),
        (None, least) => least.map(|least| format!(" of at least {least}")),
    };
    let most = match most {
        (Some(most), _) => Some(format!(" below {most}")),
        (None, most) => most.map(|most| format!(" of at most {most}")),
    };
    let bounds: Vec<_> = least.into_iter().chain(most).collect();
    bounds.join(" and")
}

fn lengths(schema: &Value, of: &str, unit: &str) -> String {
    let bound = |side: &str| schema.get(format!("{side}{of}"));
    let counted = |count: &Value| {
        let unit = match count.as_u64() {
            Some(1) => unit.trim_end_matches('s'),
            _ => unit,
        };
        format!("{count} {unit}")
    };
    match (bound("min"), bound("max")) {
        (Some(least), Some(most)) if least == most => format!(" of {}", counted(most)),
        (Some(least), Some(most)) => format!(" of {least} to {}", counted(most)),
        (Some(least), None) => format!(" of at least {}", counted(least)),
        (None, Some(most)) => format!(" of at most {}", counted(most)),
        (None, None) => String::new(),
    }
}

fn fields(schema: &Value) -> String {
    let names = schema.get("properties").and_then(Value::as_object);
    let names = names.into_iter().flat_map(|properties| properties.keys());
    let names: Vec<_> = names
        .take(MAX_LISTED)
        .map(|name| format!("`{name}`"))
        .collect();
    match names.join(", ") {
        names if names.is_empty() => String::new(),
        names => format!(" with {names}"),
    }
}

/// A value as it came, cut to a readable length.
pub(super) fn shown(value: &Value) -> String {
    cut(&value.to_string())
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The known name that was most likely meant.
pub(in crate::tool) fn closest<'a, S: AsRef<str> + ?Sized>(
    name: &str,
    known: impl Iterator<Item = &'a S>,
) -> Option<&'a S> {
    // A name far longer than any of ours is no slip of one.
    let name = (name.len() <= 64).then(|| plain(name))?;
    let rated = known.map(|known| (strsim::jaro_winkler(&name, &plain(known.as_ref())), known));
    let best = rated.max_by(|(left, _), (right, _)| left.total_cmp(right))?;
    (best.0 > 0.8).then_some(best.1)
}

/// `cityName`, `city-name` and `city_name` are one name.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
