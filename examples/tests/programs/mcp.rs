//! The examples of MCP: the one starts the other.

use super::{NOTICE, run, run_typing};

const MCP_TOOLS: &str = env!("CARGO_BIN_EXE_mcp_tools");
const MCP_SERVER: &str = env!("CARGO_BIN_EXE_mcp_server");

#[test]
fn mcp_tools_asks_the_server_that_it_has_started() {
    let (out, err) = run(MCP_TOOLS, &["How far is it from Oslo to Bergen?"], &[]);
    assert_eq!(
        out,
        "  → distance({\"from\":\"Oslo\",\"to\":\"Bergen\"})\n  \
           ← distance: {\"output\":{\"result\":463}}\n\
         guide: 463\n"
    );
    assert_eq!(err, NOTICE);
}

#[test]
fn mcp_tools_tells_what_the_server_refused() {
    let (out, _) = run(MCP_TOOLS, &["How far is it from Oslo to Paris?"], &[]);
    let refusal = "Tool execution failed. Details: known are Oslo to Bergen and to Trondheim";
    assert!(
        out.ends_with(&format!("guide: That did not work: {refusal}\n")),
        "{out}"
    );
}

#[test]
fn mcp_tools_alone_says_what_to_build() {
    let folder = std::env::temp_dir().join(format!("adk-mcp-tools-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let alone = folder.join("mcp_tools");
    std::fs::copy(MCP_TOOLS, &alone).unwrap();
    let output = std::process::Command::new(&alone).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(
        err.contains("`cargo build -p examples --bin mcp_server`"),
        "{err}"
    );
}

#[test]
fn mcp_server_answers_and_ends_with_its_input() {
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"typed","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"plan_drive","arguments":{"cities":["Oslo","Bergen"]}}}
"#;
    let (out, err) = run_typing(MCP_SERVER, &[], &[], hello);
    assert!(out.contains("Distances by road in Norway."), "{out}");
    assert!(out.contains("Oslo, Bergen in all: 463 km"), "{out}");
    assert_eq!(err, "");
}
