use adk::agent;

#[agent(model = "gemini-2.5-flash", output_key = "x")]
async fn helper() -> String {
    let held = std::rc::Rc::new(3);
    std::future::ready(()).await;
    held.to_string()
}

fn main() {}
