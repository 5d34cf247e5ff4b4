//! A model that does anything that models do, by a seed, and agents of every kind around it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use adk::content::FunctionCall;
use adk::model::{Llm, LlmRequest, LlmResponse, ResponseStream, StreamingMode};
use adk::{
    Agent, AgentTool, Content, Error, ErrorKind, FunctionTool, LlmAgent, LlmAgentBuilder,
    LoopAgent, ParallelAgent, Part, Role, SequentialAgent, ToolContext, ToolError,
};
use futures::{StreamExt as _, stream};
use schemars::JsonSchema;
use serde_json::json;
use tests::history::assert_valid_history;
use tests::stage::built;
use tests::tool::echo;

/// A sequence of numbers that is the same for a seed.
#[derive(Debug)]
pub(super) struct Dice(AtomicU64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(AtomicU64::new(seed))
    }

    /// A number under `sides`.
    pub(super) fn roll(&self, sides: usize) -> usize {
        const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
        let seen = self.0.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
        let mixed = (seen ^ (seen >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap_or_default() % sides
    }
}

/// Checks what it is sent, and answers with anything.
#[derive(Debug, Clone)]
pub(super) struct Chaos {
    pub(super) dice: Arc<Dice>,
    /// Requests so far.
    pub(super) asked: Arc<AtomicUsize>,
    /// Once it is calm it answers with a text; what it was asked last is kept then.
    pub(super) calm: Arc<Mutex<Option<LlmRequest>>>,
}

impl Chaos {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            dice: Arc::new(Dice::new(seed)),
            asked: Arc::default(),
            calm: Arc::default(),
        }
    }

    pub(super) fn calm_down(&self) {
        *self.calm.lock().unwrap_or_else(PoisonError::into_inner) = Some(LlmRequest::default());
    }

    fn answer(&self, request: LlmRequest) -> Vec<adk::Result<LlmResponse>> {
        assert_valid_history(request.contents());
        self.asked.fetch_add(1, Ordering::Relaxed);
        let mut calm = self.calm.lock().unwrap_or_else(PoisonError::into_inner);
        if calm.is_some() {
            *calm = Some(request);
            return vec![Ok(LlmResponse::new(Content::model("Well.")))];
        }
        let whole = match self.dice.roll(20) {
            0 => return vec![Err(Error::new(ErrorKind::ModelProtocol, "nonsense"))],
            1 => return Vec::new(),
            2 => LlmResponse::default(),
            3 => LlmResponse::from_error("SAFETY", "no"),
            4 => LlmResponse::new(Content::new(
                Role::Model,
                [Part::from_text("Hm.").into_thought()],
            )),
            5..12 => LlmResponse::new(Content::new(Role::Model, self.calls(&request))),
            _ => LlmResponse::new(Content::model("Yes. No.")),
        };
        if request.streaming() == StreamingMode::None {
            return vec![Ok(whole)];
        }
        let piece = LlmResponse::new(Content::model("Yes.")).into_partial();
        vec![Ok(piece), Ok(whole)]
    }

    /// One to three calls of what is declared, or of what is not.
    fn calls(&self, request: &LlmRequest) -> Vec<Part> {
        let declared = request.declarations();
        let count = 1 + self.dice.roll(3);
        let calls = (0..count).map(|_| {
            let name = declared.get(self.dice.roll(declared.len() + 1));
            let name = name.map_or("nothing", |declaration| declaration.name());
            let args = match name {
                "transfer_to_agent" => {
                    let agents = ["desk", "plan", "clerk", "nobody"];
                    json!({ "agent_name": agents[self.dice.roll(agents.len())] })
                }
                _ => json!({ "request": "Go on." }),
            };
            let call = FunctionCall::new(name, args);
            Part::from_function_call(match self.dice.roll(4) {
                0 => call.with_id("1"),
                _ => call,
            })
        });
        calls.collect()
    }
}

impl Llm for Chaos {
    fn name(&self) -> &'static str {
        "chaos"
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        stream::iter(self.answer(request))
            .then(|answer| async {
                tokio::task::yield_now().await;
                answer
            })
            .boxed()
    }
}

#[derive(serde::Deserialize, JsonSchema)]
struct Anything {
    #[serde(default)]
    request: String,
}

fn pay() -> FunctionTool {
    let pay = |it: Anything, _: ToolContext| async move { Ok::<_, ToolError>(it.request) };
    FunctionTool::new("pay", "Pays.", pay).confirm("Pay?")
}

fn later() -> FunctionTool {
    let later = |_: Anything, _: ToolContext| async { Ok::<_, ToolError>(None::<u8>) };
    FunctionTool::new("later", "Takes its time.", later).long_running()
}

/// A desk that a model leads: with tools, an expert behind a tool, a clerk and a plan below it.
pub(super) fn desk(model: &Chaos) -> impl Agent + 'static {
    let agent = |name: &str| -> LlmAgentBuilder {
        let agent = LlmAgent::builder(name)
            .description("Helps.")
            .model(model.clone());
        agent.tool(echo()).tool(pay()).tool(later())
    };
    let both = ParallelAgent::builder("both")
        .sub_agent(built(agent("left").output_key("left")))
        .sub_agent(built(agent("right").output_key("right")));
    let rounds = LoopAgent::builder("rounds")
        .sub_agent(built(
            agent("again").tool(adk::tool::builtin::exit_loop::tool()),
        ))
        .max_iterations(2);
    let plan = SequentialAgent::builder("plan")
        .description("Plans.")
        .sub_agent(built(agent("draft").output_key("draft")))
        .sub_agent(both.build().unwrap())
        .sub_agent(rounds.build().unwrap());
    built(
        agent("desk")
            .tool(AgentTool::new(built(agent("expert"))))
            .sub_agent(built(agent("clerk")))
            .sub_agent(plan.build().unwrap()),
    )
}
