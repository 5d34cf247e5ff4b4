//! The examples with several agents.

use super::{ARTICLE, NOTICE, SEARCH_AND_CALCULATE, SUPPORT_DESK, run};

#[test]
fn article_hands_on_what_was_written() {
    let (out, err) = run(ARTICLE, &[], &[]);
    assert_eq!(
        out,
        "draft: Venice is very old, and very well liked.\n\
         review: Strike `very`: it says nothing.\n\
         polish: Venice is old, and well liked.\n"
    );
    assert_eq!(err, NOTICE);
    let (out, _) = run(ARTICLE, &["Write about Oslo."], &[]);
    assert!(
        out.ends_with("polish: Oslo is old, and well liked.\n"),
        "{out}"
    );
}

#[test]
fn support_desk_stays_with_the_agent_that_spoke_last() {
    let (out, err) = run(SUPPORT_DESK, &[], &[]);
    assert_eq!(
        out,
        "you: My card was charged twice for one order.\n  \
           → transfer_to_agent({\"agent_name\":\"billing\"})\n  \
           ← transfer_to_agent: {}\n\
         billing: I see it. One of the two goes back to your card.\n\
         you: When do I get the money back?\n\
         billing: Within three working days.\n"
    );
    assert_eq!(err, NOTICE);
}

#[test]
fn support_desk_asks_and_agents_hand_over_to_each_other() {
    let messages = ["Hello!", "The app crashes.", "And about my bill?"];
    let (out, _) = run(SUPPORT_DESK, &messages, &[]);
    assert_eq!(
        out,
        "you: Hello!\n\
         desk: Is it about a bill, or about the app?\n\
         you: The app crashes.\n  \
           → transfer_to_agent({\"agent_name\":\"support\"})\n  \
           ← transfer_to_agent: {}\n\
         support: Please update the app to 2.1, and start it again.\n\
         you: And about my bill?\n  \
           → transfer_to_agent({\"agent_name\":\"billing\"})\n  \
           ← transfer_to_agent: {}\n\
         billing: I see it. One of the two goes back to your card.\n"
    );
}

#[test]
fn search_and_calculate_calls_one_agent_with_what_the_other_found() {
    let (out, err) = run(SEARCH_AND_CALCULATE, &[], &[]);
    assert_eq!(
        out,
        "  → search_agent({\"request\":\"How many people live in Oslo?\"})\n  \
           → search_agent({\"request\":\"How many people live in Bergen?\"})\n  \
           ← search_agent: {\"result\":\"718000\"}\n  \
           ← search_agent: {\"result\":\"292000\"}\n  \
           → calculator_agent({\"request\":\"What is 718000 plus 292000 ?\"})\n  \
           ← calculator_agent: {\"result\":\"1010000.0\"}\n\
         main_agent: That makes 1010000 people.\n"
    );
    assert_eq!(err, NOTICE);
}

#[test]
fn search_and_calculate_takes_other_questions() {
    let ask = |question| run(SEARCH_AND_CALCULATE, &[question], &[]).0;
    let out = ask("How many more people live in Oslo than in Trondheim?");
    assert!(
        out.ends_with("main_agent: That makes 504000 people.\n"),
        "{out}"
    );
    let out = ask("How many people live in Atlantis and Oslo?");
    assert!(
        out.contains("main_agent: That did not work: no figure for `Atlantis`"),
        "{out}"
    );
    assert!(!out.contains("calculator_agent"), "{out}");
}
