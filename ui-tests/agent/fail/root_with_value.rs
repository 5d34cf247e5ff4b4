use adk::agent;

#[agent(model = "gemini-2.5-flash", root = true)]
fn writer() -> &'static str {
    "Write."
}

fn main() {}
