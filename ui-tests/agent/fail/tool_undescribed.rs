use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn researcher() -> &'static str {
    "Look it up."
}

/// Helps.
#[agent(model = "gemini-2.5-flash", tools = [researcher])]
fn desk() -> &'static str {
    "Help."
}

fn main() {
    let _ = adk::tools![researcher];
}
