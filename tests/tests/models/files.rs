//! The names that people gave to bytes: kept in contents, and sent to whom they mean something.

use adk::model::http::HttpLimits;
use adk::model::{Llm, LlmRequest};
use adk::{Content, Part};
use serde_json::{Value, json};
use tests::fake_server::FakeServer;

use crate::ask;
use crate::vendor::Vendor;

async fn sent(server: &FakeServer, model: &dyn Llm, content: &Content) -> Value {
    let request = LlmRequest::new([content.clone()]);
    ask(model, request).await.error();
    serde_json::from_str(&server.received().last().unwrap().body).unwrap()
}

#[tokio::test]
async fn a_name_for_people_is_a_file_name_to_openai_and_nothing_to_gemini() {
    let named = json!([
        {"inlineData": {"mimeType": "application/pdf", "data": "AA==", "displayName": "report.pdf"}},
        {"fileData": {"mimeType": "application/pdf", "fileUri": "gs://b/r", "displayName": "r.pdf"}},
    ]);
    let parts: Vec<Part> = serde_json::from_value(named.clone()).unwrap();
    let content = Content::from(parts);
    let server = FakeServer::start([]).await.unwrap();
    let client = |vendor: Vendor| vendor.client(server.url(), HttpLimits::new());
    let (gemini, openai) = (client(Vendor::Gemini), client(Vendor::OpenAi));
    // The first to send a content leaves its text in it; the other must not take that one.
    for _ in 0..2 {
        assert_eq!(
            sent(&server, &*gemini, &content).await["contents"][0]["parts"],
            json!([
                {"inlineData": {"mimeType": "application/pdf", "data": "AA=="}},
                {"fileData": {"mimeType": "application/pdf", "fileUri": "gs://b/r"}},
            ])
        );
        let file =
            json!({"filename": "report.pdf", "file_data": "data:application/pdf;base64,AA=="});
        assert_eq!(
            sent(&server, &*openai, &content).await["messages"][0]["content"][0],
            json!({"type": "file", "file": file})
        );
    }
    assert_eq!(serde_json::to_value(&content).unwrap()["parts"], named);
}
