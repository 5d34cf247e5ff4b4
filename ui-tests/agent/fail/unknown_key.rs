use adk::agent;

#[agent(modle = "gemini-2.5-flash", colour = "red")]
fn desk() -> &'static str {
    "You help."
}

fn main() {}
