//! Attributes of serde and schemars on parameters, in a crate that depends on `adk` alone.

#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

/// Takes parameters as fields of a struct.
#[adk::tool]
pub async fn takes(
    /// A number.
    #[serde(default, alias = "n")]
    #[schemars(range(max = 5))]
    number: u8,
    /// A text.
    #[serde(rename = "type")]
    text: &str,
    /// A length.
    #[schemars(title = "Length", inner(length(min = 1)), example = 3)]
    #[serde(deserialize_with = "adk::serde::Deserialize::deserialize")]
    lengths: Vec<String>,
    /// A keyword.
    #[serde(default)]
    r#loop: bool,
    /// Perhaps a text.
    #[schemars(length(max = 3))]
    #[arg(min_len = 1)]
    perhaps: Option<String>,
    /// A choice.
    #[schemars(extend("x-order" = 1))]
    #[arg(default = "a", one_of("a", "b"))]
    choice: &str,
) {
    let _ = (number, text, lengths, r#loop, perhaps, choice);
}

fn main() {
    let _ = takes::tool();
}
