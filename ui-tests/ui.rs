//! Runs the cases; see `src/lib.rs`.

#[test]
fn items() {
    let cases = trybuild::TestCases::new();
    for item in ["tool", "toolset", "agent"] {
        cases.pass(format!("{item}/pass/*.rs"));
        cases.compile_fail(format!("{item}/fail/*.rs"));
    }
}
