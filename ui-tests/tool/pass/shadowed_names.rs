use adk::tool;

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
    pub struct Send;
    pub type u8 = ();
    pub type str = ();
    pub type bool = ();
    pub mod core {}
    pub mod std {}
}
#[allow(unused_imports)]
use shadows::*;

/// Stands where the usual names mean something else.
#[tool]
async fn odd(
    /// A number.
    #[arg(default = 3)]
    number: u16,
    /// Names.
    names: Vec<char>,
) {
    let _ = (number, names);
}

/// Asks where the usual names mean something else.
#[tool(confirm = |names| names.is_empty())]
async fn odd_asking(
    /// Names.
    names: Vec<char>,
) {
    let _ = names;
}

fn main() {}
