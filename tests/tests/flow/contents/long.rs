//! Long conversations, of a length at which a cost that grows faster than they do is felt.

use adk::{Content, Event};

use super::contents;

#[tokio::test]
async fn twenty_thousand_texts_of_one_agent_in_a_row_are_one_content() {
    let said = |n: u32| Event::builder("helper").content(Content::model(format!("{n}, ")));
    let contents = contents(|agent| agent, (0..20_000).map(said), "Go on.").await;
    assert_eq!(contents[1].parts().len(), 20_000);
}
