use adk::agent;
use adk::tool::builtin::exit_loop;

#[agent(root, model = "gemini-2.5-flash", tools = [exit_loop])]
fn writer() -> &'static str {
    "Write, until it is good."
}

fn main() {}
