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
    below: Option<Box<Script>>,
}

fn script() -> impl Strategy<Value = Script> {
    let name = prop::sample::select(vec!["ask", "ask", "act", "order"]);
    let turns = prop::collection::vec(prop::collection::vec(name, 1..3), 0..3);
    let exits = prop::option::weighted(0.2, 0..2_usize);
    let leaf = (turns, exits).prop_map(|(turns, exits)| Script {
        turns,
        exits,
        below: None,
    });
    let leaf = leaf.boxed();
    (leaf.clone(), prop::option::weighted(0.3, leaf)).prop_map(|(script, below)| Script {
        below: below.map(Box::new),
        ..script
    })
}

fn plan() -> impl Strategy<Value = Plan> {
    script()
        .prop_map(Plan::Agent)
        .prop_recursive(3, 14, 3, |inner| {
            let some = || prop::collection::vec(inner.clone(), 1..4);
            prop_oneof![
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
        let below = script.below.as_deref().map(|below| self.agent(below));
        let target = match &below {
            Some(Named::Agent(name, ..)) => Some(name.clone()),
            _ => None,
        };
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
                _ if script.exits == Some(run) => vec![FunctionCall::new("exit_loop", json!({}))],
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

/// Answers what waits in an order that `dice` decide, until nothing does; what was denied.
async fn answer_all(office: &Office, mut dice: impl Iterator<Item = u8>) -> BTreeSet<String> {
    let mut denied = BTreeSet::new();
    let mut message = Content::user("Go");
    for _ in 0..200 {
        let events: Vec<_> = office.run(message).collect().await;
        for event in events {
            let event: Result<Event, _> = event;
            assert!(event.is_ok(), "{event:?}");
        }
        let mut answers: Vec<(u8, Part)> = Vec::new();
        for asked in office.asked().await {
            let answer = if dice.next().unwrap().is_multiple_of(3) {
                asked.deny()
            } else {
                asked.approve()
            };
            answers.push((dice.next().unwrap(), answer));
        }
        for id in open_orders(office).await {
            let part = result(&id, "there").parts()[0].clone();
            answers.push((dice.next().unwrap(), part));
        }
        if answers.is_empty() {
            return denied;
        }
        answers.sort_by_key(|(order, _)| *order);
        let count = 1 + usize::from(dice.next().unwrap()) % answers.len();
        let answers: Vec<_> = answers
            .into_iter()
            .take(count)
            .map(|(_, part)| part)
            .collect();
        for asked in office.asked().await {
            let deny = asked.deny();
            if answers.contains(&deny) {
                let args = asked.call().args().to_value();
                denied.insert(args["what"].as_str().unwrap().to_owned());
            }
        }
        message = answers.into();
    }
    panic!("the plan does not end");
}

async fn check(plan: Plan, dice: Vec<u8>) {
    let mut cast = Cast::default();
    let named = cast.named(&plan);
    cast.foretell(&named);
    let office = Office::new(move || named.build());
    let denied = answer_all(&office, dice.into_iter().cycle()).await;
    let done = office.done.all();
    let unique: BTreeSet<_> = done.iter().cloned().collect();
    assert_eq!(done.len(), unique.len(), "done twice: {done:?}");
    assert!(
        unique.is_disjoint(&denied),
        "denied, and done: {denied:?} {done:?}"
    );
    let expected: BTreeSet<_> = cast.expected.difference(&denied).cloned().collect();
    assert_eq!(unique, expected);
    for request in cast.models.iter().flat_map(ScriptedModel::requests) {
        assert_valid_history(request.contents());
    }
    let session = office.session().await;
    let mut runs: Vec<_> = session.events().map(Event::invocation_id).collect();
    runs.dedup();
    assert_eq!(runs.len(), 1, "one invocation");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn everything_is_done_exactly_once(
        plan in plan(),
        dice in prop::collection::vec(any::<u8>(), 32),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(check(plan, dice));
    }
}
