#![deny(warnings)]

use adk::agent;
use adk::schemars::JsonSchema;
use adk::serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "adk::serde")]
#[schemars(crate = "adk::schemars")]
pub struct Report<T = u8> {
    pub city: String,
    pub degrees: T,
}

mod asked {
    #[derive(adk::serde::Deserialize, adk::schemars::JsonSchema)]
    #[serde(crate = "adk::serde")]
    #[schemars(crate = "adk::schemars")]
    pub struct Query {
        pub city: String,
    }
}

#[agent(model = "gemini-2.5-flash", output = Report, input = asked::Query, output_key = "report")]
fn one() -> &'static str {
    "You help."
}

#[agent(model = "gemini-2.5-flash", input = BTreeMap<String, Report<i32>>, output = Vec<Report<u16>>)]
fn many() -> &'static str {
    "You help."
}

#[agent(output = (String, u8), model = "gemini-2.5-flash")]
fn pair() -> &'static str {
    "You help."
}

#[agent(model = "gemini-2.5-flash", output = [Option<::std::string::String>; 2],)]
fn list() -> &'static str {
    "You help."
}

macro_rules! answers {
    ($name:ident, $ty:ty) => {
        #[agent(model = "gemini-2.5-flash", output = $ty, output_key = "answer")]
        fn $name() -> &'static str {
            "You help."
        }
    };
}

answers!(by_macro, Vec<Report>);

/// What it needs has nothing to do with what it answers.
#[agent(model = model.as_str(), output = Report)]
fn given(model: &String) -> String {
    model.clone()
}

fn main() {
    let _ = (one::builder(), many::builder(), pair::builder());
    let _ = (list::builder(), by_macro::builder(), given::builder(String::new()));
}
