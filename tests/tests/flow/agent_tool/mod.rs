//! Agents as tools of others: what they are asked and answer, what they share with the run
//! around them, and what becomes of a question that is asked inside.

#![expect(clippy::unwrap_used, reason = "what tests share")]

mod around;
mod building;
mod nested;
mod odd_answers;
mod random;
mod results;
mod several;
mod state;
mod typed;
mod waiting;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adk::content::{FunctionCall, FunctionResponse};
use adk::event::ConfirmationRequest;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::{AgentTool, LlmAgentBuilder, Session};
use futures::StreamExt as _;
use serde_json::{Value, json};
use tests::history::assert_valid_history;
use tests::stage::{Stage, built, helper};
use tests::store::{by_text, slow};
use tests::transcript;

/// What was paid, in order.
#[derive(Default, Clone)]
struct Paid(Arc<Mutex<Vec<u32>>>);

impl Paid {
    fn amounts(&self) -> Vec<u32> {
        self.all().clone()
    }

    fn all(&self) -> MutexGuard<'_, Vec<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Pays money.
#[tool(confirm = "Really pay?")]
async fn pay(
    /// How much.
    amount: u32,
    paid: App<Paid>,
) -> String {
    paid.all().push(amount);
    format!("{amount} paid")
}

/// Books days off; the manager says how many.
#[tool]
async fn book(
    /// How many.
    days: u8,
    ctx: &ToolContext,
) -> String {
    match ctx.tool_confirmation() {
        None => {
            ctx.request_confirmation("How many?", json!({ "days": days }));
            "waiting".to_owned()
        }
        Some(answer) => {
            let payload = answer.payload().map(ToString::to_string);
            let payload = payload.unwrap_or_default();
            format!("{} {payload}", answer.is_confirmed())
        }
    }
}

/// Ships a parcel; where it is comes later.
#[tool(long_running)]
async fn ship() -> Option<String> {
    None
}

/// Starts the agent `clerk`, which follows the script of `model`.
fn clerk(model: &ScriptedModel) -> LlmAgentBuilder {
    LlmAgent::builder("clerk")
        .description("Does the paperwork.")
        .model(model.clone())
}

/// An agent of that name with one line.
fn says(name: &str, text: &str) -> LlmAgent {
    let model = ScriptedModel::new().text(text);
    built(LlmAgent::builder(name).description("Speaks.").model(model))
}

/// A call of an agent tool.
fn call(agent: &str, request: &str) -> FunctionCall {
    FunctionCall::new(agent, json!({ "request": request }))
}

fn pays(amount: u32) -> FunctionCall {
    FunctionCall::new("pay", json!({ "amount": amount }))
}

/// A model that calls the clerk once.
fn asks_clerk() -> ScriptedModel {
    ScriptedModel::new().calls([call("clerk", "Do it.")])
}

/// An answer as a client sends it.
fn answer(name: &str, id: &str, response: Value) -> Content {
    let response = FunctionResponse::new(name, response).with_id(id);
    Part::from_function_response(response).into()
}

/// The helper, with the clerk as its tool.
fn helped(outer: &ScriptedModel, inner: &ScriptedModel) -> LlmAgent {
    let clerk = clerk(inner).tools(tools![pay, book, ship]);
    built(helper(outer).tool(AgentTool::new(built(clerk))))
}

/// Stores and what was paid; each run is that of a new runner, with agents made anew.
struct Office {
    first: Stage,
    make: Box<dyn Fn() -> LlmAgent>,
    paid: Paid,
}

impl Office {
    fn new(make: impl Fn() -> LlmAgent + 'static) -> Self {
        let paid = Paid::default();
        Self {
            first: Stage::of(make(), |runner| runner.provide(paid.clone())),
            make: Box::new(make),
            paid,
        }
    }

    /// The helper and its clerk.
    fn of(outer: &ScriptedModel, inner: &ScriptedModel) -> Self {
        let (outer, inner) = (outer.clone(), inner.clone());
        Self::new(move || helped(&outer, &inner))
    }

    fn stage(&self) -> Stage {
        let sessions = slow(by_text(Arc::clone(&self.first.sessions)));
        self.first.again((self.make)(), |runner| {
            runner.provide(self.paid.clone()).session_service(sessions)
        })
    }

    async fn play(&self, message: impl Into<Content>) -> String {
        self.stage().play(message).await
    }

    async fn text(&self, message: impl Into<Content>) -> String {
        self.stage().run(message).text().await.unwrap()
    }

    /// Runs to the end; the questions that were asked.
    async fn ask(&self, message: impl Into<Content>) -> Vec<ConfirmationRequest> {
        let events: Vec<_> = self
            .stage()
            .run(message)
            .map(Result::unwrap)
            .collect()
            .await;
        let asked = events.iter().flat_map(Event::confirmation_requests);
        asked.collect()
    }

    async fn session(&self) -> Session {
        self.first.session().await
    }
}

/// What the model was sent last.
fn contents(model: &ScriptedModel) -> String {
    let request = model.requests().pop().unwrap();
    assert_valid_history(request.contents());
    transcript::of_contents(request.contents())
}
