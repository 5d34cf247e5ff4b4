//! What goes wrong between here and a model, for both vendors alike.

use std::time::Duration;

use adk::model::http::HttpLimits;
use adk::model::{Gemini, Llm, LlmRequest, LlmResponse, OpenAi, ResponseStream, StreamingMode};
use adk::{Error, ErrorKind};
use bytes::Bytes;
use serde_json::{Value, json};
use tests::canned::Canned;
use tests::fake_server::{FakeServer, Reply};

use crate::{ask, parts, plain, streamed};

const KEY: &str = "canary-key-0123456789";

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

/// Both clients behind one face.
#[derive(Debug)]
enum Vendor {
    Gemini,
    OpenAi,
}

#[derive(Debug)]
enum Client {
    Gemini(Gemini),
    OpenAi(OpenAi),
}

impl Llm for Client {
    fn name(&self) -> &str {
        match self {
            Self::Gemini(client) => client.name(),
            Self::OpenAi(client) => client.name(),
        }
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        match self {
            Self::Gemini(client) => client.generate(request),
            Self::OpenAi(client) => client.generate(request),
        }
    }
}

impl Vendor {
    const ALL: [Self; 2] = [Self::Gemini, Self::OpenAi];

    fn client(&self, url: &str, limits: HttpLimits) -> Client {
        match self {
            Self::Gemini => {
                let builder = Gemini::builder("m").api_key(KEY).base_url(url);
                Client::Gemini(builder.limits(limits).build().unwrap())
            }
            Self::OpenAi => {
                let builder = OpenAi::builder("m").api_key(KEY).base_url(url);
                Client::OpenAi(builder.limits(limits).build().unwrap())
            }
        }
    }

    fn stream(&self) -> &'static str {
        match self {
            Self::Gemini => GEMINI,
            Self::OpenAi => OPENAI,
        }
    }

    /// The length of the stream from which on nothing is missing in the answer.
    fn whole_at(&self) -> usize {
        match self {
            Self::Gemini => GEMINI.len(),
            Self::OpenAi => OPENAI.len() - 1,
        }
    }
}

