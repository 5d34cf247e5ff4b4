//! A schema's nodes with their JSON pointers.

use serde_json::{Map, Value};

use super::Problem;

/// One schema within a schema.
pub(super) struct Node<'a> {
    pub(super) path: String,
    pub(super) keywords: &'a Map<String, Value>,
}

/// Every node below `schema`, itself first; what stands where a schema belongs and is no
/// object is a problem.
pub(super) fn nodes<'a>(schema: &'a Value, problems: &mut Vec<Problem>) -> Vec<Node<'a>> {
    let mut nodes = Vec::new();
    add("", schema, &mut nodes, problems);
    nodes
}

fn add<'a>(path: &str, schema: &'a Value, nodes: &mut Vec<Node<'a>>, problems: &mut Vec<Problem>) {
    let Value::Object(keywords) = schema else {
        problems.push(Problem::new(path, "a schema is an object"));
        return;
    };
    nodes.push(Node {
        path: path.to_owned(),
        keywords,
    });
    for (keyword, value) in keywords {
        let at = format!("{path}/{keyword}");
        match (&**keyword, value) {
            ("additionalProperties", Value::Bool(_)) => {}
            (
                "items"
                | "additionalProperties"
                | "propertyNames"
                | "contains"
                | "not"
                | "if"
                | "then"
                | "else",
                one,
            ) => add(&at, one, nodes, problems),
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                for (index, one) in list.iter().enumerate() {
                    add(&format!("{at}/{index}"), one, nodes, problems);
                }
            }
            ("properties" | "patternProperties" | "$defs", Value::Object(named)) => {
                for (name, one) in named {
                    let name = name.replace('~', "~0").replace('/', "~1");
                    add(&format!("{at}/{name}"), one, nodes, problems);
                }
            }
            _ => {}
        }
    }
}

impl Node<'_> {
    pub(super) fn has(&self, keyword: &str) -> bool {
        self.keywords.contains_key(keyword)
    }

    pub(super) fn text(&self, keyword: &str) -> Option<&str> {
        self.keywords.get(keyword).and_then(Value::as_str)
    }

    pub(super) fn list(&self, keyword: &str) -> &[Value] {
        let list = self.keywords.get(keyword).and_then(Value::as_array);
        list.map_or(&[], Vec::as_slice)
    }

    pub(super) fn properties(&self) -> impl Iterator<Item = (&String, &Value)> {
        let properties = self.keywords.get("properties").and_then(Value::as_object);
        properties.into_iter().flatten()
    }

    pub(super) fn is_of(&self, name: &str) -> bool {
        match self.keywords.get("type") {
            Some(Value::Array(names)) => names.iter().any(|other| other == name),
            other => other.is_some_and(|other| other == name),
        }
    }

    pub(super) fn problem(&self, rule: impl Into<String>) -> Problem {
        Problem::new(&self.path, rule)
    }

    /// Keywords that are not among the known ones.
    pub(super) fn unknown(&self, known: &[&str]) -> impl Iterator<Item = Problem> {
        let unknown = self.keywords.keys().filter(|key| !known.contains(&&***key));
        unknown.map(|key| self.problem(format!("`{key}` is not known")))
    }

    /// Names in `required` that are not properties.
    pub(super) fn undefined(&self) -> impl Iterator<Item = Problem> {
        let names = self.list("required").iter().filter_map(Value::as_str);
        let undefined = names.filter(|name| !self.properties().any(|(known, _)| known == name));
        undefined.map(|name| self.problem(format!("`{name}` is required and no property")))
    }
}

/// What a reference leads to.
pub(super) fn resolve<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    root.pointer(reference.strip_prefix('#')?)
}

/// References that lead nowhere.
pub(super) fn dangling<'a>(
    root: &'a Value,
    nodes: &'a [Node<'_>],
) -> impl Iterator<Item = Problem> {
    nodes.iter().filter_map(|node| {
        let reference = node.text("$ref")?;
        let found = resolve(root, reference).is_some();
        (!found).then(|| node.problem(format!("`{reference}` leads nowhere")))
    })
}

/// What every provider asks of the root.
pub(super) fn root(schema: &Value, name: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    if schema.get("type").is_none_or(|found| found != name) {
        problems.push(Problem::new("", format!("the root is of type `{name}`")));
    }
    if !schema.get("properties").is_some_and(Value::is_object) {
        problems.push(Problem::new("", "the root has `properties`"));
    }
    for keyword in ["anyOf", "oneOf", "allOf", "not", "enum"] {
        if schema.get(keyword).is_some() {
            problems.push(Problem::new("", format!("the root has no `{keyword}`")));
        }
    }
    problems
}
