//! Long conversations: what a request costs grows with their length, and not faster.

use std::time::{Duration, Instant};

use adk::{Content, Event};

use super::contents;

#[tokio::test]
async fn twenty_thousand_texts_of_one_agent_in_a_row_are_one_content() {
    let said = |n: u32| Event::builder("helper").content(Content::model(format!("{n}, ")));
    let begin = Instant::now();
    let contents = contents(|agent| agent, (0..20_000).map(said), "Go on.").await;
    assert_eq!(contents[1].parts().len(), 20_000);
    assert!(
        begin.elapsed() < Duration::from_secs(15),
        "a minute if each is copied for each"
    );
}
