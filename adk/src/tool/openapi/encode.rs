//! Values as parts of an address, of a header or of a form, in the styles of `OpenAPI`. All that
//! a model sends is percent-encoded, so that no value ends the part that it stands in.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// All but letters, digits, `-`, `.`, `_` and `~`.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');
/// With what `allowReserved` leaves, but for what some server takes as the end of a pair of a
/// query, or of the query.
const RESERVED: &AsciiSet = &ENCODED
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',');
/// The same for one value of several, with commas between them.
const RESERVED_ITEM: &AsciiSet = &RESERVED.add(b',');

/// How a value of several parts is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Simple,
    Label,
    Matrix,
    Form,
    Space,
    Pipe,
    Deep,
}

/// A style, and what may be said beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) style: Style,
    pub(super) explode: bool,
    pub(super) reserved: bool,
}

impl Style {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "simple" => Self::Simple,
            "label" => Self::Label,
            "matrix" => Self::Matrix,
            "form" => Self::Form,
            "spaceDelimited" => Self::Space,
            "pipeDelimited" => Self::Pipe,
            "deepObject" => Self::Deep,
            _ => return None,
        })
    }
}

/// A value that is one text: what has parts is its JSON.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

pub(super) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// The parts of a value: of a list its items, of an object its keys and values.
fn parts(value: &Value, explode: bool, encode: &dyn Fn(&str) -> String) -> Vec<String> {
    let encode_value = |value: &Value| encode(&text(value));
    match value {
        Value::Array(items) => items.iter().map(encode_value).collect(),
        Value::Object(fields) if explode => {
            let pair =
                |(key, value): (&String, _)| format!("{}={}", encode(key), encode_value(value));
            fields.iter().map(pair).collect()
        }
        Value::Object(fields) => {
            let both = |(key, value): (&String, _)| [encode(key), encode_value(value)];
            fields.iter().flat_map(both).collect()
        }
        value => vec![encode_value(value)],
    }
}

/// A value in a path.
pub(super) fn path(name: &str, value: &Value, written: Written) -> String {
    let Written { style, explode, .. } = written;
    let parts = parts(value, explode, &encoded);
    match style {
        Style::Label => {
            let between = if explode { "." } else { "," };
            format!(".{}", parts.join(between))
        }
        Style::Matrix if explode && value.is_object() => format!(";{}", parts.join(";")),
        Style::Matrix if explode => {
            let each = parts
                .iter()
                .map(|part| format!(";{}={part}", encoded(name)));
            each.collect()
        }
        Style::Matrix => format!(";{}={}", encoded(name), parts.join(",")),
        _ => parts.join(","),
    }
}

/// A value in a header, as it is.
pub(super) fn header(value: &Value, explode: bool) -> String {
    parts(value, explode, &str::to_owned).join(",")
}

/// A value as `name=value` pairs of a query, a form or a cookie.
pub(super) fn pairs(name: &str, value: &Value, written: Written, out: &mut Vec<String>) {
    let kept = match value {
        _ if !written.reserved => ENCODED,
        Value::Array(_) | Value::Object(_) if !written.explode => RESERVED_ITEM,
        _ => RESERVED,
    };
    let encode = |text: &str| utf8_percent_encode(text, kept).to_string();
    let key = encoded(name);
    if written.style == Style::Deep {
        return deep(&key, value, &encode, out);
    }
    let between = match written.style {
        Style::Space => "%20",
        Style::Pipe => "%7C",
        _ => ",",
    };
    match value {
        Value::Array(items) if items.is_empty() => {}
        Value::Object(fields) if fields.is_empty() => {}
        Value::Array(_) if written.explode => {
            let parts = parts(value, true, &encode);
            out.extend(parts.iter().map(|part| format!("{key}={part}")));
        }
        Value::Object(_) if written.explode => out.extend(parts(value, true, &encode)),
        value => out.push(format!(
            "{key}={}",
            parts(value, false, &encode).join(between)
        )),
    }
}

/// `name[key]=value`, as deep as the value is.
fn deep(key: &str, value: &Value, encode: &dyn Fn(&str) -> String, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                deep(&format!("{key}%5B{}%5D", encoded(name)), value, encode, out);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                deep(&format!("{key}%5B{index}%5D"), value, encode, out);
            }
        }
        value => out.push(format!("{key}={}", encode(&text(value)))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const STYLES: [(&str, bool); 6] = [
        ("simple", false),
        ("simple", true),
        ("label", false),
        ("label", true),
        ("matrix", false),
        ("matrix", true),
    ];

    fn written(style: &str, explode: bool) -> Written {
        Written {
            style: Style::of(style).unwrap(),
            explode,
            reserved: false,
        }
    }

    /// The table of the specification.
    #[test]
    fn values_in_a_path() {
        let of = |value: &Value| {
            STYLES.map(|(style, explode)| path("color", value, written(style, explode)))
        };
        assert_eq!(
            of(&json!("blue")),
            [
                "blue",
                "blue",
                ".blue",
                ".blue",
                ";color=blue",
                ";color=blue"
            ]
        );
        assert_eq!(
            of(&json!(["blue", "black"])),
            [
                "blue,black",
                "blue,black",
                ".blue,black",
                ".blue.black",
                ";color=blue,black",
                ";color=blue;color=black"
            ]
        );
        assert_eq!(
            of(&json!({"R": 100, "G": 200})),
            [
                "R,100,G,200",
                "R=100,G=200",
                ".R,100,G,200",
                ".R=100.G=200",
                ";color=R,100,G,200",
                ";R=100;G=200"
            ]
        );
    }

    #[test]
    fn values_in_a_query() {
        let of = |value: &Value, style, explode| {
            let mut out = Vec::new();
            pairs("color", value, written(style, explode), &mut out);
            out.join("&")
        };
        let list = json!(["blue", "black"]);
        assert_eq!(of(&list, "form", true), "color=blue&color=black");
        assert_eq!(of(&list, "form", false), "color=blue,black");
        assert_eq!(of(&list, "spaceDelimited", false), "color=blue%20black");
        assert_eq!(of(&list, "pipeDelimited", false), "color=blue%7Cblack");
        assert_eq!(of(&json!([]), "form", true), "");
        let object = json!({"R": 100, "G": {"a": [1, true]}});
        assert_eq!(
            of(&object, "form", true),
            "R=100&G=%7B%22a%22%3A%5B1%2Ctrue%5D%7D"
        );
        assert_eq!(
            of(&object, "deepObject", true),
            "color%5BR%5D=100&color%5BG%5D%5Ba%5D%5B0%5D=1&color%5BG%5D%5Ba%5D%5B1%5D=true"
        );
        assert_eq!(
            of(&json!("a&b=c#d/e é"), "form", true),
            "color=a%26b%3Dc%23d%2Fe%20%C3%A9"
        );
    }

    #[test]
    fn what_allow_reserved_leaves_ends_no_pair() {
        let mut out = Vec::new();
        let reserved = Written {
            reserved: true,
            ..written("form", true)
        };
        pairs("to", &json!("/a?b=c&d#e+f"), reserved, &mut out);
        assert_eq!(out, ["to=/a?b%3Dc%26d%23e%2Bf"]);
    }
}
