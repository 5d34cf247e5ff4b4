//! Changes of a session's state, and how those of parallel calls become one.

use std::collections::BTreeMap;

use serde_json::Value;

/// Changes of session state: key to new value. A key's prefix is its scope: `app:`,
/// `user:`, `temp:` (this run only), none for the session.
///
/// ```
/// let delta = adk::StateDelta::from([("city", "Paris")]);
/// assert_eq!(delta.get("city").unwrap(), "Paris");
/// ```
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct StateDelta(BTreeMap<String, Value>);

impl StateDelta {
    pub(super) const NONE: Self = Self(BTreeMap::new());

    /// No change.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets `key`; a later set of the same key wins.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<Value>) {
        self.0.insert(key.into(), value.into());
    }

    /// The new value of `key`, where it changes.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Whether nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The changes by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(key, value)| (&**key, value))
    }

    /// Puts `other` over this: objects merge key by key, all else is replaced.
    pub(crate) fn merge(&mut self, other: Self) {
        for (key, value) in other.0 {
            match self.0.get_mut(&key) {
                Some(present) => merge_value(present, value),
                None => {
                    self.0.insert(key, value);
                }
            }
        }
    }

    /// Drops the keys for which `keep` is false.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&str) -> bool) {
        self.0.retain(|key, _| keep(key));
    }
}

fn merge_value(present: &mut Value, new: Value) {
    match (present, new) {
        (Value::Object(present), Value::Object(new)) => {
            for (key, value) in new {
                merge_value(present.entry(key).or_insert(Value::Null), value);
            }
        }
        (present, new) => *present = new,
    }
}

impl<K: Into<String>, V: Into<Value>, const N: usize> From<[(K, V); N]> for StateDelta {
    fn from(entries: [(K, V); N]) -> Self {
        Self(
            entries
                .into_iter()
                .map(|(key, value)| (key.into(), value.into()))
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn objects_merge_deeply_and_the_later_value_wins() {
        let mut first = StateDelta::from([("a", json!({"x": 1, "y": 1})), ("b", json!([1]))]);
        first.merge(StateDelta::from([
            ("a", json!({"y": 2})),
            ("b", json!([2])),
        ]));
        assert_eq!(first.get("a"), Some(&json!({"x": 1, "y": 2})));
        assert_eq!(first.get("b"), Some(&json!([2])));
    }
}
