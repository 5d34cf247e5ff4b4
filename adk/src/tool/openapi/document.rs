//! The document: read within limits, and its references followed. Nothing is fetched.

use std::borrow::Cow;
use std::cell::Cell;

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind, Result};

/// The longest text of a document, in bytes.
const MAX_BYTES: usize = 32 << 20;
/// How deep values of a document may lie in each other.
const MAX_DEPTH: usize = 100;
/// The longest name of a field, in bytes.
const MAX_KEY: usize = 2_048;
/// What is used of a text, in bytes; all that is told of one is shorter.
const MAX_TEXT: usize = 8_192;
/// How many references may lead from one to the next.
const MAX_HOPS: usize = 16;

/// A document of `OpenAPI` 3.0 or 3.1.
#[derive(Debug)]
pub(super) struct Document {
    root: Value,
    is_3_0: bool,
    /// How many bytes all its tools may take together, and how many of these are left.
    limit: usize,
    left: Cell<usize>,
}

impl Document {
    /// # Errors
    /// [`ErrorKind::InvalidDocument`] when the text is no JSON.
    pub(super) fn json(text: &str) -> Result<Value> {
        within(text)?;
        serde_json::from_str(text).map_err(|error| {
            let is_json = text.trim_start().starts_with('{');
            let help = if is_json {
                ""
            } else {
                "; `from_yaml` reads YAML"
            };
            let text = format!("the OpenAPI document is no valid JSON: {error}{help}");
            Error::new(ErrorKind::InvalidDocument, text)
        })
    }

    /// # Errors
    /// [`ErrorKind::InvalidDocument`] when the text is no YAML, or grows beyond its limits.
    pub(super) fn yaml(text: &str) -> Result<Value> {
        within(text)?;
        let options = serde_saphyr::options! {
            budget: serde_saphyr::budget! {
                max_events: 8_000_000,
                max_nodes: 4_000_000,
                max_depth: MAX_DEPTH,
                flow_nesting_limit: MAX_DEPTH,
                max_documents: 1,
                max_anchors: 10_000,
                max_aliases: 20_000,
                max_merge_keys: 1_000,
                max_recorded_anchor_events: 100_000,
                max_recorded_anchor_bytes: MAX_BYTES,
                max_total_scalar_bytes: MAX_BYTES,
            },
            alias_limits: serde_saphyr::alias_limits! {
                max_total_replayed_events: 200_000,
                max_replay_stack_depth: 16,
            },
        };
        serde_saphyr::from_str_with_options(text, options).map_err(|error| {
            let error = error.render_with_options(serde_saphyr::render_options! {
                formatter: &serde_saphyr::UserMessageFormatter,
                snippets: serde_saphyr::SnippetMode::Off,
            });
            let text = format!("the OpenAPI document is no valid YAML: {error}");
            Error::new(ErrorKind::InvalidDocument, text)
        })
    }

    /// # Errors
    /// [`ErrorKind::InvalidDocument`] for what is no document of a version that is known,
    /// [`ErrorKind::Limit`] for one that is too deep.
    pub(super) fn new(mut root: Value, limit: usize) -> Result<Self> {
        bound(&mut root, MAX_DEPTH)?;
        let version = root.get("openapi").and_then(Value::as_str);
        let is_3_0 = match version {
            Some(version) if version.starts_with("3.0") => true,
            Some(version) if version.starts_with("3.") => false,
            Some(version) => {
                let text = format!("is `{version}`; documents of version 3 are read");
                return Err(fault("openapi", &text));
            }
            None if root.get("swagger").is_some() => {
                let text = "is of version 2; convert the document to OpenAPI 3 first";
                return Err(fault("swagger", text));
            }
            None => return Err(fault("openapi", "is not there, as in `openapi: 3.1.0`")),
        };
        let left = Cell::new(limit);
        Ok(Self {
            root,
            is_3_0,
            limit,
            left,
        })
    }

    /// How many bytes may still be made of it.
    pub(super) fn left(&self) -> usize {
        self.left.get()
    }

    /// Takes what is made of the document off what may be made of it: by references, a short one
    /// names what is long again and again.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when too little is left.
    pub(super) fn spend(&self, bytes: usize) -> Result<()> {
        let left = self.left.get().checked_sub(bytes);
        let left = left.ok_or_else(|| {
            let text = format!(
                "the tools of the OpenAPI document have schemas of more than {} bytes; choose some \
                 by `.operations(…)`, or raise the limit by `.max_schema_bytes(…)`",
                self.limit
            );
            Error::new(ErrorKind::Limit, text)
        });
        self.left.set(left?);
        Ok(())
    }

