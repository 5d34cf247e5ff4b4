//! References: those that end are put in their place; the others are recursion and stay,
//! each a name in the root's `$defs`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::parts::{edit_all, for_each_child, look_at_children, size};

const DEFINITIONS: &str = "#/$defs/";
/// The most values that definitions put into one schema: small ones that name each other
/// twice would make a tree without end.
const MAX_INLINED: usize = 10_000;
/// The most references that are followed one inside the other.
const MAX_DEPTH: usize = 32;

/// Brings all references of a whole schema into the canonical form.
pub(super) fn settle(root: &mut Value) {
    gather(root);
    let definitions = take_definitions(root);
    let reach = reach(&definitions, &|_| true);
    let recursive = |name: &str| reach.get(name).is_some_and(|seen| seen.contains(name));
    let mut inline = Inline::new(&definitions, &recursive, None);
    inline.expand(root);
    let mut wanted = owned_targets(root);
    let mut kept = BTreeMap::new();
    while let Some(name) = wanted.pop() {
        if let (Some(definition), false) = (definitions.get(&name), kept.contains_key(&name)) {
            let mut definition = definition.clone();
            inline.expand(&mut definition);
            wanted.extend(owned_targets(&definition));
            kept.insert(name, definition);
        }
    }
    let names = definitions.keys();
    let kept: Map<_, _> = names.filter_map(|name| kept.remove_entry(name)).collect();
    if let (Value::Object(node), false) = (root, kept.is_empty()) {
        node.insert("$defs".into(), kept.into());
    }
}

/// What stands where recursion is cut: made of the definition's name and of what stood
/// beside the reference.
type Cut = fn(&str, Map<String, Value>) -> Map<String, Value>;

/// Puts a definition in the place of every reference, a recursive one once.
pub(super) fn unroll(root: &mut Value, cut: Cut) {
    let definitions = take_definitions(root);
    Inline::new(&definitions, &|_| false, Some(cut)).expand(root);
}

/// Puts into `$defs` what references elsewhere point to, and takes away those that point
/// nowhere.
fn gather(root: &mut Value) {
    let mut pointers = BTreeSet::new();
    edit_all(root, &mut |node| {
        let elsewhere = node.get("$ref").filter(|_| target(node).is_none());
        pointers.extend(elsewhere.and_then(Value::as_str).map(str::to_owned));
    });
    if pointers.is_empty() {
        return;
    }
    let mut definitions = take_definitions(root);
    let mut names = BTreeMap::new();
    root["$defs"] = definitions.clone().into();
    for pointer in pointers {
        let place = pointer
            .strip_prefix('#')
            .and_then(|path| root.pointer(path));
        if let Some(Value::Object(found)) = place {
            let mut name = pointer
                .rsplit(['/', '#'])
                .next()
                .unwrap_or_default()
                .to_owned();
            while name.is_empty() || definitions.contains_key(&name) {
                name.push('_');
            }
            let mut found = found.clone();
            found.shift_remove("$defs");
            found.shift_remove("definitions");
            definitions.insert(name.clone(), found.into());
            names.insert(pointer, name);
        }
    }
    if let Value::Object(node) = root {
        node.shift_remove("definitions");
        node.insert("$defs".into(), definitions.into());
    }
    edit_all(root, &mut |node| {
        if target(node).is_none()
            && let Some(pointer) = node.shift_remove("$ref")
            && let Some(name) = pointer.as_str().and_then(|pointer| names.get(pointer))
        {
            node.insert("$ref".into(), json!(format!("{DEFINITIONS}{name}")));
        }
    });
}

/// The name of the definition that a node refers to.
pub(super) fn target(node: &Map<String, Value>) -> Option<&str> {
    let name = node.get("$ref")?.as_str()?.strip_prefix(DEFINITIONS)?;
    (!name.contains(['/', '~', '%'])).then_some(name)
}

/// The definitions that a schema refers to, through the keywords that `follow` allows.
pub(super) fn targets<'a>(
    schema: &'a Value,
    follow: &dyn Fn(&str) -> bool,
    found: &mut Vec<&'a str>,
) {
    if let Value::Object(node) = schema {
        found.extend(target(node));
        look_at_children(node, &mut |keyword, child| {
            if follow(keyword) {
                targets(child, follow, found);
            }
        });
    }
}

/// Every definition with all that it leads to, through the keywords that `follow` allows.
pub(super) fn reach<'a>(
    definitions: &'a Map<String, Value>,
    follow: &dyn Fn(&str) -> bool,
) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let next = |name: &str| {
        let mut found = Vec::new();
        if let Some(definition) = definitions.get(name) {
            targets(definition, follow, &mut found);
        }
        found
    };
    let all = definitions.keys().map(|name| {
        let (mut seen, mut ahead) = (BTreeSet::new(), next(name));
        while let Some(name) = ahead.pop() {
            if seen.insert(name) {
                ahead.extend(next(name));
            }
        }
        (name.as_str(), seen)
    });
    all.collect()
}

fn owned_targets(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    targets(schema, &|_| true, &mut found);
    found.into_iter().map(str::to_owned).collect()
}

fn take_definitions(root: &mut Value) -> Map<String, Value> {
    let node = root.as_object_mut();
    match node.and_then(|node| node.shift_remove("$defs")) {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    }
}

/// Puts definitions in the place of references.
struct Inline<'a> {
    definitions: &'a Map<String, Value>,
    stays: &'a dyn Fn(&str) -> bool,
    cut: Option<Cut>,
    inside: Vec<String>,
    inlined: usize,
}

impl<'a> Inline<'a> {
    fn new(
        definitions: &'a Map<String, Value>,
        stays: &'a dyn Fn(&str) -> bool,
        cut: Option<Cut>,
    ) -> Self {
        Self {
            definitions,
            stays,
            cut,
            inside: Vec::new(),
            inlined: 0,
        }
    }

    fn expand(&mut self, schema: &mut Value) {
        let Value::Object(node) = schema else {
            return;
        };
        let name = target(node).map(str::to_owned);
        let definition = name.as_ref().and_then(|name| self.definitions.get(name));
        let (Some(name), Some(definition)) = (name, definition) else {
            node.shift_remove("$ref");
            return for_each_child(node, &mut |child| self.expand(child));
        };
        let size = size(definition);
        let ends = self.inlined + size < MAX_INLINED
            && self.inside.len() < MAX_DEPTH
            && !self.inside.contains(&name);
        if (self.stays)(&name) || (!ends && self.cut.is_none()) {
            return for_each_child(node, &mut |child| self.expand(child));
        }
        let mut place = definition.clone();
        node.shift_remove("$ref");
        match (&mut place, self.cut) {
            (Value::Object(place), Some(cut)) if !ends => *place = cut(&name, std::mem::take(node)),
            (Value::Object(place), _) => place.append(node),
            _ => {}
        }
        *schema = place;
        self.inlined += size;
        self.inside.push(name);
        if ends {
            self.expand(schema);
        }
        self.inside.pop();
    }
}
