//! Calls of our tools that a person has to approve: hosts that can ask one, by the older versions
//! of the protocol and by the newer, and hosts that cannot.

use std::sync::{Arc, Mutex};

use adk::mcp::{McpServer, serve};
use adk::prelude::*;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResponse, ClientConfig, ClientRequest,
    ElicitRequestParams, ElicitResult, ElicitationAction, ErrorData, ProtocolVersion, ServerResult,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt as _, RequestContext, RunningService};
use rmcp::{ClientHandler, RoleClient};
use serde_json::json;

/// Deletes what is named.
#[tool(destructive, confirm)]
async fn delete(
    /// As in `notes`.
    name: &str,
    ctx: &ToolContext,
) -> String {
    ctx.state().set("deleted", name);
    format!("{name} is gone")
}

/// Books days off.
#[tool]
async fn book(
    /// How many.
    days: u8,
    ctx: &ToolContext,
) -> String {
    let before = ctx.state().get("booked").is_some();
    ctx.state().set("booked", days);
    match ctx.tool_confirmation() {
        None => {
            ctx.request_confirmation("May they be booked?", json!({ "days": days }));
            "waiting".to_owned()
        }
        Some(answer) if answer.is_confirmed() => format!("booked, known before: {before}"),
        Some(_) => "refused".to_owned(),
    }
}

/// Never has enough.
#[tool]
async fn greedy(ctx: &ToolContext) -> &'static str {
    ctx.request_confirmation("More?", None);
    "more"
}

fn server() -> McpServer {
    serve(tools![delete, book, greedy]).name("office")
}

/// A host whose user gives one answer to everything.
#[derive(Clone)]
struct Host {
    can: serde_json::Value,
    answer: Option<ElicitationAction>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl ClientHandler for Host {
    fn get_info(&self) -> ClientConfig {
        let mut config = ClientConfig::default();
        config.capabilities = serde_json::from_value(self.can.clone()).unwrap();
        config
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams {
            message,
            requested_schema,
            ..
        } = request
        else {
            panic!("no form")
        };
        assert!(requested_schema.properties.is_empty());
        self.asked.lock().unwrap().push(message);
        match self.answer.clone() {
            Some(action) => Ok(ElicitResult::new(action)),
            None => Err(ErrorData::internal_error("the user is out", None)),
        }
    }
}

fn initialize() -> ClientLifecycleMode {
    ClientLifecycleMode::Initialize
}

fn discover() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    }
}

impl Host {
    fn new(answer: impl Into<Option<ElicitationAction>>) -> Self {
        Self {
            can: json!({ "elicitation": {} }),
            answer: answer.into(),
            asked: Arc::default(),
        }
    }

    async fn connect(&self, mode: ClientLifecycleMode) -> RunningService<RoleClient, Self> {
        let (near, far) = tokio::io::duplex(64 << 10);
        tokio::spawn(server().stream(far));
        self.clone().serve_with_lifecycle(near, mode).await.unwrap()
    }

    /// The answers to a call of each tool, and what the user was asked.
    async fn told(&self, mode: ClientLifecycleMode) -> String {
        let client = self.connect(mode).await;
        let mut told = Vec::new();
        for (tool, args) in [
            ("delete", json!({ "name": "notes" })),
            ("delete", json!({ "nam": "notes" })),
            ("book", json!({ "days": 3 })),
            ("greedy", json!({})),
        ] {
            let call = CallToolRequestParams::new(tool);
            let call = call.with_arguments(args.as_object().unwrap().clone());
            told.push(match client.call_tool(call).await {
                Ok(answer) => format!("{tool}: {:?}", answer.content[0].as_text().unwrap().text),
                Err(error) => format!("{tool}: {error}"),
            });
        }
        told.extend(
            self.asked
                .lock()
                .unwrap()
                .iter()
                .map(|asked| format!("asked {asked:?}")),
        );
        told.join("\n")
    }
}

