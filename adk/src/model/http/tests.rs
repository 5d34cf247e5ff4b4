//! Keys, limits, streams and failures, over a transport without a network.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Wake, Waker};

use futures_core::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};
use http::{Response, StatusCode};
use secrecy::ExposeSecret;

use super::*;

static VENDOR: Vendor = Vendor {
    name: "Acme",
    key_variables: &["ADK_TEST_NO_SUCH_KEY", "ADK_TEST_NO_SUCH_KEY_EITHER"],
    base_url_variable: "ADK_TEST_NO_SUCH_URL",
    base_url: "https://acme.example",
    key_header: ("authorization", "Bearer "),
    error_text: |body| {
        let text = String::from_utf8_lossy(body);
        Some(text.strip_prefix("says ")?.to_owned())
    },
};
const KEY: &str = "canary-key-0123456789";

/// What the server does next: bytes, or silence for ever.
type Step = Option<&'static [u8]>;

/// A transport with one answer.
#[derive(Debug)]
struct Script {
    status: u16,
    content_type: &'static str,
    steps: Mutex<VecDeque<Step>>,
    seen: Arc<Mutex<Vec<Request<Bytes>>>>,
}

impl Script {
    fn new(status: u16, content_type: &'static str, steps: impl IntoIterator<Item = Step>) -> Self {
        Self {
            status,
            content_type,
            steps: Mutex::new(steps.into_iter().collect()),
            seen: Arc::default(),
        }
    }
}

impl Transport for Script {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>>> {
        self.seen.lock().unwrap().push(request);
        let steps = std::mem::take(&mut *self.steps.lock().unwrap());
        async move {
            let body = stream::iter(steps).then(|step| async move {
                match step {
                    Some(bytes) => Ok(Bytes::from_static(bytes)),
                    None => std::future::pending().await,
                }
            });
            let response = Response::builder()
                .status(self.status)
                .header("content-type", self.content_type)
                .body(body.boxed() as Body);
            Ok(response.unwrap())
        }
        .boxed()
    }
}

fn http(script: Script) -> Http {
    let options = Options {
        api_key: Some(KEY.into()),
        transport: Some(Arc::new(script)),
        limits: HttpLimits::new()
            .frame_bytes(32)
            .stream_bytes(64)
            .response_bytes(32),
        ..Options::default()
    };
    options.connect(&VENDOR).unwrap()
}

async fn post(script: Script) -> Result<Reply> {
    let http = http(script);
    http.post(&http.address("/chat")?, Bytes::from_static(b"{}"))
        .await
}

async fn frames(steps: impl IntoIterator<Item = Step>) -> (Vec<Bytes>, Option<Error>) {
    let script = Script::new(200, "text/event-stream", steps);
    let mut frames = post(script).await.unwrap().frames();
    let mut read = Vec::new();
    loop {
        match frames.next().await {
            Ok(Some(frame)) => read.push(frame),
            Ok(None) => return (read, None),
            Err(error) => return (read, Some(error)),
        }
    }
}

#[tokio::test]
async fn a_request_carries_the_key_as_a_sensitive_header() {
    let script = Script::new(
        200,
        "application/json",
        [Some(&b"{\"a\""[..]), Some(b":1}")],
    );
    let seen = script.seen.clone();
    let reply = post(script).await.unwrap();
    assert_eq!(reply.bytes().await.unwrap(), "{\"a\":1}");
    let seen = seen.lock().unwrap();
    assert_eq!(seen[0].uri(), "https://acme.example/chat");
    assert_eq!(seen[0].headers()["content-type"], "application/json");
    assert_eq!(seen[0].headers()["authorization"], format!("Bearer {KEY}"));
    assert!(!format!("{:?}", seen[0]).contains(KEY));
}

