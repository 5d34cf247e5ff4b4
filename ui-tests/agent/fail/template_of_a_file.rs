use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn helper() -> &'static str {
    include_str!("template_of_a_file.txt")
}

fn main() {}
