//! JSON for readers: on one line what fits there.

use serde_json::Value;

const WIDTH: usize = 100;

/// The text of a value.
pub(super) fn json(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out
}

fn write(value: &Value, indent: usize, out: &mut String) {
    let line = inline(value);
    let room = WIDTH.saturating_sub(indent);
    match value {
        Value::Object(fields) if line.len() > room => {
            let fields = fields
                .iter()
                .map(|(name, value)| (format!("{}: ", Value::from(name.as_str())), value));
            block('{', fields, '}', indent, out);
        }
        Value::Array(items) if line.len() > room => {
            let items = items.iter().map(|value| (String::new(), value));
            block('[', items, ']', indent, out);
        }
        _ => out.push_str(&line),
    }
}

fn block<'a>(
    open: char,
    entries: impl Iterator<Item = (String, &'a Value)>,
    close: char,
    indent: usize,
    out: &mut String,
) {
    out.push(open);
    let inner = indent + 2;
    for (index, (name, value)) in entries.enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        out.push_str(&" ".repeat(inner));
        out.push_str(&name);
        write(value, inner, out);
    }
    out.push('\n');
    out.push_str(&" ".repeat(indent));
    out.push(close);
}

fn inline(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| format!("{}: {}", Value::from(name.as_str()), inline(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => {
            format!(
                "[{}]",
                items.iter().map(inline).collect::<Vec<_>>().join(", ")
            )
        }
        other => other.to_string(),
    }
}
