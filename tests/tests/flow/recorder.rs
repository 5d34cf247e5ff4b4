//! A plugin that writes down what it is asked, and answers at one hook if told to.

use std::sync::{Arc, Mutex, PoisonError};

use adk::event::EventActions;
use adk::model::{LlmRequest, LlmResponse};
use adk::plugin::{
    AfterAgent, AfterModel, AfterTool, BeforeAgent, BeforeModel, BeforeRun, BeforeTool, OnEvent,
    OnModelError, OnToolError, OnUserMessage, Plugin,
};
use adk::{
    CallbackContext, Content, Error, Event, Json, LlmAgentBuilder, Result, Tool, ToolContext,
    ToolError,
};
use futures::future::{BoxFuture, Ready, ready};
use serde_json::json;

/// What was asked of whom, in order; shared by all who write it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn note(&self, who: &str, hook: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push(format!("{who} {hook}"));
    }

    /// All notes, and none from then on.
    pub(crate) fn take(&self) -> String {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *lines).join("\n")
    }
}

/// Notes each hook in the log.
#[derive(Debug)]
pub(crate) struct Recorder {
    name: &'static str,
    log: Log,
    answers: &'static str,
    panics: &'static str,
}

impl Recorder {
    /// Proceeds everywhere.
    pub(crate) fn new(name: &'static str, log: &Log) -> Self {
        Self::answering(name, log, "")
    }

    /// Answers at one hook with its own name.
    pub(crate) fn answering(name: &'static str, log: &Log, hook: &'static str) -> Self {
        let log = log.clone();
        Self {
            name,
            log,
            answers: hook,
            panics: "",
        }
    }

    /// Panics at one hook.
    pub(crate) fn panicking(name: &'static str, log: &Log, hook: &'static str) -> Self {
        Self {
            panics: hook,
            ..Self::new(name, log)
        }
    }

    fn at<'a, A: Send + 'a>(
        &self,
        hook: &str,
        proceed: A,
        answer: impl FnOnce(Content) -> A,
    ) -> BoxFuture<'a, Result<A>> {
        self.log.note(self.name, hook);
        assert!(self.panics != hook, "no ink");
        let verdict = if self.answers == hook {
            answer(Content::model(format!("{hook} of {}", self.name)))
        } else {
            proceed
        };
        Box::pin(async { Ok(verdict) })
    }
}

fn result(content: &Content) -> Json {
    Json::from(json!({ "instead": content.text() }))
}

impl Plugin for Recorder {
    fn name(&self) -> &str {
        self.name
    }

