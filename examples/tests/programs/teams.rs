//! The examples with several agents.

use super::{ARTICLE, NOTICE, run};

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
