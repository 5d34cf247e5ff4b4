//! Both vendors' clients behind one face, and one answer in the formats of both.

use adk::Error;
use adk::model::http::HttpLimits;
use adk::model::{Gemini, Llm, LlmResponse, OpenAi};
use bytes::Bytes;
use serde_json::{Value, json};
use tests::canned::Canned;
use tests::fake_server::{FakeServer, Reply};

use crate::{ask, parts, plain, streamed};

pub(crate) const KEY: &str = "canary-key-0123456789";

/// A stream with a thought, texts that are more than ASCII, and two parallel calls.
const GEMINI: &str = concat!(
    r#"data: {"candidates":[{"content":{"parts":[{"text":"Hmm… 🤔","thought":true}],"role":"model"}}]}"#,
    "\n\n",
    r#"data: {"candidates":[{"content":{"parts":[{"text":"Zwölf "}],"role":"model"}}]}"#,
    "\n\n",
    r#"data: {"candidates":[{"content":{"parts":[{"text":"\u00dc💡"},{"functionCall":{"id":"1","name":"f","args":{"a":"é"}}},{"functionCall":{"id":"2","name":"f","args":{}}}],"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2,"totalTokenCount":3}}"#,
    "\n\n",
);
const OPENAI: &str = concat!(
    r#"data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning_content":"Hmm… 🤔"},"finish_reason":null}],"usage":null}"#,
    "\n\n",
    r#"data: {"choices":[{"index":0,"delta":{"content":"Zwölf "}}]}"#,
    "\n\n",
    r#"data: {"choices":[{"index":0,"delta":{"content":"\u00dc💡","tool_calls":[{"index":0,"id":"1","type":"function","function":{"name":"f","arguments":"{\"a\":"}},{"index":1,"id":"2","function":{"name":"f","arguments":""}}]}}]}"#,
    "\n\n",
    r#"data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"é\"}"}}]}}]}"#,
    "\n\n",
    r#"data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#,
    "\n\n",
    r#"data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}"#,
    "\n\n",
    "data: [DONE]\n\n",
);

#[derive(Debug)]
pub(crate) enum Vendor {
    Gemini,
    OpenAi,
}

impl Vendor {
    pub(crate) const ALL: [Self; 2] = [Self::Gemini, Self::OpenAi];

    /// A client for the server at `url`.
    pub(crate) fn client(&self, url: &str, limits: HttpLimits) -> Box<dyn Llm> {
        match self {
            Self::Gemini => {
                let builder = Gemini::builder("m").api_key(KEY).base_url(url);
                Box::new(builder.limits(limits).build().unwrap())
            }
            Self::OpenAi => {
                let builder = OpenAi::builder("m").api_key(KEY).base_url(url);
                Box::new(builder.limits(limits).build().unwrap())
            }
        }
    }

    pub(crate) fn stream(&self) -> &'static str {
        match self {
            Self::Gemini => GEMINI,
            Self::OpenAi => OPENAI,
        }
    }

    /// The length of the stream from which on nothing is missing in the answer.
    pub(crate) fn whole_at(&self) -> usize {
        match self {
            Self::Gemini => GEMINI.len(),
            Self::OpenAi => OPENAI.len() - 1,
        }
    }
}

/// What the vendor's client makes of a stream that arrives without a network.
pub(crate) async fn canned(vendor: &Vendor, chunks: Vec<Bytes>) -> crate::Answered {
    let transport = Canned::new(chunks);
    match vendor {
        Vendor::Gemini => {
            let builder = Gemini::builder("m").api_key(KEY).transport(transport);
            ask(&builder.build().unwrap(), streamed("Hi")).await
        }
        Vendor::OpenAi => {
            let builder = OpenAi::builder("m").api_key(KEY).transport(transport);
            ask(&builder.build().unwrap(), streamed("Hi")).await
        }
    }
}

pub(crate) fn expected() -> Value {
    json!([
        {"text": "Hmm… 🤔", "thought": true},
        {"text": "Zwölf Ü💡"},
        {"functionCall": {"id": "1", "name": "f", "args": {"a": "é"}}},
        {"functionCall": {"id": "2", "name": "f", "args": {}}},
    ])
}

pub(crate) fn assert_expected(response: &LlmResponse, case: &str) {
    assert_eq!(parts(response), expected(), "{case}");
    assert_eq!(response.usage().unwrap().total_token_count(), 3, "{case}");
}

/// What each of `replies` makes of a streamed request.
pub(crate) async fn each(vendor: &Vendor, replies: Vec<Reply>) -> Vec<crate::Answered> {
    let count = replies.len();
    let server = FakeServer::start(replies).await.unwrap();
    let client = vendor.client(server.url(), HttpLimits::new());
    let mut answers = Vec::with_capacity(count);
    for _ in 0..count {
        answers.push(ask(&*client, streamed("Hi")).await);
    }
    assert_eq!(server.received().len(), count);
    answers
}

pub(crate) async fn failure(vendor: &Vendor, reply: Reply) -> Error {
    let server = FakeServer::start([reply]).await.unwrap();
    let client = vendor.client(server.url(), HttpLimits::new());
    ask(&*client, plain("Hi")).await.error.unwrap()
}
