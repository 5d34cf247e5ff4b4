//! Any plan, whatever its agents wait for, in whatever order they are answered, each time in a
//! new process: everything is done exactly once, but for what was denied.

#![expect(clippy::unwrap_used, reason = "what a test is made of is right")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use adk::content::FunctionCall;
use adk::model::{LlmRequest, LlmResponse};
use adk::testing::ScriptedModel;
use adk::{Content, Event, Part, Role};
use futures::StreamExt as _;
use proptest::prelude::*;
use serde_json::json;
use tests::history::assert_valid_history;
use tests::office::{Member, Office, clerk, parallel, rounds, sequence};
use tests::stage::built;

use super::{call, result};

#[derive(Debug, Clone)]
enum Plan {
    Agent(Script),
    Line(Vec<Plan>),
    Beside(Vec<Plan>),
    Rounds(u32, Vec<Plan>),
}

/// What an agent does each time it runs.
#[derive(Debug, Clone)]
struct Script {
    turns: Vec<Vec<&'static str>>,
    /// The run at whose end it leaves the loop around it.
    exits: Option<usize>,
    /// Whom it hands over to at the end of each other run.
    below: Option<Box<Plan>>,
}

fn script() -> impl Strategy<Value = Script> {
    let name = prop::sample::select(vec!["ask", "ask", "act", "order"]);
    let turns = prop::collection::vec(prop::collection::vec(name, 1..3), 0..3);
    let exits = prop::option::weighted(0.2, 0..2_usize);
    (turns, exits).prop_map(|(turns, exits)| Script {
        turns,
        exits,
        below: None,
    })
}

fn plan() -> impl Strategy<Value = Plan> {
    script()
        .prop_map(Plan::Agent)
        .prop_recursive(3, 14, 3, |inner| {
            let some = || prop::collection::vec(inner.clone(), 1..4);
            let above = (script(), inner.clone()).prop_map(|(script, below)| {
                let below = Some(Box::new(below));
                Plan::Agent(Script { below, ..script })
            });
            prop_oneof![
                above,
                some().prop_map(Plan::Line),
                some().prop_map(Plan::Beside),
                (1..3_u32, some()).prop_map(|(count, some)| Plan::Rounds(count, some)),
            ]
        })
}

/// What is said of an agent: how often it ran, and which turn is the next.
type Where = Arc<Mutex<(usize, usize)>>;

/// Gives each agent its name and its model, and foretells what is done.
#[derive(Default)]
struct Cast {
    count: usize,
    models: Vec<ScriptedModel>,
    runs: BTreeMap<String, usize>,
    expected: BTreeSet<String>,
}

#[derive(Clone)]
enum Named {
    Agent(String, ScriptedModel, Script, Option<Box<Named>>),
    Line(String, Vec<Named>),
    Beside(String, Vec<Named>),
    Rounds(String, u32, Vec<Named>),
}

impl Cast {
    fn name(&mut self, kind: &str) -> String {
        self.count += 1;
        format!("{kind}{}", self.count)
    }

    fn named(&mut self, plan: &Plan) -> Named {
        let all = |cast: &mut Self, plans: &[Plan]| -> Vec<_> {
            plans.iter().map(|plan| cast.named(plan)).collect()
        };
        match plan {
            Plan::Agent(script) => self.agent(script),
            Plan::Line(plans) => Named::Line(self.name("line"), all(self, plans)),
            Plan::Beside(plans) => Named::Beside(self.name("beside"), all(self, plans)),
            Plan::Rounds(count, plans) => {
                Named::Rounds(self.name("rounds"), *count, all(self, plans))
            }
        }
    }

    fn agent(&mut self, script: &Script) -> Named {
        let name = self.name("agent");
        let below = script.below.as_deref().map(|below| self.named(below));
        let target = below.as_ref().map(|below| below.name().to_owned());
        let model = model(name.clone(), script.clone(), target);
        self.models.push(model.clone());
        Named::Agent(name, model, script.clone(), below.map(Box::new))
    }

