#![deny(warnings)]

use adk::tool;

/// Takes numbers as texts.
#[tool]
async fn takes(
    #[arg(undocumented, as_string, pattern = "^[0-9]+$")] id: u64,
    #[arg(undocumented, as_string, default = 7)] with_default: i128,
    #[arg(undocumented, as_string)] perhaps: Option<u64>,
    #[arg(undocumented, as_string, max_len = 9)] lent: &str,
) {
    let _ = (id, with_default, perhaps, lent);
}

fn main() {
    let _ = takes::tool();
}
