#![no_implicit_prelude]
#![deny(warnings)]
#![forbid(unsafe_code)]

struct Odd;

/// Stands where nothing has its usual name.
#[::adk::toolset(prefix = "odd", parts = [more])]
impl Odd {
    /// Calls.
    #[tool(timeout = "5s", read_only, retries = 2)]
    async fn call(
        &self,
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

    /// Blocks.
    #[tool(blocking)]
    fn block(&self, #[arg(undocumented)] text: ::std::string::String, ctx: &::adk::ToolContext) {
        let _ = (text, ctx);
    }
}

#[::adk::toolset(part = more)]
impl Odd {
    /// Has no `self`.
    #[::adk::tool]
    async fn free() {}
}

fn main() {
    let tools = ::adk::tools![..Odd, ..&::std::sync::Arc::new(Odd)];
    ::core::assert_eq!(tools.names()[0], "odd_call");
}