    /// Whether the document is of version 3.0, in which nothing stands beside a `$ref`.
    pub(super) fn is_3_0(&self) -> bool {
        self.is_3_0
    }

    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        self.root.get(key)
    }

    /// The object below `keys`; none is an empty one.
    ///
    /// # Errors
    /// When something else stands there.
    pub(super) fn object(&self, keys: &[&str]) -> Result<Option<&Map<String, Value>>> {
        let mut value = &self.root;
        for key in keys {
            match value.get(key) {
                Some(below) => value = below,
                None => return Ok(None),
            }
        }
        object(value, &keys.join(".")).map(Some)
    }

    /// The object at `place`, or what its references lead to.
    ///
    /// # Errors
    /// When a reference leads out of the document, nowhere, or round in a circle; and when there
    /// is no object.
    pub(super) fn follow<'a>(
        &'a self,
        mut value: &'a Value,
        place: &str,
    ) -> Result<&'a Map<String, Value>> {
        for _ in 0..MAX_HOPS {
            let found = object(value, place)?;
            match found.get("$ref").and_then(Value::as_str) {
                Some(reference) => value = self.target(reference, place)?,
                None => return Ok(found),
            }
        }
        let text = format!(
            "has references that lead round in a circle, or one to the next {MAX_HOPS} times"
        );
        Err(fault(place, &text))
    }

    /// What a reference points to.
    ///
    /// # Errors
    /// When it leads out of the document, or nowhere.
    pub(super) fn target(&self, reference: &str, place: &str) -> Result<&Value> {
        let Some(pointer) = reference.strip_prefix('#') else {
            let text = format!(
                "refers to `{reference}`, outside of the document, and nothing is fetched; put \
                 all into one document"
            );
            return Err(fault(place, &text));
        };
        let decoded = percent_decode_str(pointer).decode_utf8().ok();
        let pointer = decoded.unwrap_or(Cow::Borrowed(pointer));
        let found = self.root.pointer(&pointer);
        found.ok_or_else(|| {
            fault(
                place,
                &format!("refers to `{reference}`, which is not there"),
            )
        })
    }
}

/// Says what is wrong, and where.
pub(super) fn fault(place: &str, text: &str) -> Error {
    let text = format!("`{place}` of the OpenAPI document {text}");
    Error::new(ErrorKind::InvalidDocument, text)
}

/// # Errors
/// When it is none.
pub(super) fn object<'a>(value: &'a Value, place: &str) -> Result<&'a Map<String, Value>> {
    let object = value.as_object();
    object.ok_or_else(|| fault(place, "is no object"))
}

/// The text under a key, without blanks around it.
pub(super) fn text<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    let text = object.get(key).and_then(Value::as_str).map(str::trim);
    text.filter(|text| !text.is_empty())
}

pub(super) fn flag(object: &Map<String, Value>, key: &str) -> bool {
    object.get(key).and_then(Value::as_bool).unwrap_or(false)
}

fn within(text: &str) -> Result<()> {
    if text.len() <= MAX_BYTES {
        return Ok(());
    }
    let text = format!("the OpenAPI document has more than {MAX_BYTES} bytes");
    Err(Error::new(ErrorKind::Limit, text))
}

/// Cuts texts to what is used of them, so that none costs much however often it is referred to.
///
/// # Errors
/// [`ErrorKind::Limit`] for values that are too deep and for names that are too long.
fn bound(value: &mut Value, depth: usize) -> Result<()> {
    let too_much = |text: String| {
        let text = format!("the OpenAPI document {text}");
        Err(Error::new(ErrorKind::Limit, text))
    };
    match value {
        Value::Array(_) | Value::Object(_) if depth == 0 => {
            too_much(format!("is deeper than {MAX_DEPTH} levels"))
        }
        Value::Array(items) => items.iter_mut().try_for_each(|item| bound(item, depth - 1)),
        Value::Object(fields) => fields.iter_mut().try_for_each(|(name, field)| {
            if name.len() > MAX_KEY {
                return too_much(format!("has a name of more than {MAX_KEY} bytes"));
            }
            bound(field, depth - 1)
        }),
        Value::String(text) => {
            text.truncate(text.floor_char_boundary(MAX_TEXT));
            Ok(())
        }
        _ => Ok(()),
    }
}