    /// Foretells a run; whether the loop around it ends.
    fn foretell(&mut self, plan: &Named) -> bool {
        match plan {
            Named::Agent(name, _, script, below) => {
                let runs = self.runs.entry(name.clone()).or_default();
                let run = *runs;
                *runs += 1;
                for (turn, calls) in script.turns.iter().enumerate() {
                    let what = (0..calls.len()).map(|at| what(name, run, turn, at));
                    self.expected.extend(what);
                }
                if script.exits == Some(run) {
                    return true;
                }
                below.as_ref().is_some_and(|below| self.foretell(below))
            }
            Named::Line(_, plans) | Named::Beside(_, plans) => {
                let mut exits = false;
                for plan in plans {
                    exits |= self.foretell(plan);
                }
                exits
            }
            Named::Rounds(_, count, plans) => {
                for _ in 0..*count {
                    if plans.iter().any(|plan| self.foretell(plan)) {
                        break;
                    }
                }
                false
            }
        }
    }
}

fn what(name: &str, run: usize, turn: usize, at: usize) -> String {
    format!("{name}.{run}.{turn}.{at}")
}

impl Named {
    fn name(&self) -> &str {
        match self {
            Named::Agent(name, ..)
            | Named::Line(name, ..)
            | Named::Beside(name, ..)
            | Named::Rounds(name, ..) => name,
        }
    }

    fn build(&self) -> Member {
        let all = |plans: &[Named]| plans.iter().map(Named::build).collect::<Vec<_>>();
        match self {
            Named::Agent(name, model, _, below) => {
                let agent = clerk(name, model);
                Arc::new(built(match below {
                    Some(below) => agent.sub_agent(below.build()),
                    None => agent,
                }))
            }
            Named::Line(name, plans) => sequence(name, all(plans)),
            Named::Beside(name, plans) => parallel(name, all(plans)),
            Named::Rounds(name, count, plans) => rounds(name, *count, all(plans)),
        }
    }
}

/// Follows the script; says that it waits while a call of its own does.
fn model(name: String, script: Script, below: Option<String>) -> ScriptedModel {
    let place = Where::default();
    ScriptedModel::from_fn(move |request| {
        if waits(request) {
            return LlmResponse::new(Content::model("I wait."));
        }
        let mut place = place.lock().unwrap();
        let (run, turn) = *place;
        let calls: Vec<FunctionCall> = if let Some(calls) = script.turns.get(turn) {
            place.1 += 1;
            let calls = calls.iter().enumerate();
            calls
                .map(|(at, tool)| call(tool, &what(&name, run, turn, at)))
                .collect()
        } else {
            *place = (run + 1, 0);
            match &below {
                _ if script.exits == Some(run) => vec![FunctionCall::new("leave", json!({}))],
                Some(below) => {
                    let args = json!({ "agent_name": below });
                    vec![FunctionCall::new("transfer_to_agent", args)]
                }
                None => return LlmResponse::new(Content::model("Done.")),
            }
        };
        let calls = calls.into_iter().map(Part::from_function_call);
        LlmResponse::new(Content::new(Role::Model, calls))
    })
}

fn waits(request: &LlmRequest) -> bool {
    let answers = request
        .contents()
        .iter()
        .flat_map(Content::function_responses);
    answers.into_iter().any(|answer| {
        let text = answer.response().as_str();
        text.contains("requires confirmation") || text.contains("not there yet")
    })
}

/// The orders without a result, by their ids.
async fn open_orders(office: &Office) -> Vec<String> {
    let session = office.session().await;
    let mut ids = super::orders(office).await;
    let by_user = session.events().filter(|event| event.author() == "user");
    for response in by_user
        .filter_map(Event::content)
        .flat_map(Content::function_responses)
    {
        ids.retain(|id| response.id() != Some(id));
    }
    ids
}

/// The invocation of the call that this answers.
fn run_of(session: &adk::Session, answer: &Part) -> String {
    let id = answer.function_response().unwrap().id();
    let mut events = session.events();
    let asked = events.find(|event| event.long_running_tool_ids().any(|later| Some(later) == id));
    asked.unwrap().invocation_id().to_owned()
}

/// What was said to questions, by what would be done.
#[derive(Default)]
struct Said {
    approved: BTreeSet<String>,
    denied: BTreeSet<String>,
}

/// Its place among others, what it says, and about what it says no or not.
type Reply = (u8, Part, Option<(String, bool)>);

