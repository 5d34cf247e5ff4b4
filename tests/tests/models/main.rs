//! The model clients, through their public API against a server of bytes.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod answers;
mod chunkings;
mod declarations;
mod environment;
mod faults;
mod files;
mod gemini;
mod metadata;
mod openai;
mod proxy;
mod streams;
mod tls;
mod vendor;

use adk::model::{Llm, LlmRequest, LlmResponse, StreamingMode};
use adk::{Content, Error};
use futures::StreamExt;
use serde_json::Value;

/// What a model answered before it ended or failed.
struct Answered {
    responses: Vec<LlmResponse>,
    error: Option<Error>,
}

async fn ask(model: &dyn Llm, request: LlmRequest) -> Answered {
    let mut stream = model.generate(request);
    let mut answered = Answered {
        responses: Vec::new(),
        error: None,
    };
    while let Some(response) = stream.next().await {
        assert!(answered.error.is_none(), "a response after an error");
        match response {
            Ok(response) => answered.responses.push(response),
            Err(error) => answered.error = Some(error),
        }
    }
    answered
}

fn streamed(text: &str) -> LlmRequest {
    LlmRequest::new([Content::user(text)]).with_streaming(StreamingMode::Sse)
}

fn plain(text: &str) -> LlmRequest {
    LlmRequest::new([Content::user(text)])
}

impl Answered {
    /// The last response, which is the whole one.
    fn whole(&self) -> &LlmResponse {
        assert!(self.error.is_none(), "{:?}", self.error);
        let (whole, partial) = self.responses.split_last().unwrap();
        assert!(!whole.is_partial());
        assert!(partial.iter().all(LlmResponse::is_partial));
        whole
    }

    fn error(&self) -> &Error {
        assert!(self.responses.iter().all(LlmResponse::is_partial));
        self.error.as_ref().unwrap()
    }

    fn partial_text(&self) -> String {
        let partial = self
            .responses
            .iter()
            .filter(|response| response.is_partial());
        partial
            .filter_map(LlmResponse::content)
            .map(Content::text)
            .collect()
    }
}

/// The parts of a response as JSON.
fn parts(response: &LlmResponse) -> Value {
    let parts = response.content().map(Content::parts).unwrap_or_default();
    serde_json::to_value(parts).unwrap()
}
