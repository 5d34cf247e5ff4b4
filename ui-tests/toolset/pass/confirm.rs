use adk::schemars::JsonSchema;
use adk::serde::de::DeserializeOwned;
use adk::{ToolContext, toolset, tools};

struct Store<T> {
    limit: u32,
    things: std::sync::Mutex<Vec<T>>,
}

#[toolset]
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> Store<T> {
    /// Puts a thing into the store.
    #[tool(confirm = Self::is_dear(self, price), long_running)]
    async fn put(
        &self,
        /// The thing.
        thing: T,
        /// What it costs.
        #[arg(max = 1000)]
        price: u32,
        /// More of them.
        #[arg(max_len = 3)]
        more: Option<Vec<T>>,
    ) {
        let _ = (price, more);
        self.things.lock().unwrap().push(thing);
    }

    async fn is_dear(&self, price: &u32) -> bool {
        *price > self.limit
    }

    /// Throws all away.
    #[tool(destructive, confirm = "Really?")]
    async fn clear(&self) {
        self.things.lock().unwrap().clear();
    }

    /// Throws some away.
    #[tool(confirm = async |count, ctx| { *count > 3 && ctx.user_id() != "admin" })]
    async fn shrink(
        &self,
        /// How many.
        count: usize,
        ctx: &ToolContext,
    ) {
        let _ = ctx;
        self.things.lock().unwrap().truncate(count);
    }

    /// Throws one away.
    #[tool(blocking, confirm = Self::is_odd)]
    fn remove(
        &self,
        /// Which.
        index: usize,
    ) {
        self.things.lock().unwrap().remove(index);
    }

    /// Throws many away.
    #[tool(confirm = |count| self::is_large(*count))]
    async fn halve(
        &self,
        /// How many.
        count: usize,
    ) {
        let _ = count;
    }

    fn is_odd(index: &usize) -> Result<bool, String> {
        Ok(index % 2 == 1)
    }
}

fn is_large(count: usize) -> bool {
    count > 9
}

fn main() {
    let store = Store::<String> {
        limit: 3,
        things: Default::default(),
    };
    assert_eq!(tools![..store].names(), ["put", "clear", "shrink", "remove", "halve"]);
}