/// Answers what waits in an order that `dice` decide, until nothing does; sometimes starts anew
/// before it does so.
async fn answer_all(
    office: &Office,
    mut dice: impl Iterator<Item = u8>,
    mut restarts: u32,
) -> Said {
    let mut said = Said::default();
    let mut message = Content::user("Go");
    for _ in 0..200 {
        let events: Vec<_> = office.run(message).collect().await;
        for event in events {
            let event: Result<Event, _> = event;
            assert!(event.is_ok(), "{event:?}");
        }
        if restarts > 0 && dice.next().unwrap().is_multiple_of(3) {
            restarts -= 1;
            message = Content::user("Again!");
            continue;
        }
        let mut answers: Vec<Reply> = Vec::new();
        for asked in office.asked().await {
            let denies = dice.next().unwrap().is_multiple_of(3);
            let answer = if denies {
                asked.deny()
            } else {
                asked.approve()
            };
            let args = asked.call().args().to_value();
            let what = args["what"].as_str().unwrap().to_owned();
            answers.push((dice.next().unwrap(), answer, Some((what, denies))));
        }
        for id in open_orders(office).await {
            let part = result(&id, "there").parts()[0].clone();
            answers.push((dice.next().unwrap(), part, None));
        }
        if answers.is_empty() {
            return said;
        }
        answers.sort_by_key(|(order, ..)| *order);
        let session = office.session().await;
        let run = run_of(&session, &answers[0].1);
        answers.retain(|(_, answer, _)| run_of(&session, answer) == run);
        answers.truncate(1 + usize::from(dice.next().unwrap()) % answers.len());
        for (what, denies) in answers.iter().filter_map(|(_, _, about)| about.clone()) {
            let one = if denies {
                &mut said.denied
            } else {
                &mut said.approved
            };
            one.insert(what);
        }
        let parts: Vec<_> = answers.into_iter().map(|(_, part, _)| part).collect();
        message = parts.into();
    }
    panic!("the plan does not end");
}

/// Runs the plan to its end, and checks what holds for every course of it.
async fn play(
    plan: &Named,
    models: &[ScriptedModel],
    dice: Vec<u8>,
    restarts: u32,
) -> (Office, Said) {
    let plan = plan.clone();
    let office = Office::new(move || plan.build());
    let said = answer_all(&office, dice.into_iter().cycle(), restarts).await;
    let done = office.done.all();
    let unique: BTreeSet<_> = done.iter().cloned().collect();
    assert_eq!(done.len(), unique.len(), "done twice: {done:?}");
    assert!(
        unique.is_disjoint(&said.denied),
        "denied, and done: {done:?}"
    );
    assert!(
        unique.is_superset(&said.approved),
        "approved, and not done: {done:?}"
    );
    for request in models.iter().flat_map(ScriptedModel::requests) {
        assert_valid_history(request.contents());
    }
    (office, said)
}

async fn check(plan: Plan, dice: Vec<u8>) {
    let mut cast = Cast::default();
    let named = cast.named(&plan);
    cast.foretell(&named);
    let (office, said) = play(&named, &cast.models, dice, 0).await;
    let done: BTreeSet<_> = office.done.all().into_iter().collect();
    let expected: BTreeSet<_> = cast.expected.difference(&said.denied).cloned().collect();
    assert_eq!(done, expected);
    let session = office.session().await;
    let mut runs: Vec<_> = session.events().map(Event::invocation_id).collect();
    runs.dedup();
    assert_eq!(runs.len(), 1, "one invocation");
}

async fn check_restarts(plan: Plan, dice: Vec<u8>) {
    let mut cast = Cast::default();
    let named = cast.named(&plan);
    play(&named, &cast.models, dice, 3).await;
}

fn block_on(course: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(course);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn everything_is_done_exactly_once(
        plan in plan(),
        dice in prop::collection::vec(any::<u8>(), 32),
    ) {
        block_on(check(plan, dice));
    }

    #[test]
    fn what_was_allowed_is_done_once_whatever_else_is_said(
        plan in plan(),
        dice in prop::collection::vec(any::<u8>(), 32),
    ) {
        block_on(check_restarts(plan, dice));
    }
}
