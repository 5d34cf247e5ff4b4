//! What a program has approved of a server's tools: each by the name that the model calls it by,
//! and a hash of all that the model reads of it. A tool that reads otherwise later, or that hides
//! something, is held back.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::Tool;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::session::MAX_TOOLS;
use super::tool::McpTool;

/// The tools of a server that a program approves of: their names, as a model has them, each with a
/// hash of its description and schemas.
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

/// A tool that no model is told of until the program approves of it, as it was listed.
#[derive(Clone, PartialEq, Eq)]
pub struct HeldBack {
    name: Box<str>,
    reason: HeldBackReason,
    print: Arc<Print>,
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
    /// Its server lists another tool that a model would call by the same name.
    SameName,
}

impl HeldBack {
    /// The tool's name, as a model would call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> HeldBackReason {
        self.reason
    }

    /// All that a model would read of it, as JSON: the name that the server gives it, the
    /// description, the schemas. Characters that people do not see are written as `\u202e`.
    #[must_use]
    pub fn text(&self) -> String {
        let mut shown = String::with_capacity(self.print.text.len());
        for letter in self.print.text.chars() {
            if is_hidden(letter) {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    _ = write!(shown, "\\u{unit:04x}");
                }
            } else {
                shown.push(letter);
            }
        }
        shown
    }
}

impl fmt::Debug for HeldBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeldBack")
            .field("name", &self.name)
            .field("reason", &self.reason)
            .finish_non_exhaustive()
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

/// All that a model reads of a tool, its hash, and whether it hides something.
#[derive(PartialEq, Eq)]
pub(super) struct Print {
    text: Box<str>,
    hash: String,
    hides: bool,
}

/// What was approved, and what of the latest list is held back.
#[derive(Debug, Default)]
pub(super) struct Approvals(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    pins: BTreeMap<String, String>,
    held: Vec<HeldBack>,
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
        let text = read.to_string();
        Self {
            hash: STANDARD.encode(Sha256::digest(&text)),
            hides: hides(&read),
            text: text.into(),
        }
    }

    /// The size of the tool in bytes.
    pub(super) fn size(&self) -> usize {
        self.text.len()
    }
}

impl Approvals {
    pub(super) fn new(pins: McpPins) -> Self {
        Self(Mutex::new(Known {
            pins: pins.0,
            held: Vec::new(),
        }))
    }

    /// The tools that a model may be told of, of all that are listed. Where several have one name
    /// it is the one that was approved, or else the first.
    pub(super) fn sift<'a>(
        &self,
        listed: &'a [Arc<McpTool>],
        trust: Trust,
    ) -> Vec<&'a Arc<McpTool>> {
        let mut known = self.known();
        let approved = |tool: &&Arc<McpTool>| known.pins.get(tool.name()) == Some(&tool.print.hash);
        let approved = listed.iter().filter(approved).map(|tool| tool.name());
        let approved: HashSet<&str> = approved.collect();
        let mut taken = HashSet::with_capacity(listed.len());
        let (mut allowed, mut held) = (Vec::with_capacity(listed.len()), Vec::new());
        for tool in listed {
            let (name, print) = (tool.name(), &tool.print);
            let is_approved = known.pins.get(name) == Some(&print.hash);
            let reason = if taken.contains(name) || approved.contains(name) && !is_approved {
                Some(HeldBackReason::SameName)
            } else {
                known.reason(name, print, trust)
            };
            if let Some(reason) = reason {
                held.push(HeldBack {
                    name: name.into(),
                    reason,
                    print: Arc::clone(print),
                });
                continue;
            }
            taken.insert(name);
            if !known.pins.contains_key(name) {
                known.pins.insert(name.into(), print.hash.clone());
            }
            allowed.push(tool);
        }
        held.sort_by(|one, other| one.name.cmp(&other.name));
        for news in held.iter().filter(|held| !known.held.contains(held)) {
            let (tool, reason) = (news.name(), news.reason);
            tracing::warn!(tool, ?reason, "a tool of an MCP server is held back");
        }
        known.held = held;
        allowed
    }

    pub(super) fn approve(&self, held: &HeldBack) {
        let mut known = self.known();
        known.held.retain(|other| other != held);
        known
            .pins
            .insert(held.name().into(), held.print.hash.clone());
    }

    pub(super) fn held_back(&self) -> Vec<HeldBack> {
        self.known().held.clone()
    }

    pub(super) fn pins(&self) -> McpPins {
        McpPins(self.known().pins.clone())
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Why a tool is held back that is alone with its name, if it is.
    fn reason(&self, name: &str, print: &Print, trust: Trust) -> Option<HeldBackReason> {
        let pin = self.pins.get(name);
        match pin {
            Some(pin) if *pin == print.hash => None,
            _ if print.hides => Some(HeldBackReason::HiddenText),
            _ if trust == Trust::Any => None,
            Some(_) => Some(HeldBackReason::Changed),
            None if trust == Trust::Pinned || self.pins.len() >= MAX_TOOLS => {
                Some(HeldBackReason::New)
            }
            None => None,
        }
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
