use adk::toolset;

#[allow(dead_code, non_camel_case_types)]
mod shadows {
    pub struct Ok;
    pub struct Err;
    pub struct Some;
    pub struct None;
    pub struct String;
    pub struct Option;
    pub struct Result;
    pub struct Box;
    pub struct Vec;
    pub struct Send;
    pub struct Sync;
    pub struct Arc;
    pub struct Methods;
    pub type u8 = ();
    pub type str = ();
    pub mod core {}
    pub mod std {}
}
#[allow(unused_imports)]
use shadows::*;

struct Odd;

#[toolset(prefix = "odd", parts = [rest])]
impl Odd {
    /// Stands where the usual names mean something else.
    #[tool]
    async fn first(
        &self,
        /// A number.
        #[arg(default = 3)]
        number: u16,
        /// Names that the expansion uses too.
        this: char,
        /// The same.
        signature: char,
        /// The same.
        tools: char,
    ) {
        let _ = (number, this, signature, tools);
    }

    /// Is called as a method of the expansion is.
    #[tool]
    async fn shared_toolset(&self) {}
}

#[toolset(part = rest)]
impl Odd {
    /// Has the name of a type.
    #[tool]
    async fn add(&self) {}
}

fn main() {}
