//! The client for chat completions, as OpenAI and others speak them.

mod answers;
mod requests;

use adk::model::OpenAi;
use serde_json::{Value, json};
use tests::fake_server::FakeServer;

fn model(server: &FakeServer, name: &str) -> OpenAi {
    let builder = OpenAi::builder(name).api_key("canary-key-0123456789");
    builder
        .base_url(format!("{}/v1/", server.url()))
        .build()
        .unwrap()
}

fn answer(message: &Value, finish_reason: &str) -> String {
    json!({
        "id": "c", "object": "chat.completion", "model": "gpt-5-2026",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        "usage": {
            "prompt_tokens": 10, "completion_tokens": 9, "total_tokens": 19,
            "prompt_tokens_details": {"cached_tokens": 4},
            "completion_tokens_details": {"reasoning_tokens": 6},
        },
    })
    .to_string()
}
