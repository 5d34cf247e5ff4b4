use adk::agent;

#[agent(model = "gemini-2.5-flash", output_key = "x")]
async fn helper() -> std::io::Result<String> {
    Ok(String::new())
}

fn main() {}
