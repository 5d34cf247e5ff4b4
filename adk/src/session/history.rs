//! A list of events that grows at its end and is cheap to copy: full blocks are
//! shared, so reading a long session does not copy it.

use std::fmt;
use std::iter::Flatten;
use std::slice;
use std::sync::Arc;

use crate::event::Event;

const BLOCK: usize = 64;

/// Events, oldest first.
#[derive(Clone, Default)]
pub(super) struct History {
    full: Vec<Arc<[Event]>>,
    open: Vec<Event>,
}

impl History {
    pub(super) fn push(&mut self, event: Event) {
        self.open.push(event);
        if self.open.len() == BLOCK {
            self.full.push(self.open.drain(..).collect());
        }
    }

    pub(super) fn iter(&self) -> Events<'_> {
        Events {
            full: Blocks(self.full.iter()).flatten(),
            open: self.open.iter(),
            left: self.full.len() * BLOCK + self.open.len(),
        }
    }
}

impl FromIterator<Event> for History {
    fn from_iter<I: IntoIterator<Item = Event>>(events: I) -> Self {
        let mut history = Self::default();
        for event in events {
            history.push(event);
        }
        history
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The events of a [`Session`](super::Session), oldest first; from both ends.
#[derive(Debug, Clone)]
pub struct Events<'a> {
    full: Flatten<Blocks<'a>>,
    open: slice::Iter<'a, Event>,
    left: usize,
}

#[derive(Debug, Clone)]
struct Blocks<'a>(slice::Iter<'a, Arc<[Event]>>);

impl<'a> Iterator for Blocks<'a> {
    type Item = &'a [Event];

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|block| &**block)
    }
}

impl DoubleEndedIterator for Blocks<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|block| &**block)
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = &'a Event;

    fn next(&mut self) -> Option<Self::Item> {
        let event = self.full.next().or_else(|| self.open.next())?;
        self.left -= 1;
        Some(event)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl DoubleEndedIterator for Events<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let event = self.open.next_back().or_else(|| self.full.next_back())?;
        self.left -= 1;
        Some(event)
    }
}

impl ExactSizeIterator for Events<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_length_hold_over_block_borders() {
        for count in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7] {
            let ids: Vec<String> = (0..count).map(|n| n.to_string()).collect();
            let history: History = ids
                .iter()
                .map(|id| Event::builder("a").id(&**id).build())
                .collect();
            assert_eq!(history.iter().len(), count);
            assert!(history.iter().map(Event::id).eq(ids.iter()));
            assert!(history.iter().rev().map(Event::id).eq(ids.iter().rev()));
        }
    }
}
