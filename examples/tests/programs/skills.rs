//! The example with skills.

use super::{NOTICE, SKILLS, run};

/// The last words of the clerk.
fn said(question: &str) -> String {
    let (out, _) = run(SKILLS, &[question], &[]);
    let (_, said) = out.rsplit_once("clerk: ").unwrap_or_default();
    said.to_owned()
}

#[test]
fn skills_are_loaded_and_followed() {
    let (out, err) = run(SKILLS, &[], &[]);
    let calls: Vec<_> = out.lines().filter(|line| line.contains('→')).collect();
    assert_eq!(
        calls,
        [
            "  → load_skill({\"name\":\"refund-letter\"})",
            "  → load_skill_resource({\"skill_name\":\"refund-letter\",\"resource_path\":\"assets/letter.txt\"})",
        ]
    );
    assert!(
        out.ends_with(
            "clerk: Dear Ada,\n\n12 euros go back to your card today.\n\nYours, the shop\n"
        ),
        "{out}"
    );
    assert_eq!(err, NOTICE);
}

#[test]
fn skills_are_chosen_by_what_is_asked() {
    assert_eq!(
        said("At what hours are you open on Saturday?"),
        "Saturday: 10 to 14\n"
    );
    assert_eq!(said("When are you open on Sunday?"), "Sunday: closed\n");
    assert_eq!(said("Do you sell bicycles?"), "I have no skill for that.\n");
}
