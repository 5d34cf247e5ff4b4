use adk::agent;

struct Desk;

impl Desk {
    #[agent(model = "gemini-2.5-flash")]
    fn clerk(&self) -> &'static str {
        "You take orders."
    }
}

fn main() {}