    fn on_user_message<'a>(
        &'a self,
        _: &'a CallbackContext,
        _: Content,
    ) -> BoxFuture<'a, Result<OnUserMessage>> {
        let replace = |content: Content| OnUserMessage::Replace(Content::user(content.text()));
        self.at("on_user_message", OnUserMessage::Proceed, replace)
    }

    fn before_run<'a>(&'a self, _: &'a CallbackContext) -> BoxFuture<'a, Result<BeforeRun>> {
        self.at("before_run", BeforeRun::Proceed, BeforeRun::Respond)
    }

    fn on_event<'a>(
        &'a self,
        _: &'a CallbackContext,
        event: Event,
    ) -> BoxFuture<'a, Result<OnEvent>> {
        let replace = |content| {
            let actions = EventActions::new().with_state("replaced", true);
            let event = Event::builder(event.author().to_owned());
            OnEvent::Replace(event.content(content).actions(actions).build())
        };
        self.at("on_event", OnEvent::Proceed, replace)
    }

    fn after_run<'a>(&'a self, _: &'a CallbackContext) -> BoxFuture<'a, Result<()>> {
        self.at("after_run", (), |_| ())
    }

    fn before_agent<'a>(&'a self, _: &'a CallbackContext) -> BoxFuture<'a, Result<BeforeAgent>> {
        self.at("before_agent", BeforeAgent::Proceed, BeforeAgent::Respond)
    }

    fn after_agent<'a>(&'a self, _: &'a CallbackContext) -> BoxFuture<'a, Result<AfterAgent>> {
        self.at("after_agent", AfterAgent::Proceed, AfterAgent::Respond)
    }

    fn before_model<'a>(
        &'a self,
        _: &'a CallbackContext,
        request: LlmRequest,
    ) -> BoxFuture<'a, Result<BeforeModel>> {
        self.at("before_model", BeforeModel::Proceed(request), |content| {
            BeforeModel::Respond(LlmResponse::new(content))
        })
    }

    fn after_model<'a>(
        &'a self,
        _: &'a CallbackContext,
        _: LlmResponse,
    ) -> BoxFuture<'a, Result<AfterModel>> {
        self.at("after_model", AfterModel::Proceed, |content| {
            AfterModel::Replace(LlmResponse::new(content))
        })
    }

    fn on_model_error<'a>(
        &'a self,
        _: &'a CallbackContext,
        _: &'a Error,
    ) -> BoxFuture<'a, Result<OnModelError>> {
        self.at("on_model_error", OnModelError::Proceed, |content| {
            OnModelError::Respond(LlmResponse::new(content))
        })
    }

    fn before_tool<'a>(
        &'a self,
        _: &'a ToolContext,
        _: &'a Arc<dyn Tool>,
        args: Json,
    ) -> BoxFuture<'a, Result<BeforeTool>> {
        self.at("before_tool", BeforeTool::Proceed(args), |content| {
            BeforeTool::Respond(result(&content))
        })
    }

    fn after_tool<'a>(
        &'a self,
        _: &'a ToolContext,
        _: &'a Arc<dyn Tool>,
        _: &'a Json,
        _: Json,
    ) -> BoxFuture<'a, Result<AfterTool>> {
        self.at("after_tool", AfterTool::Proceed, |content| {
            AfterTool::Replace(result(&content))
        })
    }

    fn on_tool_error<'a>(
        &'a self,
        _: &'a ToolContext,
        _: &'a Arc<dyn Tool>,
        _: &'a Json,
        _: &'a ToolError,
    ) -> BoxFuture<'a, Result<OnToolError>> {
        self.at("on_tool_error", OnToolError::Proceed, |content| {
            OnToolError::Respond(result(&content))
        })
    }
}

/// Gives an agent callbacks of all eight kinds that note themselves as `own`.
pub(crate) fn recorded(agent: LlmAgentBuilder, log: &Log) -> LlmAgentBuilder {
    let before_agent = noted(log, "before_agent");
    let after_agent = noted(log, "after_agent");
    let before_model = noted(log, "before_model");
    let after_model = noted(log, "after_model");
    let on_model_error = noted(log, "on_model_error");
    let before_tool = noted(log, "before_tool");
    let after_tool = noted(log, "after_tool");
    let on_tool_error = noted(log, "on_tool_error");
    agent
        .before_agent(move |_| before_agent(BeforeAgent::Proceed))
        .after_agent(move |_| after_agent(AfterAgent::Proceed))
        .before_model(move |_, request| before_model(BeforeModel::Proceed(request)))
        .after_model(move |_, _| after_model(AfterModel::Proceed))
        .on_model_error(move |_, _| on_model_error(OnModelError::Proceed))
        .before_tool(move |_, _, args| before_tool(BeforeTool::Proceed(args)))
        .after_tool(move |_, _, _, _| after_tool(AfterTool::Proceed))
        .on_tool_error(move |_, _, _, _| on_tool_error(OnToolError::Proceed))
}

fn noted<A>(log: &Log, hook: &'static str) -> impl Fn(A) -> Ready<Result<A>> + use<A> {
    let log = log.clone();
    move |verdict| {
        log.note("own", hook);
        ready(Ok(verdict))
    }
}
