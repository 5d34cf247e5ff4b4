//! Where an answer is cut, as given bytes have it.

use std::collections::VecDeque;

use serde_json::Value;

/// Decides by given bytes, over and over.
pub(super) struct Cuts {
    bytes: Vec<u8>,
    next: usize,
}

impl Cuts {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, next: 0 }
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        self.next += 1;
        usize::from(self.bytes[self.next % self.bytes.len()]) % end
    }

    /// Fragments of a text, some of them empty, but the last.
    pub(super) fn text(&mut self, text: &str) -> Vec<String> {
        let mut fragments = vec![String::new()];
        for letter in text.chars() {
            if let Some(last) = fragments.last_mut() {
                last.push(letter);
            }
            match self.below(4) {
                0 => fragments.push(String::new()),
                1 => fragments.extend([String::new(), String::new()]),
                _ => {}
            }
        }
        while fragments.len() > 1 && fragments.last().is_some_and(String::is_empty) {
            fragments.pop();
        }
        fragments
    }

    /// The items in groups.
    pub(super) fn groups(&mut self, items: Vec<Value>) -> Vec<Vec<Value>> {
        let mut groups = vec![Vec::new()];
        for item in items {
            if self.below(2) == 0 {
                groups.push(Vec::new());
            }
            groups.last_mut().unwrap().push(item);
        }
        groups
    }

    /// The lists as one, each in its order, and the first of each in theirs.
    pub(super) fn merged(&mut self, mut lists: VecDeque<VecDeque<Value>>) -> Vec<Value> {
        let (mut merged, mut open) = (Vec::new(), Vec::new());
        while !(lists.is_empty() && open.is_empty()) {
            let index = self.below(open.len() + usize::from(!lists.is_empty()));
            if index == open.len() {
                open.extend(lists.pop_front());
            }
            merged.extend(open[index].pop_front());
            open.retain(|list| !list.is_empty());
        }
        merged
    }
}
