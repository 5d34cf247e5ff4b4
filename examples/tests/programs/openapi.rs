//! `openapi` with a yes, as people write it, and with nothing typed at all.

use super::{NOTICE, OPENAPI, run_typing};

const ASKED: &str = "Allow POST /pets at 127.0.0.1? {\"name\":\"Rex\",\"kind\":\"dog\"} [y or n]\n";

/// What is printed before the question, and behind it.
fn typing(typed: &str) -> (String, String) {
    let (out, err) = run_typing(OPENAPI, &[], &[], typed);
    assert_eq!(err, NOTICE);
    let (before, after) = out.split_once(ASKED).unwrap();
    (before.to_owned(), after.to_owned())
}

#[test]
fn what_reads_is_called_and_what_changes_is_asked_about() {
    let (before, after) = typing("Yes \n");
    assert!(before.contains("list_pets({\"kind\":\"cat\"})"), "{before}");
    assert!(
        before.contains("Mia") && !before.contains("Rex\",\"kind\":\"dog\",\"id\""),
        "{before}"
    );
    assert!(
        after.contains("\"name\":\"Rex\",\"kind\":\"dog\",\"id\":2"),
        "{after}"
    );
}

#[test]
fn without_a_yes_nothing_is_changed() {
    let (_, after) = typing("");
    assert!(after.contains("call is rejected"), "{after}");
    assert!(!after.contains("\"id\":2"), "{after}");
}
