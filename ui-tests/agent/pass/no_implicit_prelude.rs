#![no_implicit_prelude]
#![deny(warnings)]
#![forbid(unsafe_code)]

/// Does nothing.
#[::adk::tool]
async fn nothing() {}

/// Does something.
#[::adk::tool]
async fn something() {}

/// Stands where nothing has its usual name.
#[::adk::agent(
    model = "gemini-2.5-flash",
    tools = [nothing, #[cfg(any())] missing, something, ..nothing::tool()],
)]
fn helper() -> &'static ::core::primitive::str {
    "You help."
}

fn main() {
    let _ = helper::builder();
}