#[tokio::test]
async fn a_status_is_an_error_with_the_vendors_words_and_no_key() {
    let body = b"says no, canary-key-0123456789 is wrong";
    for (status, retryable) in [
        (400, false),
        (401, false),
        (404, false),
        (429, true),
        (503, true),
    ] {
        let script = Script::new(status, "application/json", [Some(&body[..])]);
        let error = post(script).await.err().unwrap();
        let status = Some(status);
        assert_eq!(error.kind(), ErrorKind::Http { status, retryable });
        let text = error.to_string();
        assert!(text.ends_with(": no, [masked] is wrong"), "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_body_of_an_error_is_read_in_bounds() {
    let endless = std::iter::repeat_n(Some(&[b'x'; 4096][..]), 100);
    let error = post(Script::new(500, "", endless)).await.err().unwrap();
    assert!(error.to_string().chars().count() < 400);

    let started = Instant::now();
    let stalled = Script::new(500, "", [Some(&b"says wait"[..]), None]);
    let error = post(stalled).await.err().unwrap();
    assert_eq!(
        error.to_string(),
        "Acme answered 500 Internal Server Error: wait"
    );
    assert_eq!(started.elapsed(), Duration::from_secs(10));
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_a_web_page_is_no_answer() {
    let error = post(Script::new(307, "", [])).await.err().unwrap();
    assert!(error.to_string().contains("a redirect"));
    let page = Script::new(
        200,
        "Text/HTML; charset=utf-8",
        [Some(&b"<html>\n  Log in"[..])],
    );
    let error = post(page).await.err().unwrap();
    assert_eq!(error.kind(), ErrorKind::ModelProtocol);
    assert!(error.to_string().contains("`<html> Log in`"));
}

#[tokio::test(start_paused = true)]
async fn silence_ends_at_the_limit_that_the_error_names() {
    let started = Instant::now();
    let (read, error) = frames([None]).await;
    assert_eq!(started.elapsed(), Duration::from_mins(2));
    let text = error.unwrap().to_string();
    assert!(
        read.is_empty() && text.contains("`HttpLimits::first_byte`"),
        "{text}"
    );

    let started = Instant::now();
    let (read, error) = frames([Some(&b"data: 1\n\n"[..]), None]).await;
    assert_eq!(started.elapsed(), Duration::from_mins(1));
    assert_eq!(read, ["1"]);
    let error = error.unwrap();
    let kind = ErrorKind::Http {
        status: None,
        retryable: true,
    };
    assert_eq!(error.kind(), kind);
    assert!(error.to_string().contains("`HttpLimits::between_chunks`"));
}

#[tokio::test(start_paused = true)]
async fn each_chunk_has_its_time_from_the_one_before() {
    let seconds = Duration::from_secs;
    let chunks = stream::iter([90, 59, 59, 1]).then(move |wait| async move {
        tokio::time::sleep(seconds(wait)).await;
        Ok(Bytes::from_static(b"data: 1\n\n"))
    });
    let http = http(Script::new(200, "", []));
    let started = Instant::now();
    let first_byte = Deadline::after(http.0.limits.first_byte);
    let body = chunks.chain(stream::pending()).boxed();
    let mut frames = Reply::new(http, body, first_byte).frames();
    for _ in 0..2 {
        assert!(frames.next().await.unwrap().is_some());
    }
    let rest = tokio::spawn(async move {
        for _ in 0..2 {
            assert!(frames.next().await.unwrap().is_some());
        }
        frames.next().await.unwrap_err()
    });
    let text = rest.await.unwrap().to_string();
    assert_eq!(started.elapsed(), seconds(90 + 59 + 59 + 1 + 60));
    assert!(text.contains("`HttpLimits::between_chunks`"), "{text}");
}

/// A waker that takes its time to go.
struct Slow;

impl Wake for Slow {
    fn wake(self: Arc<Self>) {}
}

impl Drop for Slow {
    fn drop(&mut self) {
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_chunk_is_not_late_when_the_one_before_would_have_been() {
    let mut polls = 0;
    let body = stream::poll_fn(move |_| {
        polls += 1;
        match polls {
            2 => Poll::Ready(Some(Ok(Bytes::from_static(b"1")))),
            _ => Poll::Pending,
        }
    });
    let first_byte = Deadline::after(Duration::from_millis(50));
    let mut reply = Reply::new(http(Script::new(200, "", [])), body.boxed(), first_byte);
    {
        let slow = Waker::from(Arc::new(Slow));
        let mut first = pin!(reply.chunk());
        assert!(
            first
                .as_mut()
                .poll(&mut Context::from_waker(&slow))
                .is_pending()
        );
        drop(slow);
        assert!(first.await.unwrap().is_some());
    }
    // The timer still stands at the time of the first, which comes as the waker is changed.
    let second = pin!(reply.chunk());
    let polled = second.poll(&mut Context::from_waker(Waker::noop()));
    assert!(polled.is_pending(), "{polled:?}");
}

#[tokio::test]
async fn a_stream_gives_whole_frames_and_then_says_how_it_ended() {
    let (read, error) = frames([Some(&b"data: 1\n\ndata: 2\n"[..]), Some(b"\n: bye")]).await;
    assert_eq!(read, ["1", "2"]);
    assert!(error.is_none());
    let (read, error) = frames([Some(&b"data: 1\n\ndata: 2\n"[..])]).await;
    assert_eq!(read, ["1"]);
    assert_eq!(error.unwrap().kind(), ErrorKind::ModelProtocol);
    let (read, error) = frames([Some(&b"data: 1\n\ndata: "[..]), Some(&[b'x'; 33])]).await;
    assert_eq!(read, ["1"]);
    assert_eq!(error.unwrap().kind(), ErrorKind::Limit);
    let endless = std::iter::repeat_n(Some(&b"data: 12345678901234567890\n\n"[..]), 9);
    let (read, error) = frames(endless).await;
    assert_eq!(read.len(), 3);
    let error = error.unwrap();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert!(error.to_string().contains("`HttpLimits::stream_bytes`"));
}

#[tokio::test]
async fn json_is_told_from_a_stream_and_nothing_of_it_is_lost() {
    let cases: [(&[Step], bool, &str); 4] = [
        (&[Some(b" {\"a\""), Some(b":1}")], true, " {\"a\":1}"),
        (&[Some(b"[]")], true, "[]"),
        (&[Some(b"data: {}\n\n")], false, "data: {}\n\n"),
        (&[], false, ""),
    ];
    for (steps, is_json, body) in cases {
        let mut reply = post(Script::new(200, "", steps.to_vec())).await.unwrap();
        assert_eq!(reply.is_json().await.unwrap(), is_json, "{body}");
        assert_eq!(reply.bytes().await.unwrap(), body);
    }
}

#[tokio::test]
async fn a_body_over_the_limit_is_an_error_that_names_it() {
    for steps in [
        vec![Some(&[b'x'; 33][..])],
        vec![Some(&[b'x'; 32][..]), Some(b"x")],
    ] {
        let reply = post(Script::new(200, "application/json", steps))
            .await
            .unwrap();
        let error = reply.bytes().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit);
        assert!(error.to_string().contains("`HttpLimits::response_bytes`"));
    }
}

#[test]
fn a_missing_key_says_what_to_set_and_a_bad_one_is_not_shown() {
    let options = Options {
        api_key: Some(" ".into()),
        ..Options::default()
    };
    let error = options.connect(&VENDOR).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingKey);
    assert!(
        error
            .to_string()
            .contains("set ADK_TEST_NO_SUCH_KEY or ADK_TEST_NO_SUCH_KEY_EITHER")
    );

    let options = Options {
        api_key: Some(format!("{KEY}\n{KEY}").into()),
        ..Options::default()
    };
    let error = options.connect(&VENDOR).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert!(!format!("{error:?}").contains(KEY));
}

#[test]
fn a_client_prints_no_secret_and_knows_a_url() {
    let mut options = Options {
        api_key: Some(format!(" {KEY}\n").into()),
        headers: vec![("x-org".into(), "Bearer organisation-7".into())],
        ..Options::default()
    };
    assert!(!format!("{options:?}").contains(KEY));
    let http = options.clone().connect(&VENDOR).unwrap();
    assert_eq!(http.0.secrets[0].expose_secret(), KEY);
    let refusal = http.refusal(StatusCode::BAD_REQUEST, "not in organisation-7");
    assert!(refusal.to_string().ends_with("not in [masked]"));
    let refusal = http.refusal(StatusCode::BAD_REQUEST, "\u{1b}[2Jone\ntwo\0");
    assert!(
        refusal
            .to_string()
            .ends_with(": \u{fffd}[2Jone\ntwo\u{fffd}")
    );
    assert!(!format!("{http:?}").contains(KEY));
    for url in [
        "http://user:canary@acme.example",
        "https://acme.example/v1?version=3",
        "https://acme.example/v1#chat",
        "",
        "acme.example",
        "ftp://acme.example",
        "https://",
        "http://a b",
    ] {
        options.base_url = Some(url.into());
        let http = options.clone().connect(&VENDOR).unwrap();
        assert_eq!(
            http.address("/chat").unwrap_err().kind(),
            ErrorKind::Config,
            "{url}"
        );
    }
    options.base_url = Some("http://localhost:1/v1/".into());
    let http = options.connect(&VENDOR).unwrap();
    assert_eq!(http.address("/chat").unwrap(), "http://localhost:1/v1/chat");
}
