use adk::tool;

/// Takes anything that can be shown.
#[tool]
async fn show(
    /// What.
    what: &dyn std::fmt::Debug,
) {
    let _ = what;
}

fn main() {}