/// What the vendor's client makes of a stream that arrives without a network.
async fn canned(vendor: &Vendor, chunks: Vec<Bytes>) -> crate::Answered {
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

fn expected() -> Value {
    json!([
        {"text": "Hmm… 🤔", "thought": true},
        {"text": "Zwölf Ü💡"},
        {"functionCall": {"id": "1", "name": "f", "args": {"a": "é"}}},
        {"functionCall": {"id": "2", "name": "f", "args": {}}},
    ])
}

fn assert_expected(response: &LlmResponse, case: &str) {
    assert_eq!(parts(response), expected(), "{case}");
    assert_eq!(response.usage().unwrap().total_token_count(), 3, "{case}");
}

/// What each of `replies` makes of a streamed request.
async fn each(vendor: &Vendor, replies: Vec<Reply>) -> Vec<crate::Answered> {
    let count = replies.len();
    let server = FakeServer::start(replies).await.unwrap();
    let client = vendor.client(server.url(), HttpLimits::new());
    let mut answers = Vec::with_capacity(count);
    for _ in 0..count {
        answers.push(ask(&client, streamed("Hi")).await);
    }
    assert_eq!(server.received().len(), count);
    answers
}

async fn failure(vendor: &Vendor, reply: Reply) -> Error {
    let server = FakeServer::start([reply]).await.unwrap();
    let client = vendor.client(server.url(), HttpLimits::new());
    ask(&client, plain("Hi")).await.error.unwrap()
}

#[tokio::test]
async fn a_stream_reads_the_same_however_it_is_split_and_ended() {
    for vendor in Vendor::ALL {
        let body = vendor.stream();
        let dressed = format!(
            "\u{feff}: hello\nretry: 10\n\n{}data: [DONE]\n\ngarbage\n\n: bye",
            body.replace("data: {", "id: 1\nevent: message\ndata: {")
        );
        let bodies = [
            body.to_owned(),
            body.replace('\n', "\r\n"),
            body.replace('\n', "\r"),
            dressed,
        ];
        for body in bodies {
            // The dressed body differs from the first in few places.
            let step = if body.contains("\u{feff}") { 7 } else { 1 };
            let offsets = (1..body.len()).step_by(step);
            let mut replies: Vec<_> = offsets
                .map(|at| Reply::sse(&*body).split_at([at]))
                .collect();
            replies.push(Reply::sse(&*body).split_everywhere());
            for (offset, answered) in each(&vendor, replies).await.iter().enumerate() {
                assert_expected(answered.whole(), &format!("{vendor:?} {offset} {body}"));
            }
        }
    }
}

#[tokio::test]
async fn a_stream_that_is_cut_gives_its_text_and_an_error_but_no_whole() {
    for vendor in Vendor::ALL {
        let body = vendor.stream();
        let cuts: Vec<_> = (0..vendor.whole_at()).collect();
        let ended = cuts
            .iter()
            .map(|&cut| Reply::sse(&body.as_bytes()[..cut]))
            .collect();
        for (cut, answered) in each(&vendor, ended).await.iter().enumerate() {
            // Between the reason for the end and its mark, the answer is there already.
            if answered.error.is_none() && body[..cut].contains("finish_reason\":\"") {
                assert!(body[..cut].ends_with("\n\n"), "{vendor:?} {cut}");
                assert_eq!(parts(answered.whole()), expected());
                continue;
            }
            assert_eq!(
                answered.error().kind(),
                ErrorKind::ModelProtocol,
                "{vendor:?} {cut}"
            );
            let text = answered.partial_text();
            assert!("Zwölf Ü💡".starts_with(&text), "{vendor:?} {cut} {text}");
        }
    }
}

#[tokio::test]
async fn a_damaged_stream_ends_in_an_answer_or_an_error() {
    for vendor in Vendor::ALL {
        let body = vendor.stream().as_bytes();
        for (at, other) in (0..body.len()).flat_map(|at| b"\"{,0\n\xff".map(|other| (at, other))) {
            let mut damaged = body.to_vec();
            damaged[at] = other;
            let answered = canned(&vendor, vec![damaged.into()]).await;
            match &answered.error {
                Some(error) => {
                    assert_eq!(error.kind(), ErrorKind::ModelProtocol, "{error} at {at}");
                    assert!(answered.responses.iter().all(LlmResponse::is_partial));
                }
                None => assert!(answered.whole().finish_reason().is_some()),
            }
        }
    }
}

#[tokio::test]
async fn a_reset_within_a_stream_is_an_error_worth_a_retry() {
    for vendor in Vendor::ALL {
        let after_text = vendor.stream().find("\\u00dc").unwrap();
        for cut in [0, 10, after_text] {
            let answered =
                &each(&vendor, vec![Reply::sse(vendor.stream()).reset_after(cut)]).await[0];
            let (status, retryable) = (Some(200), true);
            assert_eq!(
                answered.error().kind(),
                ErrorKind::Http { status, retryable }
            );
            let expected = if cut == after_text { "Zwölf " } else { "" };
            assert_eq!(answered.partial_text(), expected, "{vendor:?}");
        }
    }
}

#[tokio::test]
async fn a_status_carries_the_vendors_words_and_whether_a_retry_helps() {
    let cases = [
        (400, false),
        (401, false),
        (403, false),
        (404, false),
        (429, true),
        (500, true),
        (503, true),
    ];
    for vendor in Vendor::ALL {
        for (status, retryable) in cases {
            let said = json!({"error": {"code": status, "message": format!("no, {KEY} is wrong"), "status": "NO"}});
            let body = match status {
                404 => json!([said]).to_string(),
                _ => said.to_string(),
            };
            let error = failure(&vendor, Reply::new(status, "application/json", body)).await;
            let kind = ErrorKind::Http {
                status: Some(status),
                retryable,
            };
            assert_eq!(error.kind(), kind);
            assert!(
                error.to_string().ends_with(": no, [masked] is wrong"),
                "{error}"
            );
            assert!(!format!("{error:?}").contains(KEY));
        }
        let error = failure(
            &vendor,
            Reply::new(502, "text/html", "<html>\n<h1>Bad  Gateway"),
        )
        .await;
        assert!(
            error.to_string().ends_with("<html> <h1>Bad Gateway"),
            "{error}"
        );
        let error = failure(&vendor, Reply::new(500, "", "")).await;
        assert!(
            error.to_string().ends_with("500 Internal Server Error"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn what_is_no_answer_at_all() {
    for vendor in Vendor::ALL {
        let bodies = [
            Reply::new(200, "text/html; charset=utf-8", "<html>Sign in</html>"),
            Reply::json("<html>Sign in</html>"),
            Reply::json(""),
            Reply::json("{\"candidates\":[{\"content\""),
            Reply::json([0xff, 0xfe]),
            Reply::json("[]"),
            Reply::json("{}"),
            Reply::json("{\"choices\":7,\"candidates\":7}"),
        ];
        for reply in bodies {
            let error = failure(&vendor, reply.clone()).await;
            assert_eq!(
                error.kind(),
                ErrorKind::ModelProtocol,
                "{vendor:?} {reply:?}"
            );
        }
        let frames = [
            "not json",
            "{\"choices\":7,\"candidates\":7}",
            "\u{1}",
            "[]",
            "7",
        ];
        let replies: Vec<_> = frames
            .iter()
            .map(|frame| Reply::sse(format!("data: {frame}\n\n")))
            .collect();
        for (frame, answered) in frames.iter().zip(each(&vendor, replies).await) {
            assert_eq!(
                answered.error().kind(),
                ErrorKind::ModelProtocol,
                "{vendor:?} {frame}"
            );
        }
        let empty = each(
            &vendor,
            vec![
                Reply::sse(""),
                Reply::sse("data: [DONE]\n\n"),
                Reply::sse(": ping\n\n"),
            ],
        );
        for answered in empty.await {
            assert_eq!(
                answered.error().kind(),
                ErrorKind::ModelProtocol,
                "{vendor:?}"
            );
            assert!(answered.responses.is_empty());
        }
    }
}

#[tokio::test]
async fn a_server_that_stalls_meets_the_limit_that_the_error_names() {
    let limits = HttpLimits::new()
        .first_byte(Duration::from_millis(150))
        .between_chunks(Duration::from_millis(100));
    for vendor in Vendor::ALL {
        let cut = vendor.stream().find("\\u00dc").unwrap();
        for (bytes, name) in [(0, "first_byte"), (cut, "between_chunks")] {
            let reply = Reply::sse(vendor.stream()).stall_after(bytes);
            let server = FakeServer::start([reply]).await.unwrap();
            let client = vendor.client(server.url(), limits);
            let answered = ask(&client, streamed("Hi")).await;
            let (status, retryable) = (None, true);
            assert_eq!(
                answered.error().kind(),
                ErrorKind::Http { status, retryable }
            );
            let text = answered.error().to_string();
            assert!(text.contains(&format!("`HttpLimits::{name}`")), "{text}");
            assert_eq!(answered.partial_text().is_empty(), bytes == 0);
        }
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_an_error_worth_a_retry() {
    for vendor in Vendor::ALL {
        let url = FakeServer::start([]).await.unwrap().url().to_owned();
        tokio::task::yield_now().await;
        let client = vendor.client(&url, HttpLimits::new());
        let answered = ask(&client, plain("Hi")).await;
        let (status, retryable) = (None, true);
        assert_eq!(
            answered.error().kind(),
            ErrorKind::Http { status, retryable }
        );
        assert!(answered.error().to_string().contains("`127.0.0.1`"));
    }
}

#[tokio::test]
async fn a_handshake_that_stalls_meets_the_limit_for_connecting() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    for vendor in Vendor::ALL {
        let client = vendor.client(&url, HttpLimits::new().connect(Duration::from_millis(100)));
        let answered = ask(&client, plain("Hi")).await;
        let (status, retryable) = (None, true);
        assert_eq!(
            answered.error().kind(),
            ErrorKind::Http { status, retryable }
        );
        assert!(
            answered
                .error()
                .to_string()
                .contains("`HttpLimits::connect`")
        );
    }
}

#[tokio::test]
async fn tls_works_without_a_default_provider_and_an_address_that_speaks_none_is_an_error() {
    for vendor in Vendor::ALL {
        let server = FakeServer::start([]).await.unwrap();
        let client = vendor.client(&server.url().replace("http:", "https:"), HttpLimits::new());
        let answered = ask(&client, plain("Hi")).await;
        assert!(matches!(
            answered.error().kind(),
            ErrorKind::Http { status: None, .. }
        ));
    }
}

#[tokio::test]
async fn a_frame_over_the_limit_is_an_error_and_one_under_it_is_read() {
    for vendor in Vendor::ALL {
        let long = "x".repeat(1 << 20);
        let body = vendor.stream().replace("Zwölf", &long);
        let server = FakeServer::start([Reply::sse(&*body), Reply::sse(&*body)])
            .await
            .unwrap();
        let client = vendor.client(server.url(), HttpLimits::new());
        let answered = ask(&client, streamed("Hi")).await;
        let whole = answered.whole().content().unwrap().text();
        assert_eq!(whole.len(), (1 << 20) + " Ü💡".len());
        let client = vendor.client(server.url(), HttpLimits::new().frame_bytes(1 << 20));
        let answered = ask(&client, streamed("Hi")).await;
        assert_eq!(answered.error().kind(), ErrorKind::Limit);
        assert!(answered.error().to_string().contains("1048576"));
    }
}

#[tokio::test]
async fn a_redirect_does_not_take_the_key_elsewhere() {
    for vendor in Vendor::ALL {
        let error = failure(&vendor, Reply::new(307, "text/plain", "")).await;
        let (status, retryable) = (Some(307), false);
        assert_eq!(error.kind(), ErrorKind::Http { status, retryable });
    }
}

#[tokio::test]
async fn one_connection_serves_many_requests() {
    for vendor in Vendor::ALL {
        let replies = vec![Reply::sse(vendor.stream()); 20];
        let server = FakeServer::start(replies).await.unwrap();
        let client = vendor.client(server.url(), HttpLimits::new());
        for _ in 0..20 {
            ask(&client, streamed("Hi").with_streaming(StreamingMode::Sse))
                .await
                .whole();
        }
        assert_eq!(server.connections(), 1, "{vendor:?}");
    }
}
