use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn helper() -> &'static str {
    concat!("You answer as JSON, such as {\"degrees\": 5}, ", "about city?}.")
}

fn main() {}
