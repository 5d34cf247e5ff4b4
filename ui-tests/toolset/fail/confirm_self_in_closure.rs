#![allow(unused_variables)]

use adk::toolset;

struct Bank {
    limit: u64,
}

#[toolset]
impl Bank {
    /// Pays.
    #[tool(confirm = |amount| *amount > self.limit)]
    async fn pay(&self, #[arg(undocumented)] amount: u64) {}
}

fn main() {}
