use adk::agent;

struct Orders<T>(T);

#[agent(model = "gemini-2.5-flash")]
fn clerk(_orders: &Orders<&str>) -> &'static str {
    "You take orders."
}

fn main() {}
