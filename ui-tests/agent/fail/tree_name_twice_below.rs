use adk::agent;

mod press {
    use adk::agent;

    /// Writes.
    #[agent(model = "gemini-2.5-flash")]
    pub fn writer() -> &'static str {
        "Write."
    }

    #[agent(sequential = [writer])]
    pub fn morning() {}
}

/// Writes too.
#[agent(model = "gemini-2.5-flash")]
fn writer() -> &'static str {
    "Write too."
}

#[agent(parallel = [writer])]
fn evening() {}

#[agent(sequential = [press::morning, evening])]
fn day() {}

fn main() {}
