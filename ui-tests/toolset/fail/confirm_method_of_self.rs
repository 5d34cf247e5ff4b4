#![allow(unused_variables)]

use adk::toolset;

struct Bank;

#[toolset]
impl Bank {
    fn is_much(&self, amount: &u64) -> bool {
        *amount > 3
    }

    /// Pays.
    #[tool(confirm = self.is_much(amount))]
    async fn pay(&self, #[arg(undocumented)] amount: u64) {}
}

fn main() {}
