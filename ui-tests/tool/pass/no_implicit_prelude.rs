#![no_implicit_prelude]
#![deny(warnings)]
#![forbid(unsafe_code)]

/// Stands where nothing has its usual name.
#[::adk::tool(timeout = "5s")]
async fn odd(
    /// A text.
    text: &::std::primitive::str,
    /// A number.
    #[arg(default = 3, min = 1)]
    number: ::core::primitive::u8,
    ctx: &::adk::ToolContext,
    #[inject] own: ::adk::ToolContext,
) -> ::core::result::Result<::std::string::String, ::adk::ToolError> {
    let _ = (number, ctx, own);
    ::core::result::Result::Ok(::std::convert::From::from(text))
}

/// Blocks there.
#[::adk::tool(blocking)]
fn odd_blocking(#[arg(undocumented)] text: ::std::string::String, ctx: &::adk::ToolContext) {
    let _ = (text, ctx);
}

/// Asks there.
#[::adk::tool(confirm = |text, ctx| text == ctx.user_id())]
async fn odd_asking(#[arg(undocumented)] text: ::std::string::String) {
    let _ = text;
}

/// Asks there too.
#[::adk::tool(confirm = async |text: &::core::primitive::str| text.is_empty())]
async fn odd_waiting(#[arg(undocumented)] text: ::std::string::String) {
    let _ = text;
}

fn main() {
    let _ = (odd::tool(), odd_blocking::tool());
    let _ = (odd_asking::tool(), odd_waiting::tool());
}
