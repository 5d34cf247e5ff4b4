//! What a program has approved of a server's tools: each by a hash of all that a model reads of
//! it. A tool that reads otherwise later, or that hides something, is held back.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::Tool;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::session::MAX_TOOLS;

/// The tools of a server that a program approves of: their names, each with a hash of its
/// description and schemas.
///
/// To approve of a server's tools once and for all, keep what
/// [`McpToolset::pins`](super::McpToolset::pins) says and give it to
/// [`McpToolset::pinned`](super::McpToolset::pinned) when the program starts again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct McpPins(BTreeMap<String, String>);

impl McpPins {
    /// The names of the tools, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// A tool that no model is told of until the program approves of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldBack {
    name: String,
    reason: HeldBackReason,
}

/// Why a tool is held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeldBackReason {
    /// Its description or its schemas are not those that were approved.
    Changed,
    /// Its texts hold characters that people do not see and models read.
    HiddenText,
    /// It is not among the tools that the program started with.
    New,
}

impl HeldBack {
    /// The tool's name, as its server gives it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> HeldBackReason {
        self.reason
    }
}

/// What a program is told to do with what it has not seen before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Trust {
    /// A tool is taken as it is first seen.
    #[default]
    FirstSeen,
    /// Only what the program started with.
    Pinned,
    /// Whatever the server says.
    Any,
}

/// All that a model reads of a tool, as a hash, and whether it hides something.
#[derive(Debug)]
pub(super) struct Print {
    hash: String,
    hides: bool,
}

/// What was approved, and what is held back.
#[derive(Debug, Default)]
pub(super) struct Approvals(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    pins: BTreeMap<String, String>,
    held: BTreeMap<String, (HeldBackReason, String)>,
}

impl Print {
    pub(super) fn of(tool: &Tool) -> Self {
        let read = sorted(json!({
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": &*tool.input_schema,
            "outputSchema": tool.output_schema.as_deref(),
            "annotations": tool.annotations,
        }));
        Self {
            hash: STANDARD.encode(Sha256::digest(read.to_string())),
            hides: hides(&read),
        }
    }
}

impl Approvals {
    pub(super) fn new(pins: McpPins) -> Self {
        Self(Mutex::new(Known {
            pins: pins.0,
            held: BTreeMap::new(),
        }))
    }

    /// Whether a model may be told of a tool that reads so.
    pub(super) fn allow(&self, name: &str, print: &Print, trust: Trust) -> bool {
        let mut known = self.known();
        let reason = match known.pins.get(name) {
            Some(pin) if *pin == print.hash => None,
            _ if print.hides => Some(HeldBackReason::HiddenText),
            _ if trust == Trust::Any => None,
            Some(_) => Some(HeldBackReason::Changed),
            None if trust == Trust::Pinned || known.pins.len() >= MAX_TOOLS => {
                Some(HeldBackReason::New)
            }
            None => None,
        };
        let Some(reason) = reason else {
            known.held.remove(name);
            known
                .pins
                .entry(name.into())
                .or_insert_with(|| print.hash.clone());
            return true;
        };
        let held = (reason, print.hash.clone());
        if known.held.get(name) != Some(&held) {
            tracing::warn!(tool = name, ?reason, "a tool of an MCP server is held back");
            if known.held.len() < MAX_TOOLS {
                known.held.insert(name.into(), held);
            }
        }
        false
    }

    pub(super) fn approve(&self, name: &str) {
        let mut known = self.known();
        if let Some((_, hash)) = known.held.remove(name) {
            known.pins.insert(name.into(), hash);
        }
    }

    pub(super) fn held_back(&self) -> Vec<HeldBack> {
        let known = self.known();
        let held = known.held.iter().map(|(name, (reason, _))| HeldBack {
            name: name.clone(),
            reason: *reason,
        });
        held.collect()
    }

    pub(super) fn pins(&self) -> McpPins {
        McpPins(self.known().pins.clone())
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The same value with the keys of its objects in order: a server may list them in any.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let entries: BTreeMap<_, _> = object.into_iter().collect();
            let entries = entries.into_iter().map(|(key, value)| (key, sorted(value)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        other => other,
    }
}

fn hides(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(is_hidden),
        Value::Array(items) => items.iter().any(hides),
        Value::Object(object) => {
            let mut entries = object.iter();
            entries.any(|(key, value)| key.contains(is_hidden) || hides(value))
        }
        _ => false,
    }
}

/// Characters that show nothing, or turn what stands beside them. Those that emoji and some
/// scripts are written with, U+200C, U+200D and U+FE00 to U+FE0F, are no such.
fn is_hidden(letter: char) -> bool {
    match letter {
        '\n' | '\r' | '\t' => false,
        '\u{ad}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        letter => letter.is_control(),
    }
}
