use adk::agent;

struct Orders(u8);

#[agent(model = "gemini-2.5-flash")]
fn clerk(Orders(_number): &Orders) -> &'static str {
    "You take orders."
}

fn main() {}
