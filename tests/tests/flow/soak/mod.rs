//! Ten thousand runs over a hundred sessions, many of them dropped wherever they stood: every
//! request of them is one that a provider accepts, every session goes on at the end, and no
//! memory is left behind.

#![expect(clippy::unwrap_used, reason = "a soak that cannot go on panics")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it by hand")]

mod chaos;

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use adk::event::ConfirmationRequest;
use adk::session::SessionKey;
use adk::{Content, ErrorKind, InMemorySessionService, Part, RunConfig, Runner, SessionService};
use chaos::{Chaos, Dice, desk};
use futures::FutureExt as _;
use tests::history::assert_valid_history;
use tests::stage::streaming;

const RUNS: usize = 10_000;
const SESSIONS: usize = 100;
/// A session begins anew after so many runs, so that the memory of all has a bound.
const AGE: usize = 20;

struct Soak {
    runner: Runner,
    sessions: Arc<InMemorySessionService>,
    model: Chaos,
    dice: Dice,
    asked: Vec<Vec<ConfirmationRequest>>,
    ends: Ends,
}

/// How runs ended.
#[derive(Debug, Default)]
struct Ends {
    whole: usize,
    failed: usize,
    dropped: usize,
    answered: usize,
}

impl Soak {
    fn new(seed: u64) -> Self {
        let model = Chaos::new(seed);
        let sessions = Arc::new(InMemorySessionService::new());
        let runner = Runner::builder("soak", desk(&model)).session_service(Arc::clone(&sessions));
        Self {
            runner: runner.build().unwrap(),
            sessions,
            model,
            dice: Dice::new(!seed),
            asked: vec![Vec::new(); SESSIONS],
            ends: Ends::default(),
        }
    }

    /// What the user says: an answer to what is asked, of one kind or the other, or words.
    fn message(&mut self, session: usize) -> Content {
        let asked = std::mem::take(&mut self.asked[session]);
        if asked.is_empty() || self.dice.roll(4) == 0 {
            return Content::user("Go on.");
        }
        self.ends.answered += 1;
        let answers = asked.iter().map(|asked| match self.dice.roll(2) {
            0 => asked.approve(),
            _ => asked.deny(),
        });
        answers.collect::<Vec<Part>>().into()
    }

    async fn run(&mut self, number: usize) {
        let session = number % SESSIONS;
        let id = session.to_string();
        if (number / SESSIONS).is_multiple_of(AGE) {
            let key = SessionKey::new("soak", "user", &*id);
            self.sessions.delete(&key).await.unwrap();
            self.asked[session].clear();
        }
        let message = self.message(session);
        let config = match self.dice.roll(2) {
            0 => RunConfig::new(),
            _ => streaming(),
        };
        let run = self.runner.run("user", &*id, message);
        let mut run = run.config(config.max_model_calls(40).max_transfers(5));
        let polls = match self.dice.roll(2) {
            0 => self.dice.roll(12),
            _ => usize::MAX,
        };
        for _ in 0..polls {
            match run.next().now_or_never() {
                None => tokio::task::yield_now().await,
                Some(None) => {
                    self.ends.whole += 1;
                    return;
                }
                Some(Some(Ok(event))) => self.asked[session].extend(event.confirmation_requests()),
                Some(Some(Err(error))) => {
                    assert!(is_expected(&error), "{error:?}");
                    self.ends.failed += 1;
                    return;
                }
            }
        }
        self.ends.dropped += 1;
    }

    /// Every session goes on, and what its model is sent is valid.
    async fn assert_all_go_on(&self) {
        self.model.calm_down();
        for session in 0..SESSIONS {
            let run = self.runner.run("user", session.to_string(), "Still there?");
            let answer = run.text().await;
            assert!(answer.is_ok(), "session {session}: {answer:?}");
            let last = self.model.calm.lock().unwrap().clone().unwrap();
            assert_valid_history(last.contents());
        }
    }
}

/// The chaos of the model, the limits that it meets, and an answer that was given before.
fn is_expected(error: &adk::Error) -> bool {
    let kinds = [
        ErrorKind::ModelProtocol,
        ErrorKind::Limit,
        ErrorKind::InvalidAnswer,
    ];
    kinds.contains(&error.kind())
}

/// The memory of this process, in KiB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.unwrap().parse().unwrap()
}

#[tokio::test]
#[ignore = "alone in a process, by the test below"]
async fn ten_thousand_runs() {
    let seed = std::env::var("SOAK_SEED").map_or(1, |seed| seed.parse().unwrap());
    let mut soak = Soak::new(seed);
    let mut early = 0;
    for number in 0..RUNS {
        if number == 2 * AGE * SESSIONS {
            early = resident();
        }
        soak.run(number).await;
    }
    let late = resident();
    soak.assert_all_go_on().await;
    let asked = soak.model.asked.load(Ordering::Relaxed);
    println!("{:?}, {asked} requests, {early} then {late} KiB", soak.ends);
    // A soak in which nothing happens shows nothing.
    let Ends {
        whole,
        failed,
        dropped,
        answered,
    } = soak.ends;
    let ends = [whole, failed, dropped, answered];
    assert!(ends.into_iter().all(|count| count > RUNS / 50), "{ends:?}");
    assert!(asked > RUNS, "{asked}");
    assert!(late < early + early / 4, "{early} then {late} KiB");
}

#[test]
#[cfg(target_os = "linux")]
fn ten_thousand_runs_leave_every_session_valid_and_no_memory_behind() {
    let alone = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "soak::ten_thousand_runs",
            "--ignored",
            "--nocapture",
        ])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&alone.stdout);
    let wrong = String::from_utf8_lossy(&alone.stderr);
    assert!(alone.status.success(), "{said}\n{wrong}");
    assert!(said.contains("1 passed"), "{said}");
}
