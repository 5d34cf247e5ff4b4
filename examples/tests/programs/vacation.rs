//! `vacation_approval` with what a manager may type, and with nothing typed at all.

use super::{NOTICE, VACATION_APPROVAL, run_typing};

const ASKED: &str = "  → book_vacation({\"days\":5})\n  \
                       ← book_vacation: {\"result\":\"waiting for the manager\"}\n\
                     Approve 5 days off? [y, n, or 1 to 5]\n";
const AGAIN: &str = "Please type y, n, or a number from 1 to 5.\n";
const UNCLEAR: &str = "No clear answer: that counts as a no.\n";

/// What is printed behind the question.
fn typing(typed: &str) -> String {
    let (out, err) = run_typing(VACATION_APPROVAL, &[], &[], typed);
    assert_eq!(err, NOTICE);
    assert!(out.starts_with(ASKED), "{out}");
    out[ASKED.len()..].to_owned()
}

fn ended(result: &str) -> String {
    format!("  ← book_vacation: {{\"result\":\"{result}\"}}\nvacation_agent: {result}\n")
}

#[test]
fn a_yes_books_all_days() {
    assert_eq!(typing("y\n"), ended("5 of 5 days booked"));
    assert_eq!(typing("yes\n"), ended("5 of 5 days booked"));
}

#[test]
fn a_no_books_none() {
    assert_eq!(typing("n\n"), ended("the manager said no"));
}

#[test]
fn a_number_books_so_many_days() {
    assert_eq!(typing("2\n"), ended("2 of 5 days booked"));
    // The last line may lack its end.
    assert_eq!(typing("2"), ended("2 of 5 days booked"));
}

#[test]
fn what_is_no_answer_is_asked_again() {
    let booked = ended("5 of 5 days booked");
    assert_eq!(typing("perhaps\ny\n"), format!("{AGAIN}{booked}"));
    // More than was asked for, and nothing of it.
    assert_eq!(typing("9\n0\ny\n"), format!("{AGAIN}{AGAIN}{booked}"));
}

#[test]
fn no_answer_is_a_no() {
    let refused = ended("the manager said no");
    assert_eq!(typing(""), format!("{UNCLEAR}{refused}"));
    assert_eq!(
        typing("a\nb\nc\ny\n"),
        format!("{AGAIN}{AGAIN}{AGAIN}{UNCLEAR}{refused}")
    );
}

#[test]
fn other_wishes_are_heard() {
    let run = |wish| run_typing(VACATION_APPROVAL, &[wish], &[], "y\n").0;
    assert!(run("Book 3 days, please.").ends_with("vacation_agent: 3 of 3 days booked\n"));
    let out = run("Book 99 days, please.");
    assert!(!out.contains("Approve"), "{out}");
    assert!(
        out.contains("expected an integer from 1 to 30, got 99"),
        "{out}"
    );
}
