//! What a model reads of a server's answers.

use adk::testing::ScriptedModel;
use adk::tool::mcp::McpToolset;
use serde_json::{Value, json};
use tests::mcp_server::OddServer;

use super::web::{Server, plain, result};
use super::{answer, error, odd, stage};

async fn played(tool: &str, args: Value) -> String {
    let model = ScriptedModel::new().call(tool, args).text("Done.");
    let stage = stage(&model, odd(&OddServer::default()));
    let played = stage.play("Go on.").await;
    played.lines().nth(1).unwrap().to_owned()
}

#[tokio::test]
async fn texts_structures_and_errors() {
    let texts = [
        played("echo", json!({ "city": "Paris" })).await,
        played("structured", json!({})).await,
        played("null", json!({})).await,
        played("nothing", json!({})).await,
        played("fails", json!({})).await,
    ];
    insta::assert_snapshot!(texts.join("\n"), @r#"
    helper: answer echo(adk-id-3) {"output":"{\"city\":\"Paris\"}"}
    helper: answer structured(adk-id-3) {"output":{"city":"Paris","degrees":22}}
    helper: answer null(adk-id-3) {"output":"null"}
    helper: answer nothing(adk-id-3) {"output":""}
    helper: answer fails(adk-id-3) {"error":"Tool execution failed. Details: no such city"}
    "#);
}

#[tokio::test]
async fn files_are_artifacts_and_links_are_listed() {
    insta::assert_snapshot!(played("files", json!({})).await, @r#"
    helper: answer files(adk-id-3) {"output":"Here they are.\nWhat it says.","artifacts":[{"name":"files-adk-id-3-1.png","mimeType":"image/png"},{"name":"files-adk-id-3-2.wav","mimeType":"audio/wav"},{"name":"files-adk-id-3-3.pdf","mimeType":"application/pdf"}],"resources":[{"uri":"demo://manual","name":"manual","mimeType":"text/plain"}]}, [saved files-adk-id-3-1.png v1], [saved files-adk-id-3-2.wav v1], [saved files-adk-id-3-3.pdf v1]
    "#);
}

#[tokio::test]
async fn files_beyond_a_number_are_left_out_and_the_model_is_told() {
    let told = super::answer(
        odd(&OddServer::default()),
        "pictures",
        json!({ "count": 1_000 }),
    )
    .await;
    assert_eq!(told["artifacts"].as_array().unwrap().len(), 32);
    assert_eq!(
        told["left_out"],
        "968 of 1000 files were left out; 32 of a result are kept"
    );
    let told = super::answer(
        odd(&OddServer::default()),
        "pictures",
        json!({ "count": 32 }),
    )
    .await;
    assert_eq!(told["artifacts"].as_array().unwrap().len(), 32);
    assert!(told["left_out"].is_null());
}

/// What a model reads of a result.
async fn read(told: Value) -> Value {
    let server = Server::start(move |method, message| match method {
        "tools/call" => result(&message, &told),
        _ => plain(method, &message),
    })
    .await;
    answer(McpToolset::http("plain", &*server.url), "get", json!({})).await
}

#[tokio::test]
async fn a_mime_type_that_is_malformed_is_none() {
    let kinds = ["../../etc/passwd\r\nX: y", "", "image/png"];
    let files = kinds.map(|kind| json!({ "type": "image", "data": "eA==", "mimeType": kind }));
    let told = read(json!({ "content": files })).await;
    insta::assert_snapshot!(told["artifacts"], @r#"[{"name":"get-adk-id-3-1.bin","mimeType":"application/octet-stream"},{"name":"get-adk-id-3-2.bin","mimeType":"application/octet-stream"},{"name":"get-adk-id-3-3.png","mimeType":"image/png"}]"#);
}

#[tokio::test]
async fn parts_beyond_a_number_are_left_out_and_the_model_is_told() {
    let text = json!({ "type": "text", "text": "x" });
    let told = read(json!({ "content": vec![text.clone(); 1_000] })).await;
    assert!(told["left_out"].is_null());
    let left_out = "500 of 1500 parts were left out; 1000 of a result are kept";
    let told = read(json!({ "content": vec![text.clone(); 1_500] })).await;
    assert_eq!(told["output"].as_str().unwrap().lines().count(), 1_000);
    assert_eq!(told["left_out"], left_out);

    let link = json!({ "type": "resource_link", "uri": "demo://manual", "name": "manual" });
    let told = read(json!({ "content": vec![link; 1_500] })).await;
    assert_eq!(told["resources"].as_array().unwrap().len(), 1_000);
    assert_eq!(told["left_out"], left_out);

    let told = read(json!({ "content": vec![text; 1_500], "isError": true })).await;
    assert!(error(&told).ends_with(left_out), "{told}");
}
