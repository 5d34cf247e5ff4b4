#![allow(unused_variables, dead_code)]

use adk::schemars::JsonSchema;
use adk::serde::de::DeserializeOwned;
use adk::toolset;

struct Store<T>(T);

#[toolset]
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> Store<T> {
    /// Puts a thing into the store.
    #[tool]
    async fn put(
        &self,
        /// The thing.
        #[serde(alias = "item")]
        thing: T,
    ) {
    }
}

fn main() {}
