use adk::agent;

#[agent(model = "gemini-2.5-flash", output_key = "x")]
async fn helper() -> adk::Result<u8> {
    Ok(3)
}

fn main() {}
