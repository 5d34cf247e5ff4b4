//! A question that waits in a session: the call by which a run asks its user, and the
//! user's answer to it, in ADK's words.

use serde::{Deserialize, Serialize};

use super::ToolConfirmation;
use crate::content::{Content, FunctionCall, FunctionResponse, Json, Part};
use crate::event::Event;

/// The name of the call by which a run asks.
const REQUEST: &str = "adk_request_confirmation";

/// A question of a run to its user: whether a tool call may be made.
///
/// The run ends with it. The answer is the message of a later run on the session, in this
/// process or in another; the call is then made, or not, and the agent goes on.
///
/// ```
/// # #[cfg(all(feature = "macros", feature = "testing"))]
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::prelude::*;
/// use adk::testing::ScriptedModel;
///
/// /// Deletes the account.
/// #[tool(confirm = "Delete the account with all its orders?")]
/// async fn delete_account() -> &'static str {
///     "deleted"
/// }
///
/// let model = ScriptedModel::new().call("delete_account", serde_json::json!({})).text("It is gone.");
/// let agent = LlmAgent::builder("desk").model(model).tool(delete_account::tool()).build()?;
/// let runner = Runner::builder("shop", agent).build()?;
///
/// let mut run = runner.run("ada", "session", "Delete my account!");
/// let mut asked = None;
/// while let Some(event) = run.next().await {
///     asked = event?.confirmation_requests().next().or(asked);
/// }
/// let asked = asked.unwrap();
/// assert_eq!(asked.hint(), "Delete the account with all its orders?");
///
/// let answer = runner.run("ada", "session", asked.approve());
/// assert_eq!(answer.text().await?, "It is gone.");
/// # Ok(()) }
/// # #[cfg(not(all(feature = "macros", feature = "testing")))] fn main() {}
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ConfirmationRequest {
    id: Box<str>,
    call: FunctionCall,
    confirmation: ToolConfirmation,
}

/// What the call's arguments hold.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Arguments {
    original_function_call: FunctionCall,
    tool_confirmation: ToolConfirmation,
}

impl ConfirmationRequest {
    pub(crate) fn new(id: String, call: FunctionCall, confirmation: ToolConfirmation) -> Self {
        Self {
            id: id.into(),
            call,
            confirmation,
        }
    }

    /// Reads the question out of the call by which a run asks; `None` for any other call.
    #[must_use]
    pub fn from_call(call: &FunctionCall) -> Option<Self> {
        if call.name() != REQUEST {
            return None;
        }
        let arguments: Arguments = call.args().decode().ok()?;
        Some(Self {
            id: call.id()?.into(),
            call: arguments.original_function_call,
            confirmation: arguments.tool_confirmation,
        })
    }

    /// The call by which a run asks.
    pub(crate) fn to_call(&self) -> FunctionCall {
        let arguments = Json::new(&Arguments {
            original_function_call: self.call.clone(),
            tool_confirmation: self.confirmation.clone(),
        });
        // Both parts are JSON already.
        FunctionCall::new(REQUEST, arguments.unwrap_or_else(|_| Json::empty_object()))
            .with_id(&*self.id)
    }

    /// The id of the question, which its answer carries.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The call that waits, as the model made it.
    #[must_use]
    pub fn call(&self) -> &FunctionCall {
        &self.call
    }

    /// What the person is asked.
    #[must_use]
    pub fn hint(&self) -> &str {
        self.confirmation.hint()
    }

    /// What the tool shows beside its question, or wants filled in.
    #[must_use]
    pub fn payload(&self) -> Option<&Json> {
        self.confirmation.payload()
    }

    /// Whether the tool itself asked.
    pub(crate) fn is_by_tool(&self) -> bool {
        self.confirmation.is_by_tool()
    }

    /// The answer that the call may be made.
    #[must_use]
    pub fn approve(&self) -> Part {
        self.answer(&ToolConfirmation::approved())
    }

    /// The answer that the call may not be made.
    #[must_use]
    pub fn deny(&self) -> Part {
        self.answer(&ToolConfirmation::denied())
    }

    /// An answer with data. Several questions are answered in one message, a
    /// `Vec` of these.
    #[must_use]
    pub fn answer(&self, answer: &ToolConfirmation) -> Part {
        let mut fields = serde_json::Map::new();
        fields.insert("confirmed".into(), answer.is_confirmed().into());
        if let Some(payload) = answer.payload() {
            fields.insert("payload".into(), payload.to_value());
        }
        let response = FunctionResponse::new(REQUEST, serde_json::Value::Object(fields));
        Part::from_function_response(response.with_id(&*self.id))
    }
}

impl Event {
    /// The questions that this event asks the user; the run is over with it.
    ///
    /// A call that a model made up under the name of a question is none.
    pub fn confirmation_requests(&self) -> impl Iterator<Item = ConfirmationRequest> {
        let calls = self.content().into_iter().flat_map(Content::function_calls);
        let requests = calls.filter_map(ConfirmationRequest::from_call);
        requests.filter(|request| self.long_running_tool_ids().any(|id| id == request.id()))
    }
}

/// The answers in a message; `None` for one that says neither yes nor no.
pub(crate) fn confirmation_answers(
    content: &Content,
) -> impl Iterator<Item = (&str, Option<ToolConfirmation>)> {
    let responses = content.function_responses();
    let answers = responses.filter(|response| response.name() == REQUEST);
    answers.map(|answer| (answer.id().unwrap_or_default(), read(answer.response())))
}

/// `{"confirmed": …, "payload": …}`, or the same as a text under `response`.
fn read(response: &Json) -> Option<ToolConfirmation> {
    #[derive(Deserialize)]
    struct Given {
        confirmed: Option<bool>,
        payload: Option<Json>,
        response: Option<Json>,
    }
    let mut given: Given = response.decode().ok()?;
    if given.confirmed.is_none()
        && let Some(text) = given.response.and_then(|text| text.decode::<String>().ok())
    {
        given = serde_json::from_str(&text).ok()?;
    }
    let answer = if given.confirmed? {
        ToolConfirmation::approved()
    } else {
        ToolConfirmation::denied()
    };
    Some(match given.payload {
        Some(payload) => answer.with_payload(payload),
        None => answer,
    })
}
