use adk::tool;

/// Is not there.
#[tool]
#[cfg(any())]
async fn gone() {}

/// Is there, and some of its parameters are.
#[tool]
#[cfg(all())]
async fn there(
    /// There.
    #[cfg(all())]
    one: u8,
    /// Not there.
    #[cfg(any())]
    two: Missing,
) {
    let _ = one;
}

fn main() {
    let _ = there::tool();
}
