//! Runs the cases; see `src/lib.rs`.

#[test]
fn tools() {
    let cases = trybuild::TestCases::new();
    cases.pass("tool/pass/*.rs");
    cases.compile_fail("tool/fail/*.rs");
}
