use adk::tool;

/// Has a name of 63 characters.
#[tool(name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
async fn long() {}

/// Has a name with a dash.
#[tool(name = "get-weather")]
async fn dashed() {}

/// Has a raw name.
#[tool]
async fn r#type(
    /// A raw name.
    r#match: u8,
) {
    let _ = r#match;
}

/// Has a name that ours only starts like.
#[tool]
async fn transfer(
    /// Renamed.
    #[arg(rename = "größe_in_ascii_is_groesse")]
    #[cfg(any())]
    gone: u8,
) {
}

fn main() {
    assert_eq!(long::NAME.len(), 63);
    assert_eq!(dashed::NAME, "get-weather");
    assert_eq!(r#type::NAME, "type");
    assert_eq!(transfer::NAME, "transfer");
}
