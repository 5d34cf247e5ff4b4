//! Where a server that is reached over HTTP redirects to.

use adk::ErrorKind;
use adk::testing::ScriptedModel;
use adk::tool::mcp::{McpEndpoint, McpToolset};
use serde_json::json;

use super::web::{Server, plain, result, said};
use super::{answer, stage};

/// A server that answers at any path.
async fn target() -> Server {
    Server::start(|method, message| match method {
        "tools/call" => result(&message, &said("got")),
        _ => plain(method, &message),
    })
    .await
}

/// A server that leads there.
async fn leading(status: u16, to: String) -> Server {
    Server::start(move |_, _| (status, format!("location: {to}\r\n"), String::new())).await
}

/// Its address, with what is meant for it alone.
fn endpoint(server: &Server) -> McpEndpoint {
    McpEndpoint::new(&server.url)
        .header("x-key", "canary-1")
        .bearer_token("canary-2")
}

/// What a run says that cannot do without the server.
async fn refused(endpoint: McpEndpoint) -> String {
    let toolset = McpToolset::http("moved", endpoint).required();
    let run = stage(&ScriptedModel::new(), toolset).run("Go.");
    let error = run.text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mcp);
    format!("{error:?}")
}

#[tokio::test]
async fn a_redirect_is_not_followed_unless_the_program_says_so() {
    let target = target().await;
    let server = leading(307, target.url.clone()).await;
    refused(endpoint(&server)).await;
    assert!(!server.heads().is_empty() && target.heads().is_empty());
}

#[tokio::test]
async fn another_origin_is_not_sent_what_was_meant_for_the_first() {
    for status in [301, 302, 307, 308] {
        let target = target().await;
        let server = leading(status, target.url.clone()).await;
        let toolset = McpToolset::http("moved", endpoint(&server).follow_redirects(3));
        assert_eq!(answer(toolset, "get", json!({})).await["output"], "got");
        assert!(server.heads()[0].contains("canary-1") && server.heads()[0].contains("canary-2"));
        let heads = target.heads();
        assert!(heads.len() >= 4, "{heads:?}");
        assert!(!heads.concat().contains("canary"), "{heads:?}");
    }
}

#[tokio::test]
async fn the_same_origin_is_sent_all() {
    let server = Server::start(|method, message| match message["path"].as_str() {
        Some("/mcp/") if method == "tools/call" => result(&message, &said("got")),
        Some("/mcp/") => plain(method, &message),
        _ => (307, "location: /mcp/\r\n".to_owned(), String::new()),
    })
    .await;
    let toolset = McpToolset::http("moved", endpoint(&server).follow_redirects(1));
    assert_eq!(answer(toolset, "get", json!({})).await["output"], "got");
    let heads = server.heads();
    let all = |head: &String| head.contains("canary-1") && head.contains("canary-2");
    assert!(heads.iter().all(all), "{heads:?}");
}

#[tokio::test]
async fn a_redirect_inside_is_blocked_unless_the_program_allows_it() {
    let target = target().await;
    let inside = target.url.replace("127.0.0.1", "localhost");
    let server = leading(307, inside).await;
    let endpoint = || endpoint(&server).follow_redirects(3);
    let error = refused(endpoint()).await;
    let said = "nothing is sent to `localhost`: it is a name for this machine";
    assert!(error.contains(said), "{error}");
    assert!(!server.heads().is_empty() && target.heads().is_empty());

    let allowed = endpoint().allow_private(["localhost"]);
    let told = answer(McpToolset::http("moved", allowed), "get", json!({})).await;
    assert_eq!(told["output"], "got");
}

#[tokio::test]
async fn redirects_without_an_end_are_an_error() {
    let server = leading(307, "/mcp".to_owned()).await;
    let error = refused(endpoint(&server).follow_redirects(3)).await;
    assert!(error.contains("it redirects more than 3 times"), "{error}");
    assert_eq!(server.heads().len(), 4);
}
