//! A server's tools behind a question.

use adk::tool::ToolsetExt as _;
use serde_json::json;
use tests::mcp_server::{OddServer, object, odd_tool};

use super::{answer, error, odd};

#[tokio::test]
async fn arguments_that_do_not_fit_are_refused_before_anybody_is_asked() {
    let mut tool = odd_tool("echo", "Echoes.");
    let schema = json!({
        "type": "object",
        "properties": { "message": { "type": "string" } },
        "required": ["message"],
    });
    tool.input_schema = object(schema).into();
    let server = OddServer::listing([tool]);
    for (args, fault) in [
        (
            json!({ "massage": "hi" }),
            "the argument `message` is missing",
        ),
        (
            json!({ "message": ["hi"] }),
            "the argument `message` has to be of the type string; it is an array",
        ),
    ] {
        let told = answer(odd(&server).confirmed("Echo it?"), "echo", args).await;
        let said = format!("the call does not fit the schema of the tool: {fault}");
        assert_eq!(error(&told), said);
    }
    // Without a question the server itself says what it does not take.
    let told = answer(odd(&server), "echo", json!({ "massage": "hi" })).await;
    assert_eq!(told["output"], r#"{"massage":"hi"}"#);
    assert_eq!(server.calls(), ["echo"]);
}

#[tokio::test]
async fn arguments_that_may_fit_are_asked_about() {
    let server = OddServer::default();
    let model = adk::testing::ScriptedModel::new().call("echo", json!({ "a": 1 }));
    let stage = super::stage(&model, odd(&server).confirmed("Echo it?"));
    let played = stage.play("Go.").await;
    assert!(played.contains("Echo it?"), "{played}");
    assert!(server.calls().is_empty());
}
