//! What goes wrong between here and a model, for both vendors alike.

use std::time::Duration;

use adk::ErrorKind;
use adk::model::http::HttpLimits;
use futures::StreamExt;
use serde_json::json;
use tests::fake_server::{FakeServer, Reply};

use crate::vendor::{KEY, Vendor, each, failure};
use crate::{ask, plain, streamed};

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
async fn no_cause_of_an_error_shows_the_key() {
    for vendor in Vendor::ALL {
        for body in [
            json!({"choices": KEY, "candidates": KEY}),
            json!({"choices": [{"message": {"tool_calls": KEY}}], "candidates": [{"content": {"parts": KEY}}]}),
        ] {
            let error = failure(&vendor, Reply::json(body.to_string())).await;
            let text = format!("{error:?}");
            assert!(
                text.contains("caused by: invalid type: string \"[masked]\""),
                "{text}"
            );
            assert!(!text.contains(KEY), "{text}");
        }
    }
}

#[tokio::test]
async fn json_where_a_stream_was_asked_for_is_read_all_the_same() {
    for vendor in Vendor::ALL {
        let refusal = json!({"error": {"code": 401, "message": "no such key"}});
        let whole = json!({
            "choices": [{"message": {"content": "Hi."}, "finish_reason": "stop"}],
            "candidates": [{"content": {"parts": [{"text": "Hi."}]}, "finishReason": "STOP"}],
        });
        let replies = vec![
            Reply::json(refusal.to_string()),
            Reply::json(whole.to_string()),
            Reply::json("{\"choices\":7,\"candidates\":7}"),
        ];
        let answers = each(&vendor, replies).await;
        let text = answers[0].error().to_string();
        assert!(text.ends_with("401 Unauthorized: no such key"), "{text}");
        assert_eq!(answers[1].whole().content().unwrap().text(), "Hi.");
        assert_eq!(answers[2].error().kind(), ErrorKind::ModelProtocol);
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
            let answered = ask(&*client, streamed("Hi")).await;
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
        let answered = ask(&*client, plain("Hi")).await;
        let (status, retryable) = (None, true);
        assert_eq!(
            answered.error().kind(),
            ErrorKind::Http { status, retryable }
        );
        let address = url.trim_start_matches("http://");
        assert_eq!(
            answered.error().to_string(),
            format!("cannot connect to `{address}`")
        );
    }
}

#[tokio::test]
async fn a_handshake_that_stalls_meets_the_limit_for_connecting() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    for vendor in Vendor::ALL {
        let client = vendor.client(&url, HttpLimits::new().connect(Duration::from_millis(100)));
        let answered = ask(&*client, plain("Hi")).await;
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
        let answered = ask(&*client, plain("Hi")).await;
        assert!(matches!(
            answered.error().kind(),
            ErrorKind::Http { status: None, .. }
        ));
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
async fn a_dropped_stream_closes_its_connection() {
    for vendor in Vendor::ALL {
        let reply = Reply::sse(vendor.stream()).stall_after(vendor.stream().len() / 2);
        let server = FakeServer::start([reply]).await.unwrap();
        let client = vendor.client(server.url(), HttpLimits::new());
        let mut responses = client.generate(streamed("Hi"));
        responses.next().await.unwrap().unwrap();
        assert_eq!(server.abandoned(), 0);
        drop(responses);
        while server.abandoned() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}
