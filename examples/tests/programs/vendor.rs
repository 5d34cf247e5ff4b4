//! A local server in a vendor's place: it reads the vendor's JSON, asks the script, and
//! answers in the vendor's JSON, plain or streamed.

use adk::model::{Llm, LlmRequest, LlmResponse};
use adk::testing::ScriptedModel;
use futures::StreamExt;
use serde_json::Value;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

/// What a vendor's server sends for a request: it reads the request's URL and JSON and asks
/// the script.
pub(crate) type Answer = fn(&str, &Value, &Script) -> ResponseTemplate;

/// The script behind a server.
pub(crate) struct Script(ScriptedModel);

pub(crate) struct Vendor(MockServer);

impl Vendor {
    pub(crate) async fn start(answer: Answer, script: ScriptedModel) -> Self {
        let server = MockServer::start().await;
        let responder = Responder(answer, Script(script));
        Mock::given(method("POST"))
            .respond_with(responder)
            .mount(&server)
            .await;
        Self(server)
    }

    pub(crate) fn url(&self) -> String {
        self.0.uri()
    }
}

struct Responder(Answer, Script);

impl Respond for Responder {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let body = request.body_json().unwrap();
        (self.0)(request.url.as_str(), &body, &self.1)
    }
}

impl Script {
    /// The pieces where there are any, else the whole response: what goes over the wire.
    pub(crate) fn ask(&self, request: LlmRequest) -> Vec<LlmResponse> {
        let responses = futures::executor::block_on(self.0.generate(request).collect::<Vec<_>>());
        let mut responses: Vec<LlmResponse> = responses.into_iter().map(Result::unwrap).collect();
        if responses.len() > 1 {
            responses.pop();
        }
        responses
    }
}

/// Frames of server-sent events.
pub(crate) fn sse(frames: impl IntoIterator<Item = String>) -> ResponseTemplate {
    let frames = frames.into_iter();
    let body = frames.fold(String::new(), |body, frame| {
        body + "data: " + &frame + "\n\n"
    });
    ResponseTemplate::new(200).set_body_raw(body, "text/event-stream")
}
