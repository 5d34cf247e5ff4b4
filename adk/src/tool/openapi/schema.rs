//! A document's schemas as schemas of arguments: references put in their place, recursion kept as
//! `$defs`, what a request does not hold left out, and all of it within bounds.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::document::{Document, flag};
use super::keywords::{copy, nullable};
use super::names;
use crate::error::Result;

/// How deep schemas of one argument may lie in each other; below, any value is taken.
const MAX_DEPTH: usize = 16;
/// The most schemas of one tool; beyond, any value is taken.
const MAX_NODES: usize = 4_000;
/// The most parts of an `allOf`, and of theirs, that are asked what they hide.
const MAX_PARTS: usize = 64;
/// Converts the schemas of one tool.
pub(super) struct Schemas<'a> {
    document: &'a Document,
    /// The references that lead to where the conversion is.
    inside: Vec<&'a str>,
    /// Names of the recursive schemas, by their references.
    recursive: BTreeMap<&'a str, String>,
    /// Properties under other names than the document's: theirs, by ours.
    renamed: BTreeMap<String, String>,
    plain: BTreeSet<String>,
    left: usize,
}

impl<'a> Schemas<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Self {
            document,
            inside: Vec::new(),
            recursive: BTreeMap::new(),
            renamed: BTreeMap::new(),
            plain: BTreeSet::new(),
            left: MAX_NODES,
        }
    }

    /// A schema of the document, whose recursion is in [`definitions`](Self::definitions).
    ///
    /// # Errors
    /// When a reference in it leads out of the document, or nowhere.
    pub(super) fn convert(&mut self, schema: &'a Value, place: &str) -> Result<Value> {
        self.node(schema, place, 0, &BTreeSet::new())
    }

    /// The schemas that hold themselves.
    ///
    /// # Errors
    /// As those of [`convert`](Self::convert).
    pub(super) fn definitions(&mut self) -> Result<Map<String, Value>> {
        let mut definitions = Map::new();
        loop {
            let mut recursive = self.recursive.iter();
            let next = recursive.find(|(_, name)| !definitions.contains_key(*name));
            let Some((&reference, name)) = next else {
                return Ok(definitions);
            };
            let name = name.clone();
            let target = self.document.target(reference, reference)?;
            self.inside = vec![reference];
            let definition = self.node(target, &at(reference), 0, &BTreeSet::new())?;
            self.inside.clear();
            definitions.insert(name, definition);
        }
    }

    /// The document's names of properties that have other ones here, by those.
    pub(super) fn renamed(self) -> BTreeMap<String, String> {
        self.renamed
    }

    fn node(
        &mut self,
        schema: &'a Value,
        place: &str,
        depth: usize,
        hidden: &BTreeSet<&'a str>,
    ) -> Result<Value> {
        let Value::Object(node) = schema else {
            return Ok(json!({}));
        };
        if self.left == 0 || depth > MAX_DEPTH {
            return Ok(json!({}));
        }
        self.left -= 1;
        if let Some(reference) = node.get("$ref").and_then(Value::as_str) {
            return self.reference(reference, node, place, depth);
        }
        let hidden = self.hidden(node, hidden);
        let mut out = Map::new();
        copy(node, &mut out);
        self.object(node, &mut out, (place, depth), &hidden)?;
        self.lists(node, &mut out, (place, depth), &hidden)?;
        Ok(nullable(out))
    }

    /// What a reference leads to, with what stands beside it.
    fn reference(
        &mut self,
        reference: &'a str,
        node: &'a Map<String, Value>,
        place: &str,
        depth: usize,
    ) -> Result<Value> {
        let target = self.document.target(reference, place)?;
        let mut out = if self.inside.contains(&reference) {
            let name = self.recursion(reference);
            json!({"$ref": format!("#/$defs/{name}")})
        } else {
            self.inside.push(reference);
            let out = self.node(target, &at(reference), depth + 1, &BTreeSet::new());
            self.inside.pop();
            out?
        };
        let mut beside = Map::new();
        copy(node, &mut beside);
        let is_word = |key: &String| ["description", "default", "nullable"].contains(&&**key);
        if !self.document.is_3_0() && !beside.keys().all(is_word) {
            return Ok(json!({"allOf": [out, beside]}));
        }
        if let Value::Object(out) = &mut out {
            for (key, value) in beside.into_iter().filter(|(key, _)| is_word(key)) {
                out.insert(key, value);
            }
            return Ok(nullable(std::mem::take(out)));
        }
        Ok(out)
    }

    fn recursion(&mut self, reference: &'a str) -> &str {
        let last = reference.rsplit('/').next().unwrap_or_default();
        let taken: BTreeSet<_> = self.recursive.values().cloned().collect();
        let name = names::free(&names::argument(last), |name| !taken.contains(name));
        self.recursive.entry(reference).or_insert(name)
    }

    /// The properties that no request holds: those that are `readOnly`, here and in the parts of
    /// an `allOf`, any of which may say that they are required.
    fn hidden(
        &self,
        node: &'a Map<String, Value>,
        around: &BTreeSet<&'a str>,
    ) -> BTreeSet<&'a str> {
        let mut hidden = around.clone();
        self.add_hidden(node, &mut { MAX_PARTS }, &mut hidden);
        hidden
    }

    fn add_hidden(
        &self,
        node: &'a Map<String, Value>,
        left: &mut usize,
        hidden: &mut BTreeSet<&'a str>,
    ) {
        let properties = node.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            let is_read_only = |node: &Map<String, Value>| flag(node, "readOnly");
            let own = property.as_object().is_some_and(is_read_only);
            let told = || self.document.follow(property, "").is_ok_and(is_read_only);
            if own || (property.get("$ref").is_some() && told()) {
                hidden.insert(name);
            }
        }
        let parts = node.get("allOf").and_then(Value::as_array);
        for part in parts.into_iter().flatten() {
            if *left == 0 {
                return;
            }
            *left -= 1;
            if let Ok(part) = self.document.follow(part, "") {
                self.add_hidden(part, left, hidden);
            }
        }
    }

    /// What is said of an object.
    fn object(
        &mut self,
        node: &'a Map<String, Value>,
        out: &mut Map<String, Value>,
        (place, depth): (&str, usize),
        hidden: &BTreeSet<&'a str>,
    ) -> Result<()> {
        let properties = node.get("properties").and_then(Value::as_object);
        if let Some(properties) = properties.filter(|properties| !properties.is_empty()) {
            let mut converted = Map::new();
            for (name, property) in properties {
                if hidden.contains(&**name) {
                    continue;
                }
                if self.left == 0 {
                    break;
                }
                let place = format!("{place}.properties.{name}");
                let property = self.node(property, &place, depth + 1, &BTreeSet::new())?;
                converted.insert(self.property_name(name), property);
            }
            out.insert("properties".into(), converted.into());
        }
        let required = node.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        let required = required
            .filter(|name| !hidden.contains(name))
            .take(MAX_NODES);
        let required: Vec<_> = required.map(|name| self.property_name(name)).collect();
        if !required.is_empty() {
            out.insert("required".into(), required.into());
        }
        match node.get("additionalProperties") {
            Some(Value::Bool(flag)) => {
                out.insert("additionalProperties".into(), (*flag).into());
            }
            Some(others @ Value::Object(_)) => {
                let place = format!("{place}.additionalProperties");
                let others = self.node(others, &place, depth + 1, &BTreeSet::new())?;
                out.insert("additionalProperties".into(), others);
            }
            _ => {
                // An object of which nothing is said is any object.
                let says = ["properties", "required", "allOf", "anyOf", "oneOf"];
                let is_said = says.iter().any(|word| node.contains_key(*word));
                if out.get("type").is_some_and(|name| name == "object") && !is_said {
                    out.insert("additionalProperties".into(), true.into());
                }
            }
        }
        Ok(())
    }

    /// What is said of a list, and the alternatives.
    fn lists(
        &mut self,
        node: &'a Map<String, Value>,
        out: &mut Map<String, Value>,
        (place, depth): (&str, usize),
        hidden: &BTreeSet<&'a str>,
    ) -> Result<()> {
        if let Some(items @ Value::Object(_)) = node.get("items") {
            let items = self.node(
                items,
                &format!("{place}.items"),
                depth + 1,
                &BTreeSet::new(),
            )?;
            out.insert("items".into(), items);
        }
        for keyword in ["prefixItems", "anyOf", "oneOf", "allOf"] {
            let Some(Value::Array(parts)) = node.get(keyword) else {
                continue;
            };
            let mut converted = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                if self.left == 0 {
                    break;
                }
                let place = format!("{place}.{keyword}[{index}]");
                if keyword == "allOf" {
                    let mut part = self.part(part, &place, depth, hidden)?;
                    hoist(&mut part, out);
                    converted.push(part);
                } else {
                    converted.push(self.node(part, &place, depth + 1, &BTreeSet::new())?);
                }
            }
            if !converted.is_empty() {
                out.insert(keyword.into(), converted.into());
            }
        }
        Ok(())
    }

    /// A part of an `allOf`, which knows what the others hide. A recursive one says nothing that
    /// the schema around it does not say.
    fn part(
        &mut self,
        part: &'a Value,
        place: &str,
        depth: usize,
        hidden: &BTreeSet<&'a str>,
    ) -> Result<Value> {
        let Some(reference) = part.get("$ref").and_then(Value::as_str) else {
            return self.node(part, place, depth + 1, hidden);
        };
        let target = self.document.target(reference, place)?;
        if self.inside.contains(&reference) || depth > MAX_DEPTH || self.left == 0 {
            return Ok(json!({}));
        }
        self.left -= 1;
        self.inside.push(reference);
        let part = match target.get("$ref") {
            Some(_) => self.part(target, &at(reference), depth + 1, hidden),
            None => self.node(target, &at(reference), depth + 1, hidden),
        };
        self.inside.pop();
        part
    }

    /// A property's name as every vendor takes it.
    fn property_name(&mut self, name: &str) -> String {
        if names::is_argument(name) && !self.renamed.contains_key(name) {
            self.plain.insert(name.to_owned());
            return name.to_owned();
        }
        let free = names::free(&names::argument(name), |free| {
            match self.renamed.get(free) {
                Some(known) => known == name,
                None => !self.plain.contains(free),
            }
        });
        self.renamed.insert(free.clone(), name.to_owned());
        free
    }
}

/// What a part of an `allOf` requires and does not describe, another describes.
fn hoist(part: &mut Value, whole: &mut Map<String, Value>) {
    let Some(Value::Array(names)) = part.get("required").cloned() else {
        return;
    };
    let is_own = |name: &Value| {
        let name = name.as_str().unwrap_or_default();
        part["properties"].get(name).is_some()
    };
    let (own, others): (Vec<_>, Vec<_>) = names.into_iter().partition(is_own);
    part["required"] = own.into();
    let required = whole.entry("required").or_insert(json!([]));
    if let Value::Array(required) = required {
        required.extend(others);
    }
}

/// Where a reference leads, as places are written.
fn at(reference: &str) -> String {
    let path = reference.trim_start_matches(['#', '/']);
    path.replace('/', ".").replace("~1", "/").replace("~0", "~")
}
