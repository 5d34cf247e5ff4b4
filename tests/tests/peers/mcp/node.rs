//! The reference servers, programs of Node.

use std::fs;
use std::path::Path;

use adk::artifact::ArtifactService as _;
use adk::tool::mcp::{McpCommand, McpToolset};
use serde_json::json;
use tests::peers;

use super::played;

fn server(package: &str) -> McpCommand {
    let folder = Path::new(peers::FOLDER).join("node_modules/@modelcontextprotocol");
    McpCommand::new("node")
        .arg(folder.join(package).join("dist/index.js"))
        .quiet()
}

#[tokio::test]
async fn everything_is_understood() {
    if !peers::are_asked() {
        return;
    }
    let toolset = McpToolset::stdio("everything", server("server-everything"));
    let calls = [
        ("echo", json!({ "message": "hello" })),
        ("get-structured-content", json!({ "location": "Chicago" })),
        ("get-tiny-image", json!({})),
        ("get-resource-links", json!({ "count": 2 })),
        (
            "trigger-long-running-operation",
            json!({ "duration": 1, "steps": 4 }),
        ),
        ("get-env", json!({})),
        ("get-sum", json!({ "a": "one" })),
    ];
    let played = played(toolset, &calls).await;
    assert!(played.names.len() > 8, "{:?}", played.names);
    let [echo, structured, image, links, long, env, sum] = &played.answers[..] else {
        panic!("{}", played.transcript);
    };
    assert_eq!(echo["output"], "Echo: hello");
    assert!(
        structured["output"]["temperature"].is_number(),
        "{structured}"
    );
    let name = image["artifacts"][0]["name"].as_str().unwrap();
    assert_eq!(image["artifacts"][0]["mimeType"], "image/png");
    let key = tests::stage::key();
    let saved = played.stage.artifacts.load(&key, name, None);
    assert!(saved.await.unwrap().is_some());
    assert_eq!(links["resources"].as_array().unwrap().len(), 2);
    assert!(
        long["output"].as_str().unwrap().contains("completed"),
        "{long}"
    );
    assert!(
        played.transcript.contains(r#"{"progress":4,"total":4}"#),
        "{}",
        played.transcript
    );
    // What cargo sets for this test stands for keys.
    assert!(
        !env["output"]
            .as_str()
            .unwrap()
            .contains("CARGO_MANIFEST_DIR"),
        "{env}"
    );
    assert!(sum["error"].is_string(), "{sum}");
}

#[tokio::test]
async fn files_are_read_in_their_folder_alone() {
    if !peers::are_asked() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("adk-mcp-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    fs::write(folder.join("note.txt"), "What it says.").unwrap();
    let toolset = McpToolset::stdio("files", server("server-filesystem").arg(&folder));
    let calls = [
        ("read_text_file", json!({ "path": folder.join("note.txt") })),
        ("read_text_file", json!({ "path": "/etc/hostname" })),
    ];
    let played = played(toolset, &calls).await;
    fs::remove_dir_all(&folder).unwrap();
    let text = played.answers[0]["output"].to_string();
    assert!(text.contains("What it says."), "{}", played.transcript);
    assert!(
        played.answers[1]["error"]
            .as_str()
            .unwrap()
            .contains("denied"),
        "{}",
        played.transcript
    );
}
