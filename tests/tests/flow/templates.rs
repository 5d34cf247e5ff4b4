//! Whatever an instruction's text is, it is filled in, or said to lack a key.

use adk::{ErrorKind, Instruction, ReadonlyContext, Result};
use futures::FutureExt as _;
use proptest::prelude::*;

fn filled(text: &str) -> Result<String> {
    let filled = Instruction::inject_session_state(text, &state()).now_or_never();
    filled.unwrap_or_else(|| panic!("stores in memory make nobody wait"))
}

/// A state with one key of each scope. What they hold must not be read as a template.
fn state() -> ReadonlyContext {
    let keys = ["city", "user:näme", "app:x_1", "temp:_"];
    let ctx = adk::testing::tool_context_builder();
    let ctx = keys.iter().fold(ctx, |ctx, key| ctx.state(*key, "{city?}"));
    ctx.state("nil", serde_json::Value::Null).readonly()
}

/// A piece of a text and what becomes of it.
fn piece() -> impl Strategy<Value = (String, String)> {
    let key = prop::sample::select(vec!["city", "user:näme", "app:x_1", "temp:_"]);
    let gone = prop::sample::select(vec!["{nil}", "{nil?}", "{none?}", "{ user:none ? }"]);
    let other = prop::sample::select(vec!["{}", "{{}}", "{1}", "{a b}", "{x:y}", "{\"k\": {}}"]);
    let blanks = prop::sample::select(vec!["", " ", "\t\n"]);
    prop_oneof![
        "[^{}]{0,8}".prop_map(|text| (text.clone(), text)),
        other.prop_map(|text| (text.to_owned(), text.to_owned())),
        gone.prop_map(|text| (text.to_owned(), String::new())),
        (key.clone(), blanks, prop::bool::ANY).prop_map(|(key, blanks, optional)| {
            let mark = if optional { "?" } else { "" };
            (
                format!("{{{blanks}{key}{mark}{blanks}}}"),
                "{city?}".to_owned(),
            )
        }),
        key.prop_map(|key| (format!("{{{{{key}}}}}"), format!("{{{key}}}"))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn each_piece_of_a_text_becomes_what_it_stands_for(
        pieces in prop::collection::vec(piece(), 0..12),
    ) {
        let (text, expected): (String, String) = pieces.into_iter().unzip();
        prop_assert_eq!(filled(&text).unwrap(), expected, "{}", text);
    }

    #[test]
    fn a_text_without_a_placeholder_comes_out_as_it_went_in(
        text in prop_oneof!["[^}]*", "[^{]*", "[{}0-9:?.\" \n-]*"],
    ) {
        prop_assert_eq!(&filled(&text).unwrap(), &text);
    }

    #[test]
    fn any_text_is_filled_in_or_lacks_a_key(text in "([{}]|[a:?._ ]|artifact[.]|user:|\\PC){0,40}") {
        if let Err(error) = filled(&text) {
            prop_assert_eq!(error.kind(), ErrorKind::Template);
        }
    }
}

#[test]
fn long_texts_of_braces_are_filled_in() {
    for piece in [
        "{",
        "}",
        "{{",
        "{a",
        "{{a",
        "{ ",
        "{a?}",
        "{{a}",
        "{a}}",
        "{artifact.",
        "{\"a\":",
    ] {
        let text = piece.repeat(150_000);
        let result = filled(&text);
        assert!(result.is_ok() || piece.contains("a}"), "{piece}");
    }
}
