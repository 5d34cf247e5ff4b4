//! The operations of a document, and what a program may ask of one.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Map, Value};

use super::document::{Document, fault, flag, object, text};
use super::keywords::capped;
use super::names::snake_case;
use crate::error::{Error, ErrorKind, Result};
use crate::tool::Hints;
use crate::tool::rules::MAX_DESCRIPTION;

/// The most operations of a document that become tools.
const MAX_OPERATIONS: usize = 2_000;

/// The most tags of an operation that are read.
const MAX_TAGS: usize = 64;

/// The most names that an error tells.
const MOST_TOLD: usize = 10;

/// What an operation does, by HTTP. A document's `trace` operations become no tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Method {
    /// Reads.
    Get,
    /// Puts something in a place, in place of what was there.
    Put,
    /// Makes something, or does anything else.
    Post,
    /// Deletes.
    Delete,
    /// Asks what may be done.
    Options,
    /// Reads, but for the body.
    Head,
    /// Changes a part.
    Patch,
}

impl Method {
    const ALL: [Self; 7] = [
        Self::Get,
        Self::Put,
        Self::Post,
        Self::Delete,
        Self::Options,
        Self::Head,
        Self::Patch,
    ];

    /// The name in requests, as in `GET`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Delete => "DELETE",
            Self::Options => "OPTIONS",
            Self::Head => "HEAD",
            Self::Patch => "PATCH",
        }
    }

    /// Whether the method itself says that nothing is changed.
    #[must_use]
    pub const fn is_safe(self) -> bool {
        matches!(self, Self::Get | Self::Head | Self::Options)
    }

    pub(super) fn http(self) -> http::Method {
        match self {
            Self::Get => http::Method::GET,
            Self::Put => http::Method::PUT,
            Self::Post => http::Method::POST,
            Self::Delete => http::Method::DELETE,
            Self::Options => http::Method::OPTIONS,
            Self::Head => http::Method::HEAD,
            Self::Patch => http::Method::PATCH,
        }
    }

    pub(super) fn hints(self) -> Hints {
        match self {
            method if method.is_safe() => Hints::new().read_only(),
            Self::Put => Hints::new().idempotent(),
            Self::Delete => Hints::new().destructive().idempotent(),
            _ => Hints::new(),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An operation of a document, as
/// [`operations`](super::OpenApiToolsetBuilder::operations) is asked about it.
#[derive(Debug, Clone)]
pub struct Operation {
    name: String,
    method: Method,
    path: String,
    id: Option<String>,
    tags: Vec<String>,
    deprecated: bool,
}

impl Operation {
    /// The name of its tool.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// The path, as in `/pets/{petId}`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The `operationId`, where there is one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The tags, by which documents group their operations.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// Whether the document says not to use it any more.
    #[must_use]
    pub fn is_deprecated(&self) -> bool {
        self.deprecated
    }
}

/// An operation where the document has it.
#[derive(Debug)]
pub(super) struct Found<'a> {
    pub(super) operation: Operation,
    pub(super) item: &'a Map<String, Value>,
    pub(super) item_place: String,
    pub(super) node: &'a Map<String, Value>,
    pub(super) place: String,
}

/// The operations that `wanted` wants, in the document's order.
///
/// # Errors
/// When something else stands where one belongs, or they are too many.
pub(super) fn find(
    document: &Document,
    wanted: impl Fn(&Operation) -> bool,
) -> Result<Vec<Found<'_>>> {
    let paths = document.object(&["paths"])?;
    let paths = paths.into_iter().flatten();
    let mut all = Vec::new();
    for (path, item) in paths.filter(|(path, _)| !path.starts_with("x-")) {
        let item_place = format!("paths.{path}");
        let item = document.follow(item, &item_place)?;
        for method in Method::ALL {
            let key = method.as_str().to_ascii_lowercase();
            let Some(node) = item.get(&key) else {
                continue;
            };
            let place = format!("{item_place}.{key}");
            let node = object(node, &place)?;
            document.spend(tags(node).map(str::len).sum())?;
            let operation = read(node, method, path, &place)?;
            if !wanted(&operation) {
                continue;
            }
            if all.len() == MAX_OPERATIONS {
                let text = format!(
                    "the OpenAPI document has more than {MAX_OPERATIONS} operations; choose some \
                     by `.operations(…)`"
                );
                return Err(Error::new(ErrorKind::Limit, text));
            }
            let item_place = item_place.clone();
            all.push(Found {
                operation,
                item,
                item_place,
                node,
                place,
            });
        }
    }
    Ok(all)
}

fn read(node: &Map<String, Value>, method: Method, path: &str, place: &str) -> Result<Operation> {
    let id = text(node, "operationId");
    let named = id.map(snake_case).filter(|name| !name.is_empty());
    // As ADK has it: the path, and then the method.
    let name = named.unwrap_or_else(|| snake_case(&format!("{path}_{method}")));
    if name.is_empty() {
        return Err(fault(
            place,
            "has no name for a tool; give it an `operationId`",
        ));
    }
    Ok(Operation {
        name,
        method,
        path: path.to_owned(),
        id: id.map(str::to_owned),
        tags: tags(node).map(str::to_owned).collect(),
        deprecated: flag(node, "deprecated"),
    })
}

fn tags(node: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let tags = node.get("tags").and_then(Value::as_array);
    let tags = tags.into_iter().flatten().take(MAX_TAGS);
    tags.filter_map(Value::as_str)
}

/// The error that no operation is wanted, with those that there are.
pub(super) fn none_left(document: &Document, deprecated: bool) -> Error {
    let all = find(document, |_| true).unwrap_or_default();
    let all = || all.iter().map(|found| &found.operation);
    let text = if all().next().is_none() {
        "the OpenAPI document has no operation below `paths`".to_owned()
    } else if !deprecated && all().all(Operation::is_deprecated) {
        "all operations of the OpenAPI document are deprecated; `.with_deprecated()` has them \
         too"
        .to_owned()
    } else {
        let some = |named: BTreeSet<&str>| {
            let more = if named.len() > MOST_TOLD { ", …" } else { "" };
            let named: Vec<_> = named.into_iter().take(MOST_TOLD).collect();
            format!("`{}`{more}", named.join("`, `"))
        };
        let tags: BTreeSet<_> = all().flat_map(Operation::tags).map(|tag| &**tag).collect();
        let tagged = (!tags.is_empty()).then(|| format!(", and the tags {}", some(tags)));
        format!(
            "`.operations(…)` leaves none of the {} operations of the OpenAPI document; they are \
             {}{}",
            all().count(),
            some(all().map(Operation::name).collect()),
            tagged.unwrap_or_default(),
        )
    };
    Error::new(ErrorKind::Config, text)
}

/// What the model reads that the operation is for.
pub(super) fn description(node: &Map<String, Value>, operation: &Operation) -> String {
    let whole = match (text(node, "summary"), text(node, "description")) {
        (Some(summary), Some(more)) if !more.starts_with(summary) => {
            format!("{summary}\n\n{more}")
        }
        (_, Some(more)) => more.to_owned(),
        (Some(summary), None) => summary.to_owned(),
        (None, None) => format!("Calls {} {}.", operation.method, operation.path),
    };
    capped(&whole, MAX_DESCRIPTION)
}
