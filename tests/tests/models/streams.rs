//! Streamed answers that arrive in pieces, cut, damaged or large, for both vendors alike.

use adk::ErrorKind;
use adk::model::LlmResponse;
use adk::model::http::HttpLimits;
use futures::StreamExt;
use tests::fake_server::{FakeServer, Reply};

use crate::vendor::{Vendor, assert_expected, canned, each, expected};
use crate::{ask, parts, streamed};

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
async fn a_frame_over_the_limit_is_an_error_and_one_under_it_is_read() {
    for vendor in Vendor::ALL {
        let long = "x".repeat(1 << 20);
        let body = vendor.stream().replace("Zwölf", &long);
        let server = FakeServer::start([Reply::sse(&*body), Reply::sse(&*body)])
            .await
            .unwrap();
        let client = vendor.client(server.url(), HttpLimits::new());
        let answered = ask(&*client, streamed("Hi")).await;
        let whole = answered.whole().content().unwrap().text();
        assert_eq!(whole.len(), (1 << 20) + " Ü💡".len());
        let client = vendor.client(server.url(), HttpLimits::new().frame_bytes(1 << 20));
        let answered = ask(&*client, streamed("Hi")).await;
        assert_eq!(answered.error().kind(), ErrorKind::Limit);
        assert!(answered.error().to_string().contains("1048576"));
    }
}

#[tokio::test]
async fn one_connection_serves_many_requests() {
    for vendor in Vendor::ALL {
        let replies = vec![Reply::sse(vendor.stream()); 22];
        let server = FakeServer::start(replies).await.unwrap();
        let client = vendor.client(server.url(), HttpLimits::new());
        for _ in 0..20 {
            ask(&*client, streamed("Hi")).await.whole();
        }
        // As a run does, which wants nothing after the whole response.
        let mut responses = client.generate(streamed("Hi"));
        while responses.next().await.unwrap().unwrap().is_partial() {}
        drop(responses);
        ask(&*client, streamed("Hi")).await.whole();
        assert_eq!(server.connections(), 1, "{vendor:?}");
    }
}
