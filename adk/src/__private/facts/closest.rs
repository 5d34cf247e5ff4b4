//! Which of some words was likely meant.

use crate::__private::checks::is_same;
use crate::instruction::braces::without_scope;

/// The longest word that is compared letter by letter.
const LONGEST: usize = 40;

/// Whether `known` may have been meant by `written`: another scope, or up to two other letters.
pub(super) const fn is_close(written: &str, known: &str) -> bool {
    is_same(without_scope(written), without_scope(known)) || distance(written, known) <= 2
}

/// How many letters have to change, to come or to go.
const fn distance(left: &str, right: &str) -> usize {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() < 4 || left.len() > LONGEST || right.len() > LONGEST {
        return usize::MAX;
    }
    let mut row = [0; LONGEST + 1];
    let mut column = 0;
    while column <= right.len() {
        row[column] = column;
        column += 1;
    }
    let mut line = 0;
    while line < left.len() {
        let (mut diagonal, mut column) = (row[0], 0);
        row[0] = line + 1;
        while column < right.len() {
            let changed = diagonal + (left[line] != right[column]) as usize;
            diagonal = row[column + 1];
            row[column + 1] = least(changed, least(row[column], diagonal) + 1);
            column += 1;
        }
        line += 1;
    }
    row[right.len()]
}

const fn least(left: usize, right: usize) -> usize {
    if left < right { left } else { right }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_far_apart_as_letters_change() {
        assert_eq!(distance("draft", "draft"), 0);
        assert_eq!(distance("drft", "draft"), 1);
        assert_eq!(distance("darft", "draft"), 2);
        assert_eq!(distance("outline", "draft"), 7);
        assert_eq!(distance("a", "b"), usize::MAX);
    }

    #[test]
    fn a_key_of_another_scope_is_close() {
        assert!(is_close("name", "user:name"));
        assert!(is_close("app:name", "user:name"));
        assert!(!is_close("city", "user:name"));
    }
}
