//! Agents whose process ends after each run: the next has a new runner with agents built anew,
//! three days later. The store and the models are all that is kept, and what the tools did.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use adk::event::ConfirmationRequest;
use adk::platform::Platform;
use adk::prelude::*;
use adk::session::GetSession;
use adk::testing::{FixedPlatform, ScriptedModel};
use adk::{
    InMemorySessionService, LlmAgentBuilder, LoopAgent, ParallelAgent, Run, SequentialAgent,
    Session, SessionService,
};
use jiff::{SignedDuration, Timestamp};

use crate::history::assert_valid_history;
use crate::stage::{APP, SESSION, USER, built, key};
use crate::transcript;

/// What the tools did, in order.
#[derive(Debug, Clone, Default)]
pub struct Done(Arc<Mutex<Vec<String>>>);

impl Done {
    fn add(&self, what: &str) {
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        done.push(what.to_owned());
    }

    /// What the tools did so far.
    #[must_use]
    pub fn all(&self) -> Vec<String> {
        let done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        done.clone()
    }
}

/// Does something that a person has to allow.
#[tool(confirm = "Really?")]
async fn ask(
    /// What is done.
    what: &str,
    done: App<Done>,
) -> String {
    done.add(what);
    format!("{what} is done")
}

/// Does something at once.
#[tool]
async fn act(
    /// What is done.
    what: &str,
    done: App<Done>,
) -> String {
    done.add(what);
    format!("{what} is done")
}

/// Has something done that takes days.
#[tool(long_running)]
async fn order(
    /// What is done.
    what: &str,
    done: App<Done>,
) -> Option<String> {
    done.add(what);
    None
}

/// Ends the loop around the agent; outside of one nobody hears it.
#[tool]
async fn leave(ctx: &ToolContext) {
    ctx.escalate();
    ctx.skip_summarization();
}

/// An agent with the tools `ask`, `act`, `order` and `leave`.
pub fn clerk(name: &str, model: &ScriptedModel) -> LlmAgentBuilder {
    let builder = LlmAgent::builder(name).model(model.clone());
    builder.tools(tools![ask, act, order, leave])
}

/// A part of a plan.
pub type Member = Arc<dyn Agent>;

/// An agent of [`clerk`], built.
#[must_use]
pub fn member(name: &str, model: &ScriptedModel) -> Member {
    Arc::new(built(clerk(name, model)))
}

/// The agent of a workflow's builder with these members.
macro_rules! of_members {
    ($builder:expr, $members:expr) => {{
        let mut builder = $builder;
        for member in $members {
            builder = builder.sub_agent(member);
        }
        Arc::new(builder.build().unwrap_or_else(|error| panic!("{error:?}")))
    }};
}

/// One after the other.
///
/// # Panics
/// When it cannot be built.
#[must_use]
pub fn sequence(name: &str, members: impl IntoIterator<Item = Member>) -> Member {
    of_members!(SequentialAgent::builder(name), members)
}

/// Side by side.
///
/// # Panics
/// When it cannot be built.
#[must_use]
pub fn parallel(name: &str, members: impl IntoIterator<Item = Member>) -> Member {
    of_members!(ParallelAgent::builder(name), members)
}

/// In so many rounds.
///
/// # Panics
/// When it cannot be built.
#[must_use]
pub fn rounds(name: &str, count: u32, members: impl IntoIterator<Item = Member>) -> Member {
    of_members!(LoopAgent::builder(name).max_iterations(count), members)
}

/// Where the agents work.
pub struct Office {
    /// The store.
    pub sessions: Arc<InMemorySessionService>,
    /// What the tools did.
    pub done: Done,
    clock: Clock,
    build: Box<dyn Fn() -> Member + Send + Sync>,
}

impl fmt::Debug for Office {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Office")
    }
}

/// Goes on where the last process stopped, days later.
#[derive(Debug, Clone, Default)]
struct Clock(Arc<FixedPlatform>, Arc<Mutex<i64>>);

impl Clock {
    fn leap(&self) {
        *self.1.lock().unwrap_or_else(PoisonError::into_inner) += 3 * 24;
    }
}

impl Platform for Clock {
    fn now(&self) -> Timestamp {
        let hours = *self.1.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.now() + SignedDuration::from_hours(hours)
    }

    fn new_id(&self) -> String {
        self.0.new_id()
    }
}

impl Office {
    /// An office led by what `build` makes.
    pub fn new(build: impl Fn() -> Member + Send + Sync + 'static) -> Self {
        Self {
            sessions: Arc::default(),
            done: Done::default(),
            clock: Clock::default(),
            build: Box::new(build),
        }
    }

    /// A runner as a new process has it.
    ///
    /// # Panics
    /// When it cannot be built.
    #[must_use]
    pub fn runner(&self) -> Runner {
        self.clock.leap();
        let runner = Runner::builder(APP, (self.build)())
            .session_service(Arc::clone(&self.sessions))
            .platform(self.clock.clone())
            .provide(self.done.clone());
        runner.build().unwrap_or_else(|error| panic!("{error:?}"))
    }

    /// A run of a new process.
    pub fn run(&self, message: impl Into<Content>) -> Run {
        self.runner().run(USER, SESSION, message)
    }

    /// Runs to the end; the transcript of what came.
    pub async fn play(&self, message: impl Into<Content>) -> String {
        transcript::of_run(self.run(message)).await
    }

    /// The session as it is stored.
    ///
    /// # Panics
    /// When there is none.
    pub async fn session(&self) -> Session {
        let session = self.sessions.get(&key(), GetSession::all()).await;
        session.unwrap_or_else(|error| panic!("{error:?}"))
    }

    /// The questions that nobody has answered, oldest first.
    pub async fn asked(&self) -> Vec<ConfirmationRequest> {
        let session = self.session().await;
        let mut asked: Vec<_> = session
            .events()
            .flat_map(|event| event.confirmation_requests().collect::<Vec<_>>())
            .collect();
        let by_user = session.events().filter(|event| event.author() == "user");
        for message in by_user.filter_map(Event::content) {
            for answer in message.function_responses() {
                asked.retain(|asked| Some(asked.id()) != answer.id());
            }
        }
        asked
    }

    /// The authors of what was said and done since the last message of the user, one after
    /// the other.
    pub async fn last_authors(&self) -> Vec<String> {
        let session = self.session().await;
        let mut authors = Vec::new();
        for event in session.events() {
            match event.author() {
                "user" => authors.clear(),
                author if authors.last().is_some_and(|last| last == author) => {}
                author => authors.push(author.to_owned()),
            }
        }
        authors
    }
}

/// Checks every request of these models, and that none has a line left.
///
/// # Panics
/// When a rule is broken.
pub fn assert_all_said(models: &[&ScriptedModel]) {
    for (index, model) in models.iter().enumerate() {
        for request in model.requests() {
            assert_valid_history(request.contents());
        }
        let left = format!("{model:?}");
        assert!(left.contains("lines: []"), "model {index} has a line left");
    }
}
