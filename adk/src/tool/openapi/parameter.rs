//! The parameters of an operation: what stands in its path, its query, its headers and cookies.

use http::HeaderName;
use serde_json::{Map, Value};

use super::document::{Document, fault, flag, object, text};
use super::encode::{Style, Written};
use super::keywords::schema_of;
use crate::error::{Error, ErrorKind, Result};

/// The most parameters of an operation.
const MAX_PARAMETERS: usize = 256;
/// Headers that the exchange itself decides on.
const REFUSED: [&str; 13] = [
    "connection",
    "content-length",
    "cookie",
    "expect",
    "host",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];
/// Headers that are no parameters, whatever a document says: so the specification has it.
const IGNORED: [&str; 3] = ["accept", "authorization", "content-type"];

/// Where an argument stands in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Path,
    Query,
    Header,
    Cookie,
    /// A field of the body.
    Field,
    /// The whole body.
    Body,
}

impl Place {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
            Self::Field | Self::Body => "body",
        }
    }
}

/// A parameter as the document has it.
#[derive(Debug)]
pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    pub(super) place: Place,
    pub(super) written: Written,
    /// Whether the value is one text of JSON.
    pub(super) is_json: bool,
    pub(super) is_required: bool,
    pub(super) description: Option<&'a str>,
    pub(super) schema: Option<&'a Value>,
    /// Where in the document the parameter is.
    pub(super) at: String,
}

/// The parameters of an operation, those of its path first; one of its own takes the place of one
/// of the path of the same name and place.
///
/// # Errors
/// When one is none.
pub(super) fn parameters<'a>(
    document: &'a Document,
    path: (&'a Map<String, Value>, &str),
    operation: (&'a Map<String, Value>, &str),
) -> Result<Vec<Parameter<'a>>> {
    let mut all: Vec<Parameter<'a>> = Vec::new();
    for (node, place) in [path, operation] {
        let listed = match node.get("parameters") {
            None | Some(Value::Null) => &[][..],
            Some(Value::Array(listed)) => &listed[..],
            Some(_) => return Err(fault(&format!("{place}.parameters"), "is no list")),
        };
        if all.len() + listed.len() > MAX_PARAMETERS {
            return Err(too_many(place));
        }
        for (index, parameter) in listed.iter().enumerate() {
            let at = format!("{place}.parameters[{index}]");
            let node = document.follow(parameter, &at)?;
            if let Some(parameter) = read(document, node, at)? {
                let is_same = |known: &Parameter<'_>| {
                    (known.name, known.place) == (parameter.name, parameter.place)
                };
                match all.iter_mut().find(|known| is_same(known)) {
                    Some(known) => *known = parameter,
                    None => all.push(parameter),
                }
            }
        }
    }
    Ok(all)
}

fn too_many(place: &str) -> Error {
    let text = format!(
        "`{place}` of the OpenAPI document has more than {MAX_PARAMETERS} parameters; leave it out \
         by `.operations(…)`"
    );
    Error::new(ErrorKind::Limit, text)
}

fn read<'a>(
    document: &'a Document,
    node: &'a Map<String, Value>,
    at: String,
) -> Result<Option<Parameter<'a>>> {
    let Some(name) = text(node, "name") else {
        return Err(fault(&at, "has no `name`"));
    };
    let place = match text(node, "in") {
        Some("path") => Place::Path,
        Some("query") => Place::Query,
        Some("header") => Place::Header,
        Some("cookie") => Place::Cookie,
        Some(other) => {
            let text = format!("is in `{other}`; it can be in path, query, header or cookie");
            return Err(fault(&at, &text));
        }
        None => return Err(fault(&at, "has no `in`")),
    };
    if place == Place::Header {
        if IGNORED.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            return Ok(None);
        }
        header(name, &at)?;
    }
    let (schema, is_json) = match node.get("content") {
        None => (schema_of(node, &at)?, false),
        Some(content) => {
            let at = format!("{at}.content");
            let (kind, media) = match object(content, &at)?.iter().next() {
                Some((kind, media)) => (kind, document.follow(media, &at)?),
                None => return Err(fault(&at, "is empty")),
            };
            (schema_of(media, &at)?, super::body::is_json(kind))
        }
    };
    Ok(Some(Parameter {
        name,
        place,
        written: written(node, place, &at)?,
        is_json,
        is_required: place == Place::Path || flag(node, "required"),
        description: text(node, "description"),
        schema,
        at,
    }))
}

/// The header of that name, where requests may set it.
///
/// # Errors
/// When none may.
pub(super) fn header(name: &str, at: &str) -> Result<HeaderName> {
    if REFUSED.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        let text = format!("sets the header `{name}`, which only the exchange itself may set");
        return Err(fault(at, &text));
    }
    let header = HeaderName::from_bytes(name.as_bytes());
    header.map_err(|_| {
        fault(
            at,
            &format!("names a header {name:?}, which no header can be called"),
        )
    })
}

fn written(node: &Map<String, Value>, place: Place, at: &str) -> Result<Written> {
    let usual = match place {
        Place::Path | Place::Header => Style::Simple,
        _ => Style::Form,
    };
    let style = match text(node, "style") {
        None => usual,
        Some(name) => {
            let style = Style::of(name);
            let text = format!("has the style `{name}`, which no {} can have", place.name());
            let style = style.filter(|style| fits(*style, place));
            style.ok_or_else(|| fault(at, &text))?
        }
    };
    let explode = node.get("explode").and_then(Value::as_bool);
    Ok(Written {
        style,
        explode: explode.unwrap_or(style == Style::Form),
        // What it leaves would end a cookie.
        reserved: place != Place::Cookie && flag(node, "allowReserved"),
    })
}

fn fits(style: Style, place: Place) -> bool {
    match style {
        Style::Simple => matches!(place, Place::Path | Place::Header),
        Style::Label | Style::Matrix => place == Place::Path,
        Style::Form => matches!(place, Place::Query | Place::Cookie | Place::Field),
        Style::Space | Style::Pipe | Style::Deep => matches!(place, Place::Query | Place::Field),
    }
}

/// How a field of a form is written, by the `encoding` of its media type.
///
/// # Errors
/// When it names a style that there is not.
pub(super) fn field_written(node: &Map<String, Value>, at: &str) -> Result<Written> {
    written(node, Place::Field, at)
}
