//! The question about a call that a person has to approve, put to the user of the host: the older
//! versions of the protocol have the server ask, the newer ones have the host call again.

use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema,
    InputRequest, InputRequiredResult, ProtocolVersion,
};
use std::collections::BTreeMap;

use super::call::Call;
use super::connection::Connection;
use crate::event::ToolConfirmation;
use crate::tool::ToolError;
use crate::tool::function::BY_RESPONSE;

/// Under this name the answer comes with a call that is made again.
const ANSWER: &str = "approval";

/// What became of the question.
pub(super) enum Approval {
    Answered(ToolConfirmation),
    /// The host asks, and calls again.
    Asked(InputRequiredResult),
}

impl Connection {
    pub(super) async fn approval(
        &self,
        call: &Call,
        question: &ToolConfirmation,
    ) -> Result<Approval, ToolError> {
        let (tool, message) = (call.tool.name(), message(call, question));
        if !call.host_can_ask() {
            return Err(ToolError::model(format!(
                "tool `{tool}` was not called: a person has to approve of the call, and this MCP \
                 client cannot ask one, since it has not the capability `elicitation`"
            )));
        }
        let version = call.context.protocol_version();
        let calls_again = version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        if calls_again && let Some(told) = self.brought(call, &message) {
            return Ok(Approval::Answered(answer(question, &told)));
        }
        let asked = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: message.clone(),
            requested_schema: ElicitationSchema::new(BTreeMap::new()),
        };
        if calls_again {
            let state = self.services.platform.new_id();
            self.served.questions.ask(state.clone(), &message);
            let asked = InputRequest::Elicitation(ElicitRequest::new(asked));
            let asked =
                InputRequiredResult::new(Some([(ANSWER.into(), asked)].into()), Some(state));
            return Ok(Approval::Asked(asked));
        }
        let limit = Some(self.served.server.call_timeout);
        let peer = &call.context.peer;
        let told = peer.create_elicitation_with_timeout(asked, limit).await;
        let told = told.map_err(|error| {
            let text = format!("tool `{tool}` was not called: nobody answered whether it may be");
            ToolError::model(text).with_cause(error)
        })?;
        Ok(Approval::Answered(answer(question, &told)))
    }

    /// The answer that came with the call, to what was asked about just this call.
    fn brought(&self, call: &Call, message: &str) -> Option<ElicitResult> {
        let told = call.answers.get(ANSWER).cloned()?;
        let told = serde_json::from_value(told).ok()?;
        let state = call.state.as_deref()?;
        self.served.questions.take(state, message).then_some(told)
    }
}

impl Call {
    fn host_can_ask(&self) -> bool {
        let capabilities = self.context.client_capabilities();
        let elicitation = capabilities.and_then(|can| can.elicitation);
        // One that names no way of asking has the first that there was.
        elicitation.is_some_and(|can| can.form.is_some() || can.url.is_none())
    }
}

/// What the person reads: the question, and the call that it is about.
fn message(call: &Call, question: &ToolConfirmation) -> String {
    let hint = question.hint();
    let hint = hint.strip_suffix(BY_RESPONSE).unwrap_or(hint);
    let mut text = format!("{hint}\n\n{}({})", call.tool.name(), call.args);
    if let Some(payload) = question.payload() {
        text = format!("{text}\n\n{payload}");
    }
    text
}

fn answer(question: &ToolConfirmation, told: &ElicitResult) -> ToolConfirmation {
    let answer = match told.action {
        ElicitationAction::Accept => ToolConfirmation::approved(),
        _ => ToolConfirmation::denied(),
    };
    answer.asked_by_tool(question.is_by_tool())
}
