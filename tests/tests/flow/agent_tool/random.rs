//! Whatever agents are behind whatever tools, and in whatever order their questions are
//! answered: each call is made once or, where it was refused, never; it ends; and every
//! model is sent what every provider accepts.

use std::sync::Arc;

use adk::content::FunctionCall;
use adk::event::ConfirmationRequest;
use adk::model::LlmResponse;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::{AgentTool, LlmAgentBuilder};
use proptest::prelude::*;
use serde_json::json;
use tests::history::assert_valid_history;
use tests::stage::built;
use tests::tool::echo;

use super::{Office, call, pay, pays};

/// What an agent does in each turn.
#[derive(Debug, Clone)]
struct Plan(Vec<Vec<Step>>);

#[derive(Debug, Clone)]
enum Step {
    Pay,
    Echo,
    Ask(Plan),
}

fn plan() -> impl Strategy<Value = Plan> {
    let step = prop_oneof![3 => Just(Step::Pay), 1 => Just(Step::Echo)];
    let turns = |step| prop::collection::vec(prop::collection::vec(step, 1..3), 0..3);
    let inner = turns(step.boxed()).prop_map(Plan);
    inner.prop_recursive(3, 16, 4, move |inner| {
        let step = prop_oneof![
            2 => Just(Step::Pay),
            1 => Just(Step::Echo),
            3 => inner.prop_map(Step::Ask),
        ];
        turns(step.boxed()).prop_map(Plan)
    })
}

/// An agent of a plan: its calls, each payment with an amount of its own.
#[derive(Debug)]
struct Cast {
    name: String,
    model: ScriptedModel,
    behind: Vec<Cast>,
}

impl Cast {
    fn new(plan: &Plan, names: &mut u32, amounts: &mut u32) -> Self {
        let name = format!("agent_{names}");
        *names += 1;
        let mut behind = Vec::new();
        let mut turns = Vec::new();
        for steps in &plan.0 {
            let steps = steps.iter().map(|step| match step {
                Step::Pay => {
                    *amounts += 1;
                    pays(*amounts)
                }
                Step::Echo => FunctionCall::new("echo", json!({"n": 0})),
                Step::Ask(plan) => {
                    let cast = Self::new(plan, names, amounts);
                    let call = call(&cast.name, "Go on.");
                    behind.push(cast);
                    call
                }
            });
            let parts = steps.map(Part::from_function_call);
            turns.push(parts.collect::<Vec<_>>());
        }
        let model = ScriptedModel::from_fn(move |request| {
            let calls = |said: &&Content| said.function_calls().next().is_some();
            let turn = request.contents().iter().filter(calls).count();
            LlmResponse::new(match turns.get(turn) {
                Some(calls) => Content::new(Role::Model, calls.clone()),
                None => Content::model("Done."),
            })
        });
        Self {
            name,
            model,
            behind,
        }
    }

    fn agent(&self) -> LlmAgent {
        let agent = LlmAgent::builder(&self.name).description("Does its part.");
        let agent = agent
            .model(self.model.clone())
            .tools(tools![pay])
            .tool(echo());
        let with = |agent: LlmAgentBuilder, cast: &Self| agent.tool(AgentTool::new(cast.agent()));
        built(self.behind.iter().fold(agent, with))
    }

    fn check(&self) {
        for request in self.model.requests() {
            assert_valid_history(request.contents());
        }
        self.behind.iter().for_each(Self::check);
    }
}

/// Answers all questions, in the order and the way that `choices` say; what was allowed.
async fn answer_all(office: &Office, choices: &[(usize, bool, bool)]) -> (usize, Vec<u32>) {
    let mut open = office.ask("Go").await;
    let (mut asked, mut allowed) = (open.len(), Vec::new());
    let mut choices = choices.iter().copied().cycle();
    let mut rounds = 0;
    while !open.is_empty() {
        let mut message = Vec::new();
        for (at, allows, more) in choices.by_ref() {
            let question: ConfirmationRequest = open.remove(at % open.len());
            message.push(if allows {
                let amount = question.call().args().to_value()["amount"].as_u64();
                allowed.push(amount.and_then(|amount| amount.try_into().ok()).unwrap());
                question.approve()
            } else {
                question.deny()
            });
            if !more || open.is_empty() {
                break;
            }
        }
        let new = office.ask(message).await;
        asked += new.len();
        open.extend(new);
        rounds += 1;
        assert!(rounds <= 200, "it never ends");
    }
    (asked, allowed)
}

async fn play(plan: &Plan, choices: &[(usize, bool, bool)]) {
    let mut amounts = 0;
    let cast = Arc::new(Cast::new(plan, &mut 0, &mut amounts));
    let made = Arc::clone(&cast);
    let office = Office::new(move || made.agent());
    let (asked, mut allowed) = answer_all(&office, choices).await;
    assert_eq!(
        asked,
        usize::try_from(amounts).unwrap(),
        "each is asked about once"
    );
    let mut paid = office.paid.amounts();
    paid.sort_unstable();
    allowed.sort_unstable();
    assert_eq!(paid, allowed);
    assert_eq!(office.text("Are you there?").await, "Done.");
    cast.check();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn each_call_is_made_once_however_deep_and_in_whatever_order(
        plan in plan(),
        choices in prop::collection::vec((0..8_usize, any::<bool>(), any::<bool>()), 1..12),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.unwrap().block_on(play(&plan, &choices));
    }
}
