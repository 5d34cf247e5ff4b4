use adk::agent;

#[agent(model = "gemini-2.5-flash", global_instruction = "You serve {user.name}.")]
fn helper() -> &'static str {
    "You help {user name} with the weather."
}

fn main() {}
