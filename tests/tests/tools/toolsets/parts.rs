//! Toolsets in several blocks, of generic types, and under conditions.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use adk::content::Schema;
use adk::prelude::*;
use adk::schemars::JsonSchema;
use adk::tool::IntoToolset;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::call;

#[derive(Debug, Default)]
struct Desk {
    refunds: AtomicU32,
}

#[toolset(prefix = "desk", parts = [more::refunds, #[cfg(any())] more::missing, #[cfg(all())] audit])]
impl Desk {
    /// Greets.
    #[tool]
    async fn greet(
        &self,
        #[cfg(any())] missing: Missing,
        #[cfg(test)]
        #[arg(undocumented)]
        who: &str,
    ) -> String {
        format!("Hello, {who}.")
    }

    /// Is left out.
    #[cfg(any())]
    #[tool]
    async fn gone(&self) -> Missing {}
}

#[toolset(part = audit)]
impl Desk {
    /// Counts.
    #[tool]
    async fn count(&self) -> u32 {
        self.refunds.load(Ordering::Relaxed)
    }
}

mod more {
    use std::sync::atomic::Ordering;

    #[adk::toolset(part = refunds, crate = adk)]
    impl super::Desk {
        /// Refunds an order.
        #[tool(destructive)]
        async fn refund(&self) -> u32 {
            self.refunds.fetch_add(1, Ordering::Relaxed) + 1
        }
    }
}

#[tokio::test]
async fn parts_share_the_value_and_the_prefix() {
    let desk = Desk::default().into_toolset();
    let names: Vec<_> = desk
        .fixed_tools()
        .unwrap()
        .iter()
        .map(|tool| tool.name())
        .collect();
    assert_eq!(names, ["desk_greet", "desk_refund", "desk_count"]);
    assert_eq!(
        call(&desk, "desk_greet", r#"{"who": "Ada"}"#).await,
        r#"{"result":"Hello, Ada."}"#
    );
    assert_eq!(call(&desk, "desk_refund", "{}").await, r#"{"result":1}"#);
    assert_eq!(call(&desk, "desk_count", "{}").await, r#"{"result":1}"#);
    let wrong = call(&desk, "desk_greet", "{}").await;
    assert!(wrong.contains("desk_greet"), "{wrong}");
}

trait Item:
    fmt::Debug + Clone + Send + Sync + DeserializeOwned + Serialize + JsonSchema + 'static
{
    const LIMIT: usize;
}

impl Item for u8 {
    const LIMIT: usize = 1;
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Book {
    title: String,
}

impl Item for Book {
    const LIMIT: usize = 2;
}

#[derive(Debug)]
struct Shelf<T, const ROOM: usize> {
    things: Vec<T>,
}

#[toolset(parts = [finding])]
impl<T: Item, const ROOM: usize> Shelf<T, ROOM>
where
    T: PartialEq,
{
    /// Whether it would fit.
    #[tool]
    async fn fits(
        &self,
        #[arg(flatten)] thing: Wrapped<T>,
        /// How many.
        #[arg(default = Self::most())]
        count: usize,
    ) -> Option<T> {
        (self.things.len() + count <= ROOM).then_some(thing.thing)
    }

    const fn most() -> usize {
        T::LIMIT
    }
}

#[toolset(part = finding)]
impl<T: Item + PartialEq, const ROOM: usize> Shelf<T, ROOM> {
    /// Whether it is there.
    #[tool(blocking)]
    fn has(
        &self,
        /// The thing.
        thing: &T,
    ) -> bool {
        self.things.contains(thing)
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Wrapped<T> {
    /// The thing.
    thing: T,
}

#[tokio::test]
async fn each_instance_of_a_generic_type_has_its_own_schema() {
    let numbers = Shelf::<u8, 2> { things: vec![7] }.into_toolset();
    let book = Book {
        title: "Emma".into(),
    };
    let books = Shelf::<Book, 2> { things: vec![book] }.into_toolset();
    let told = [
        call(&numbers, "fits", r#"{"thing": 1}"#).await,
        call(&numbers, "has", r#"{"thing": 7}"#).await,
        call(&books, "fits", r#"{"thing": {"title": "Ulysses"}}"#).await,
        call(
            &books,
            "fits",
            r#"{"thing": {"title": "Ulysses"}, "count": 1}"#,
        )
        .await,
        call(&books, "has", r#"{"thing": {"title": "Emma"}}"#).await,
        call(&books, "has", r#"{"thing": 7}"#).await,
    ];
    insta::assert_snapshot!(told.join("\n"), @r#"
    {"result":1}
    {"result":true}
    {"result":null}
    {"title":"Ulysses"}
    {"result":true}
    error: the arguments of `has` do not fit:
    - `thing`: expected an object with `title`, got 7
    it takes `thing`
    "#);
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Basket {
    apples: u8,
}

#[toolset]
impl Basket {
    fn told() -> Schema {
        Schema::from_value(json!({"type": "object", "description": Self::WHAT}))
    }

    const WHAT: &str = "Two baskets.";

    /// Puts the apples of all baskets into one.
    #[tool]
    async fn merge(
        &self,
        /// The first.
        one: &Self,
        /// The others.
        others: Vec<Self>,
        /// The last.
        #[arg(default = Self::default())]
        last: Self,
    ) -> Result<Self, ToolError> {
        let others = others.iter().map(|basket| basket.apples);
        let apples = self.apples + one.apples + others.sum::<u8>() + last.apples;
        Ok(Self { apples })
    }

    /// Is told by hand.
    #[tool(input_schema = Self::told(), timeout = Self::limit())]
    async fn told_by_hand(&self, #[arg(flatten)] one: Self) -> u8 {
        one.apples
    }

    const fn limit() -> Duration {
        Duration::from_secs(3)
    }
}

#[tokio::test]
async fn the_type_itself_may_be_an_argument_a_result_and_in_keys() {
    let basket = Basket { apples: 1 }.into_toolset();
    let args = r#"{"one": {"apples": 2}, "others": [{"apples": 3}, {"apples": 4}]}"#;
    assert_eq!(call(&basket, "merge", args).await, r#"{"apples":10}"#);
    let told = basket.fixed_tools().unwrap()[1].declaration().clone();
    assert_eq!(
        told.parameters().as_json().to_value()["description"],
        Basket::WHAT
    );
    assert_eq!(
        call(&basket, "told_by_hand", r#"{"apples": 2}"#).await,
        r#"{"result":2}"#
    );
}

#[test]
fn a_name_that_is_a_keyword_or_used_elsewhere_is_no_trouble() {
    #[derive(Debug)]
    struct Odd;

    #[toolset]
    impl Odd {
        /// Says its kind.
        #[tool(name = "kind")]
        async fn r#type(
            &self,
            #[arg(undocumented)] this: u8,
            #[arg(undocumented)] signature: u8,
            #[arg(undocumented)] args: u8,
        ) -> u8 {
            this + signature + args
        }

        /// Takes the type itself.
        #[tool]
        async fn tools(&self, #[arg(undocumented)] odd: Self_) -> u8 {
            odd.0
        }
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Self_(u8);

    let odd = Odd.into_toolset();
    let names: Vec<_> = odd
        .fixed_tools()
        .unwrap()
        .iter()
        .map(|tool| tool.name())
        .collect();
    assert_eq!(names, ["kind", "tools"]);
}