#[tokio::test]
async fn a_call_that_a_person_approves_is_made() {
    let told = Host::new(ElicitationAction::Accept)
        .told(initialize())
        .await;
    insta::assert_snapshot!(told, @r#"
    delete: "notes is gone"
    delete: "the arguments of `delete` do not fit:\n- `nam`: unknown; did you mean `name`?\n- `name`: missing; expected a string\nit takes `name`"
    book: "booked, known before: true"
    greedy: "more"
    asked "Please approve or reject the tool call delete()\n\ndelete({\"name\":\"notes\"})"
    asked "May they be booked?\n\nbook({\"days\":3})\n\n{\"days\":3}"
    asked "More?\n\ngreedy({})"
    "#);
    let newer = Host::new(ElicitationAction::Accept).told(discover()).await;
    assert_eq!(newer, told);
}

#[tokio::test]
async fn a_call_that_a_person_refuses_is_not_made() {
    let told = Host::new(ElicitationAction::Decline)
        .told(initialize())
        .await;
    insta::assert_snapshot!(told, @r#"
    delete: "error tool \"delete\" call is rejected"
    delete: "the arguments of `delete` do not fit:\n- `nam`: unknown; did you mean `name`?\n- `name`: missing; expected a string\nit takes `name`"
    book: "refused"
    greedy: "more"
    asked "Please approve or reject the tool call delete()\n\ndelete({\"name\":\"notes\"})"
    asked "May they be booked?\n\nbook({\"days\":3})\n\n{\"days\":3}"
    asked "More?\n\ngreedy({})"
    "#);
    for action in [ElicitationAction::Decline, ElicitationAction::Cancel] {
        let newer = Host::new(action).told(discover()).await;
        assert_eq!(newer, told);
    }
}

#[tokio::test]
async fn a_host_that_cannot_ask_is_told_so() {
    let mut host = Host::new(ElicitationAction::Accept);
    host.can = json!({});
    let told = host.told(initialize()).await;
    insta::assert_snapshot!(told, @r#"
    delete: "tool `delete` was not called: a person has to approve of the call, and this MCP client cannot ask one, since it has not the capability `elicitation`"
    delete: "the arguments of `delete` do not fit:\n- `nam`: unknown; did you mean `name`?\n- `name`: missing; expected a string\nit takes `name`"
    book: "tool `book` was not called: a person has to approve of the call, and this MCP client cannot ask one, since it has not the capability `elicitation`"
    greedy: "tool `greedy` was not called: a person has to approve of the call, and this MCP client cannot ask one, since it has not the capability `elicitation`"
    "#);
    for can in [json!({}), json!({ "elicitation": { "url": {} } })] {
        host.can = can;
        assert_eq!(host.told(initialize()).await, told);
        assert_eq!(host.told(discover()).await, told);
    }
}

#[tokio::test]
async fn a_question_without_an_answer_is_an_error() {
    let told = Host::new(None).told(initialize()).await;
    insta::assert_snapshot!(told, @r#"
    delete: "tool `delete` was not called: nobody answered whether it may be"
    delete: "the arguments of `delete` do not fit:\n- `nam`: unknown; did you mean `name`?\n- `name`: missing; expected a string\nit takes `name`"
    book: "tool `book` was not called: nobody answered whether it may be"
    greedy: "tool `greedy` was not called: nobody answered whether it may be"
    asked "Please approve or reject the tool call delete()\n\ndelete({\"name\":\"notes\"})"
    asked "May they be booked?\n\nbook({\"days\":3})\n\n{\"days\":3}"
    asked "More?\n\ngreedy({})"
    "#);
}

/// What the call comes to with this answer of a host, for a question of this state.
async fn answered(
    client: &RunningService<RoleClient, Host>,
    name: &str,
    state: Option<String>,
) -> CallToolResponse {
    let approved = json!({ "approval": { "action": "accept", "content": {} } });
    let mut call = CallToolRequestParams::new("delete");
    call.arguments = json!({ "name": name }).as_object().cloned();
    call.input_responses = state
        .is_some()
        .then(|| serde_json::from_value(approved).unwrap());
    call.request_state = state;
    let call = ClientRequest::CallToolRequest(CallToolRequest::new(call));
    match client.send_request(call).await.unwrap() {
        ServerResult::CallToolResult(result) => result.into(),
        ServerResult::InputRequiredResult(asked) => asked.into(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_answer_is_good_for_the_call_that_was_asked_about_and_once() {
    let host = Host::new(ElicitationAction::Accept);
    let client = host.connect(discover()).await;
    let asked = async |name, state| match answered(&client, name, state).await {
        CallToolResponse::InputRequired(asked) => asked.request_state,
        other => panic!("called: {other:?}"),
    };
    asked("notes", Some("made up".to_owned())).await;
    let about_notes = asked("notes", None).await;
    assert!(about_notes.is_some());
    // Whatever an answer was brought with, the question is answered.
    let for_another = asked("everything", about_notes.clone()).await;
    asked("notes", about_notes).await;
    let done = answered(&client, "everything", for_another.clone()).await;
    assert!(matches!(done, CallToolResponse::Complete(_)), "{done:?}");
    asked("everything", for_another).await;
}

#[tokio::test]
async fn an_answer_to_what_nobody_asked_calls_nothing() {
    for (can, wanted) in [
        (json!({}), "cannot ask one"),
        (json!({ "elicitation": {} }), "rejected"),
    ] {
        let mut host = Host::new(ElicitationAction::Decline);
        host.can = can;
        let client = host.connect(initialize()).await;
        let told = answered(&client, "notes", Some(String::new())).await;
        let told = format!("{told:?}");
        assert!(told.contains(wanted), "{told}");
    }
}
