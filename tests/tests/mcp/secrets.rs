//! A key in the address of a server stays in requests.

use adk::testing::ScriptedModel;
use adk::tool::mcp::{McpEndpoint, McpToolset};
use serde_json::{Value, json};
use tests::logged::Logged;

use super::stage;
use super::web::{Answer, Server, plain};

/// What a run without the server says, and what is logged of it and of one that goes on without.
async fn told(endpoint: &McpEndpoint) -> String {
    let (logged, _guard) = Logged::listen_to_all();
    let toolset = || McpToolset::http("keyed", endpoint.clone());
    let model = ScriptedModel::new().call("get", json!({})).text("Done.");
    let played = stage(&model, toolset()).play("Go.").await;
    let model = ScriptedModel::new().text("Done.");
    let run = stage(&model, toolset().required()).run("Go.").text().await;
    format!("{played}\n{run:?}\n{:?}\n{}", toolset(), logged.text())
}

fn with_key(url: &str) -> McpEndpoint {
    let url = url.replace("http://", "http://user:canary-1@");
    McpEndpoint::new(format!("{url}?key=canary-2")).bearer_token("canary-3")
}

#[tokio::test]
async fn a_key_in_the_address_is_in_no_error_and_no_log() {
    let json = || "content-type: application/json\r\n".to_owned();
    let faults: [(&str, Answer); 5] = [
        ("initialize", (500, String::new(), String::new())),
        (
            "initialize",
            (307, "location: /?key=canary-4\r\n".into(), String::new()),
        ),
        ("initialize", (200, json(), "{".into())),
        ("tools/list", (403, String::new(), "no".into())),
        ("tools/call", (404, String::new(), "no".into())),
    ];
    let mut all_told = String::new();
    for (at, fault) in faults {
        let (answer, from) = (fault.clone(), at.to_owned());
        let server = Server::start(move |method: &str, message: Value| {
            if method == from {
                fault.clone()
            } else {
                plain(method, &message)
            }
        })
        .await;
        for endpoint in [
            with_key(&server.url),
            with_key(&server.url).follow_redirects(0),
        ] {
            let told = told(&endpoint).await;
            assert!(!told.contains("canary"), "{at} {answer:?}: {told}");
            all_told.push_str(&told);
        }
        let head = &server.heads()[0];
        assert!(
            head.contains("canary-2") && head.contains("authorization: "),
            "{head}"
        );
    }
    // What `rmcp` logs is among it.
    assert!(all_told.contains("worker quit"), "{all_told}");
    for url in [
        "http://127.0.0.1:9/",
        "http://[/",
        "http://a b/",
        "gopher://127.0.0.1/",
        "",
    ] {
        let told = told(&with_key(url)).await;
        assert!(!told.contains("canary"), "{url}: {told}");
        assert!(told.contains("keyed"), "{told}");
    }
}
