use adk::prelude::*;

use super::call;

/// Repeats a text.
#[tool]
async fn repeat(
    /// The text.
    text: &str,
    /// How often.
    #[arg(default = 1, min = 1, max = 3)]
    times: u8,
) -> String {
    text.repeat(times.into())
}

#[tokio::test]
async fn a_call_goes_from_json_to_json() {
    let tool = repeat::tool();
    assert_eq!(call(&tool, r#"{"text":"ab"}"#).await, r#"{"result":"ab"}"#);
    assert_eq!(
        call(&tool, r#"{"text":"ab","times":"2"}"#).await,
        r#"{"result":"abab"}"#
    );
    assert_eq!(call(&tool, r#"{"text":"ab","times":9}"#).await, "");
}
