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
    let cycles = Cycles::of(&definitions, &|_| true);
    let recursive = |name: &str| cycles.has(name);
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

/// The definitions that lead back to themselves, each with a number that those have in common
/// which lead to each other.
pub(super) struct Cycles<'a>(BTreeMap<&'a str, usize>);

type Edges<'a> = BTreeMap<&'a str, Vec<&'a str>>;

impl<'a> Cycles<'a> {
    /// Those through the keywords that `follow` allows, in time that grows as the definitions do:
    /// what leads back is what is met again where all references are turned round (Kosaraju).
    pub(super) fn of(definitions: &'a Map<String, Value>, follow: &dyn Fn(&str) -> bool) -> Self {
        let (mut ahead, mut back) = (Edges::new(), Edges::new());
        for (name, definition) in definitions {
            let mut found = Vec::new();
            targets(definition, follow, &mut found);
            for target in &found {
                back.entry(target).or_default().push(name);
            }
            ahead.insert(name, found);
        }
        let mut seen = BTreeSet::new();
        let names = definitions.keys();
        let order: Vec<_> = names
            .flat_map(|name| walk(name, &ahead, &mut seen))
            .collect();
        seen.clear();
        let mut cycles = BTreeMap::new();
        for (number, name) in order.into_iter().enumerate().rev() {
            let cycle = walk(name, &back, &mut seen);
            let is_own = || ahead.get(name).is_some_and(|found| found.contains(&name));
            if cycle.len() > 1 || (cycle.len() == 1 && is_own()) {
                cycles.extend(cycle.into_iter().map(|name| (name, number)));
            }
        }
        Self(cycles)
    }

    /// Whether a definition leads back to itself.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Whether two definitions lead to each other, or are one.
    pub(super) fn have_both(&self, one: &str, other: &str) -> bool {
        one == other || self.has(one) && self.0.get(one) == self.0.get(other)
    }
}

/// All that is not seen yet of what a definition leads to, each behind what it leads to itself.
fn walk<'a>(from: &'a str, edges: &Edges<'a>, seen: &mut BTreeSet<&'a str>) -> Vec<&'a str> {
    let mut done = Vec::new();
    let mut open = vec![(from, false)];
    while let Some((name, is_walked)) = open.pop() {
        if is_walked {
            done.push(name);
        } else if seen.insert(name) {
            open.push((name, true));
            let next = edges.get(name).into_iter().flatten();
            open.extend(next.map(|next| (*next, false)));
        }
    }
    done
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
        if (self.stays)(&name) {
            return for_each_child(node, &mut |child| self.expand(child));
        }
        let size = size(definition);
        let ends = self.inlined + size < MAX_INLINED
            && self.inside.len() < MAX_DEPTH
            && !self.inside.contains(&name);
        if !ends && self.cut.is_none() {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every definition that the one leads to, by looking anew from each.
    fn reached<'a>(definitions: &'a Map<String, Value>, from: &'a str) -> BTreeSet<&'a str> {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(name) = open.pop() {
            let mut found = Vec::new();
            targets(&definitions[name], &|_| true, &mut found);
            open.extend(found.into_iter().filter(|name| seen.insert(*name)));
        }
        seen
    }

    #[test]
    fn cycles_of_every_four_definitions_are_found() {
        let names = ["a", "b", "c", "d"];
        for edges in 0..1_u32 << 16 {
            let definition = |from: usize| {
                let is_to = |to: &usize| edges >> (4 * from + to) & 1 == 1;
                let to = (0..4).filter(is_to);
                let all: Vec<_> = to
                    .map(|to| json!({"$ref": format!("#/$defs/{}", names[to])}))
                    .collect();
                (names[from].to_owned(), json!({"anyOf": all}))
            };
            let definitions: Map<_, _> = (0..4).map(definition).collect();
            let cycles = Cycles::of(&definitions, &|_| true);
            let reach = names.map(|name| reached(&definitions, name));
            for (one, seen) in names.iter().zip(&reach) {
                assert_eq!(cycles.has(one), seen.contains(one), "{edges:b}");
                for (other, back) in names.iter().zip(&reach) {
                    let both = one == other || seen.contains(other) && back.contains(one);
                    assert_eq!(cycles.have_both(one, other), both, "{edges:b}");
                }
            }
        }
    }
}
