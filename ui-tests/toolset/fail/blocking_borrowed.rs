use adk::toolset;

struct Orders(String);

#[toolset]
impl Orders {
    /// Tells the last order.
    #[tool(blocking)]
    fn last(&self) -> &str {
        &self.0
    }
}

fn main() {}
