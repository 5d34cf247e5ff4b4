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

fn main() {
    let _ = (odd::tool(), odd_blocking::tool());
}
