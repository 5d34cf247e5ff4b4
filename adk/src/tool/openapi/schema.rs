//! A document's schemas as schemas of arguments: references put in their place, recursion kept as
//! `$defs`, what a request does not hold left out, and all of it within bounds.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Map, Value, json};

use super::document::{Document, flag};
use super::keywords::{NODE, copy, nullable, weight};
use super::names::{self, Names};
use crate::error::Result;

/// How deep schemas of one argument may lie in each other; below, any value is taken.
const MAX_DEPTH: usize = 16;
/// The most schemas of one tool; beyond, any value is taken.
const MAX_NODES: usize = 4_000;
/// The most parts of an `allOf`, and of theirs, that are asked what they hide.
const MAX_PARTS: usize = 64;
/// What it takes to ask a property whether it is hidden, in bytes that might be told.
const LOOK: usize = 4;

/// Converts the schemas of one tool.
pub(super) struct Schemas<'a> {
    document: &'a Document,
    /// The references that lead to where the conversion is.
    inside: Vec<&'a str>,
    /// References to the recursive schemas as they are met, and their names.
    recursive: Vec<&'a str>,
    definitions: HashMap<&'a str, String>,
    definition_names: Names,
    /// The names of properties here, by the document's.
    properties: HashMap<&'a str, String>,
    property_names: Names,
    left: usize,
}

impl<'a> Schemas<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Self {
            document,
            inside: Vec::new(),
            recursive: Vec::new(),
            definitions: HashMap::new(),
            definition_names: Names::default(),
            properties: HashMap::new(),
            property_names: Names::default(),
            left: MAX_NODES,
        }
    }

    /// A schema of the document, whose recursion is in [`definitions`](Self::definitions).
    ///
    /// # Errors
    /// When a reference in it leads out of the document, or nowhere, and when it is too large.
    pub(super) fn convert(&mut self, schema: &'a Value, place: &str) -> Result<Value> {
        self.whole(schema, place, 0)
    }

    /// The schemas that hold themselves.
    ///
    /// # Errors
    /// As those of [`convert`](Self::convert).
    pub(super) fn definitions(&mut self) -> Result<Map<String, Value>> {
        let mut definitions = Map::new();
        // A definition may name others.
        while let Some(&reference) = self.recursive.get(definitions.len()) {
            let target = self.document.target(reference, reference)?;
            self.inside = vec![reference];
            let definition = self.whole(target, &at(reference), 0)?;
            self.inside.clear();
            definitions.insert(self.recursion(reference), definition);
        }
        Ok(definitions)
    }

    /// The document's names of properties that have other ones here, by those.
    pub(super) fn renamed(self) -> BTreeMap<String, String> {
        let renamed = self.properties.into_iter();
        let renamed = renamed.filter(|(name, own)| name != own);
        renamed.map(|(name, own)| (own, name.to_owned())).collect()
    }

    /// A schema that is no part of an `allOf`, so that nothing around it hides its properties.
    fn whole(&mut self, schema: &'a Value, place: &str, depth: usize) -> Result<Value> {
        self.node(schema, place, depth, &BTreeSet::new())
    }

    fn node(
        &mut self,
        schema: &'a Value,
        place: &str,
        depth: usize,
        hidden: &BTreeSet<&'a str>,
    ) -> Result<Value> {
        if self.left == 0 {
            return Ok(json!({}));
        }
        self.left -= 1;
        self.document.spend(NODE + place.len() / 16)?;
        let Value::Object(node) = schema else {
            return Ok(json!({}));
        };
        if depth > MAX_DEPTH {
            return Ok(json!({}));
        }
        if let Some(reference) = node.get("$ref").and_then(Value::as_str) {
            return self.reference(reference, node, place, depth);
        }
        let hidden = self.hidden(node, hidden)?;
        let mut out = Map::new();
        copy(node, &mut out);
        self.document.spend(weight(&out))?;
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
            let out = self.whole(target, &at(reference), depth + 1);
            self.inside.pop();
            out?
        };
        let mut beside = Map::new();
        copy(node, &mut beside);
        self.document.spend(weight(&beside))?;
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

    /// The name of the recursive schema there.
    fn recursion(&mut self, reference: &'a str) -> String {
        let name = self.definitions.entry(reference).or_insert_with(|| {
            self.recursive.push(reference);
            let last = reference.rsplit('/').next().unwrap_or_default();
            self.definition_names.give_like(&names::argument(last))
        });
        name.clone()
    }

    /// The properties that no request holds: those that are `readOnly`, here and in the parts of
    /// an `allOf`, any of which may say that they are required.
    fn hidden(
        &self,
        node: &'a Map<String, Value>,
        around: &BTreeSet<&'a str>,
    ) -> Result<BTreeSet<&'a str>> {
        self.document.spend(LOOK * around.len())?;
        let mut hidden = around.clone();
        self.add_hidden(node, &mut { MAX_PARTS }, &mut hidden)?;
        Ok(hidden)
    }

    fn add_hidden(
        &self,
        node: &'a Map<String, Value>,
        left: &mut usize,
        hidden: &mut BTreeSet<&'a str>,
    ) -> Result<()> {
        let properties = node.get("properties").and_then(Value::as_object);
        self.document.spend(LOOK * properties.map_or(0, Map::len))?;
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
                break;
            }
            *left -= 1;
            if let Ok(part) = self.document.follow(part, "") {
                self.add_hidden(part, left, hidden)?;
            }
        }
        Ok(())
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
                self.document.spend(name.len())?;
                let place = format!("{place}.properties.{name}");
                let property = self.whole(property, &place, depth + 1)?;
                converted.insert(self.property_name(name), property);
            }
            out.insert("properties".into(), converted.into());
        }
        let listed = node.get("required").and_then(Value::as_array);
        let listed = listed.into_iter().flatten().take(MAX_NODES);
        let mut required = Vec::new();
        for name in listed.filter_map(Value::as_str) {
            self.document.spend(name.len())?;
            if !hidden.contains(name) {
                required.push(self.property_name(name));
            }
        }
        if !required.is_empty() {
            out.insert("required".into(), required.into());
        }
        match node.get("additionalProperties") {
            Some(Value::Bool(flag)) => {
                out.insert("additionalProperties".into(), (*flag).into());
            }
            Some(others @ Value::Object(_)) => {
                let place = format!("{place}.additionalProperties");
                let others = self.whole(others, &place, depth + 1)?;
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
            let items = self.whole(items, &format!("{place}.items"), depth + 1)?;
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
                    converted.push(self.part(part, &place, depth, hidden)?);
                } else {
                    converted.push(self.whole(part, &place, depth + 1)?);
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
    fn property_name(&mut self, name: &'a str) -> String {
        let own = self.properties.entry(name);
        let own = own.or_insert_with(|| self.property_names.give_like(&names::argument(name)));
        own.clone()
    }
}

/// Where a reference leads, as places are written.
fn at(reference: &str) -> String {
    let path = reference.trim_start_matches(['#', '/']);
    path.replace('/', ".").replace("~1", "/").replace("~0", "~")
}
