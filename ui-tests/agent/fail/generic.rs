use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn helper<T: Clone>() -> &'static str {
    "You help."
}

fn main() {}
