//! The body of a request: which of the media types that a document names is sent, and how.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bytes::Bytes;
use serde_json::{Map, Value};

use super::document::{Document, fault, flag, object, text};
use super::encode::{self, Style, Written};
use super::keywords::{NODE, schema_of};
use super::parameter::field_written;
use crate::error::Result;
use crate::platform::{Platform as _, SystemPlatform};

const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

/// A request's body as the document has it.
#[derive(Debug)]
pub(super) struct RequestBody<'a> {
    pub(super) format: Format,
    pub(super) is_required: bool,
    pub(super) description: Option<&'a str>,
    pub(super) schema: Option<&'a Value>,
    /// Where in the document the schema is.
    pub(super) at: String,
}

/// How a body is written.
#[derive(Debug)]
pub(super) enum Format {
    /// JSON, of this media type.
    Json(String),
    /// A form of fields, those named here in a style of their own.
    Form(BTreeMap<String, Written>),
    /// A form of parts.
    Multipart,
    /// A text, of this media type.
    Text(String),
}

/// Whether the media type is one of JSON.
pub(super) fn is_json(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json") || kind.to_ascii_lowercase().ends_with("+json")
}

/// How willingly a media type is sent, the least first.
fn rank(kind: &str) -> u8 {
    match kind {
        "application/json" => 0,
        kind if is_json(kind) => 1,
        FORM => 2,
        MULTIPART => 3,
        "text/plain" => 4,
        _ => 5,
    }
}

/// The body of an operation, if it has one.
///
/// # Errors
/// When it is none.
pub(super) fn request_body<'a>(
    document: &'a Document,
    operation: &'a Map<String, Value>,
    place: &str,
) -> Result<Option<RequestBody<'a>>> {
    let Some(body) = operation.get("requestBody") else {
        return Ok(None);
    };
    let place = format!("{place}.requestBody");
    let body = document.follow(body, &place)?;
    let at = format!("{place}.content");
    let Some(content) = body.get("content") else {
        return Err(fault(&place, "has no `content`"));
    };
    let content = object(content, &at)?;
    document.spend(content.len())?;
    let Some((kind, media)) = content.iter().min_by_key(|(kind, _)| rank(kind)) else {
        return Ok(None);
    };
    let at = format!("{at}.{kind}");
    let media = document.follow(media, &at)?;
    let format = match rank(kind) {
        0 | 1 => Format::Json(kind.clone()),
        2 => Format::Form(encoding(document, media, &at)?),
        3 => Format::Multipart,
        _ if kind.contains('*') => Format::Text("application/octet-stream".into()),
        _ => Format::Text(kind.clone()),
    };
    let schema = schema_of(media, &at)?;
    Ok(Some(RequestBody {
        format,
        is_required: flag(body, "required"),
        description: text(body, "description"),
        schema,
        at: format!("{at}.schema"),
    }))
}

fn encoding(
    document: &Document,
    media: &Map<String, Value>,
    at: &str,
) -> Result<BTreeMap<String, Written>> {
    let mut styles = BTreeMap::new();
    if let Some(encoding) = media.get("encoding") {
        let at = format!("{at}.encoding");
        for (field, node) in object(encoding, &at)? {
            document.spend(NODE + field.len())?;
            let at = format!("{at}.{field}");
            styles.insert(field.clone(), field_written(object(node, &at)?, &at)?);
        }
    }
    Ok(styles)
}

impl Format {
    /// The body and its media type.
    pub(super) fn write(&self, value: &Value) -> (String, Bytes) {
        match self {
            Self::Json(kind) => (kind.clone(), value.to_string().into()),
            Self::Text(kind) => (kind.clone(), encode::text(value).into()),
            Self::Form(styles) => (FORM.into(), form(value, styles).into()),
            Self::Multipart => {
                let boundary = SystemPlatform.new_id();
                let body = multipart(value, &boundary);
                (format!("{MULTIPART}; boundary={boundary}"), body.into())
            }
        }
    }
}

fn form(value: &Value, styles: &BTreeMap<String, Written>) -> String {
    let usual = Written {
        style: Style::Form,
        explode: true,
        reserved: false,
    };
    let mut pairs = Vec::new();
    for (name, value) in value.as_object().into_iter().flatten() {
        let written = styles.get(name).copied();
        // Fields of fields under their own names would lose whose they are.
        let inner = value.is_object().then_some(Written {
            style: Style::Deep,
            ..usual
        });
        let written = written.or(inner).unwrap_or(usual);
        encode::pairs(name, value, written, &mut pairs);
    }
    pairs.join("&")
}

fn multipart(value: &Value, boundary: &str) -> String {
    let mut body = String::new();
    for (name, value) in value.as_object().into_iter().flatten() {
        let each = match value {
            Value::Array(items) => &items[..],
            value => std::slice::from_ref(value),
        };
        let name = name
            .replace('"', "%22")
            .replace('\r', "%0D")
            .replace('\n', "%0A");
        for value in each {
            let kind = match value {
                Value::Array(_) | Value::Object(_) => "content-type: application/json\r\n",
                _ => "",
            };
            let head = format!("content-disposition: form-data; name=\"{name}\"\r\n{kind}");
            let text = encode::text(value);
            _ = write!(body, "--{boundary}\r\n{head}\r\n{text}\r\n");
        }
    }
    body + &format!("--{boundary}--\r\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn forms() {
        let fields = json!({"a": "x y", "b": [1, 2], "c": {"d": {"e": true}}});
        assert_eq!(
            form(&fields, &BTreeMap::new()),
            "a=x%20y&b=1&b=2&c%5Bd%5D%5Be%5D=true"
        );
        let body = multipart(&json!({"a\"\r\nb": "x\r\n", "c": [1, {"d": 2}]}), "edge");
        assert_eq!(
            body,
            "--edge\r\ncontent-disposition: form-data; name=\"a%22%0D%0Ab\"\r\n\r\nx\r\n\r\n\
             --edge\r\ncontent-disposition: form-data; name=\"c\"\r\n\r\n1\r\n\
             --edge\r\ncontent-disposition: form-data; name=\"c\"\r\n\
             content-type: application/json\r\n\r\n{\"d\":2}\r\n--edge--\r\n"
        );
    }
}
