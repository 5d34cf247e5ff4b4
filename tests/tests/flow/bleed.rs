//! A hundred runs at once on one runner, each of a user with a secret: nobody sees another's.

use std::sync::{Arc, Mutex};

use adk::content::{FunctionCall, FunctionResponse};
use adk::model::{Llm, LlmRequest, LlmResponse, ResponseStream};
use adk::plugin::{AfterAgent, BeforeModel, OnEvent, Plugin};
use adk::session::{GetSession, SessionKey};
use adk::{
    CallbackContext, Content, Event, LlmAgent, Part, Result, Role, SessionService, StateDelta,
};
use futures::future::{BoxFuture, join_all};
use futures::{FutureExt, StreamExt, TryStreamExt, stream};
use serde_json::json;
use tests::logged::Logged;
use tests::stage::{APP, SESSION, Stage, built, streaming};
use tests::tool::{TestTool, tool};
use tokio::sync::Barrier;
use tokio::task::yield_now;

const RUNS: usize = 100;

/// A text that belongs to one run alone.
fn secret(run: usize) -> String {
    format!("secret-{run:03}")
}

/// How many secrets a text holds, when all are of this run.
fn own(text: &str, run: usize) -> std::result::Result<usize, String> {
    let all = text.matches("secret-").count();
    if all == text.matches(&secret(run)).count() {
        return Ok(all);
    }
    Err(format!("run {run} was told another's secret: {text}"))
}

/// Calls `who` with what the user said; then says what it was told, piece by piece.
#[derive(Debug, Clone, Default)]
struct Parrot(Arc<Mutex<Vec<String>>>);

impl Llm for Parrot {
    fn name(&self) -> &'static str {
        "parrot"
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        let told = request.system_instruction().unwrap_or_default().to_owned();
        let contents = serde_json::to_string(request.contents()).unwrap_or_default();
        self.0
            .lock()
            .unwrap_or_else(|held| panic!("{held}"))
            .push(format!("{told} {contents}"));
        let last = request.contents().last();
        let answer = last.and_then(|last| {
            last.function_responses()
                .next()
                .map(FunctionResponse::response)
        });
        let answers = if let Some(answer) = answer {
            let answer = format!("{answer} {told}");
            let piece = LlmResponse::new(Content::model(answer.clone())).into_partial();
            vec![piece, LlmResponse::new(Content::model(answer))]
        } else {
            let said = last.map(Content::text).unwrap_or_default();
            let call = FunctionCall::new("who", json!({ "said": said }));
            let call = Content::new(Role::Model, [Part::from_function_call(call)]);
            vec![LlmResponse::new(call)]
        };
        let answers = stream::iter(answers).then(|answer| async {
            yield_now().await;
            Ok(answer)
        });
        answers.boxed()
    }
}

/// Says whose call it is, once all runs are in it.
fn who() -> TestTool {
    let all_there = Arc::new(Barrier::new(RUNS));
    tool("who", move |ctx, args| {
        let all_there = Arc::clone(&all_there);
        async move {
            ctx.progress(json!({ "user": ctx.user_id() })).await;
            all_there.wait().await;
            let state = ["mark", "user:mark", "temp:mark"].map(|key| ctx.state().get(key));
            ctx.state().set("seen", json!(state));
            ctx.save_artifact("mark", Part::from_text(ctx.user_id()))
                .await?;
            Ok(json!({ "user": ctx.user_id(), "args": args, "state": state }))
        }
    })
}

/// Writes whose event it is into the state.
#[derive(Debug)]
struct Marking;

impl Plugin for Marking {
    fn name(&self) -> &'static str {
        "marking"
    }

    fn on_event<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        _: Event,
    ) -> BoxFuture<'a, Result<OnEvent>> {
        async {
            yield_now().await;
            ctx.state().set("event_of", ctx.user_id());
            Ok(OnEvent::Proceed)
        }
        .boxed()
    }
}

/// Plays the run of one user; all that came of it, and all that is stored.
async fn play(stage: &Stage, run: usize) -> Result<String> {
    let mark = secret(run);
    let delta = ["mark", "user:mark", "temp:mark"].map(|key| (key, mark.clone()));
    let going = stage.runner.run(&*mark, SESSION, &*mark);
    let going = going
        .config(streaming())
        .state_delta(StateDelta::from(delta));
    let events: Vec<Event> = going.try_collect().await?;
    let key = SessionKey::new(APP, &*mark, SESSION);
    let session = stage.sessions.get(&key, GetSession::all()).await?;
    let stored: Vec<_> = session.events().collect();
    let kept: Vec<_> = session.state_entries().collect();
    Ok(json!([events, stored, kept]).to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_run_sees_what_is_anothers() {
    let model = Parrot::default();
    let agent = LlmAgent::builder("helper")
        .model(model.clone())
        .instruction("{mark} {user:mark} {temp:mark}")
        .tool(who())
        .before_model(|ctx, request| async move {
            yield_now().await;
            ctx.state().set("model_of", ctx.user_id());
            Ok(BeforeModel::Proceed(request))
        })
        .after_agent(|ctx| async move { Ok(AfterAgent::Respond(Content::model(ctx.user_id()))) });
    let stage = Arc::new(Stage::of(built(agent), |runner| runner.plugin(Marking)));
    let runs = (0..RUNS).map(|run| {
        let stage = Arc::clone(&stage);
        tokio::spawn(async move { play(&stage, run).await })
    });
    for (run, came) in join_all(runs).await.into_iter().enumerate() {
        let came = came.unwrap().unwrap();
        let secrets = own(&came, run).unwrap();
        assert!(secrets > 30, "{secrets} secrets in {came}");
    }
    let asked = model.0.lock().unwrap();
    assert_eq!(asked.len(), 2 * RUNS);
    for request in asked.iter() {
        let run = request["secret-".len()..][..3].parse().unwrap();
        assert!(own(request, run).unwrap() > 3, "{request}");
    }
}

/// On one thread, on which all are heard.
#[tokio::test]
async fn no_span_of_a_run_lies_in_anothers() {
    let model = Parrot::default();
    let whispers = tool("who", |ctx, _| async move {
        yield_now().await;
        tracing::info!(target: "adk-tests", user = ctx.user_id(), "whispers");
        Ok(json!({ "user": ctx.user_id() }))
    });
    let agent = LlmAgent::builder("helper").model(model).tool(whispers);
    let stage = Stage::new(agent);
    let (logged, guard) = Logged::listen();
    let runs = (0..RUNS).map(async |run| {
        let run = stage.runner.run(&*secret(run), &*secret(run), "Hi");
        run.try_collect::<Vec<_>>().await
    });
    let came = join_all(runs).await;
    drop(guard);
    let marks: Vec<Vec<String>> = came
        .into_iter()
        .enumerate()
        .map(|(run, events)| {
            let events = events.unwrap();
            let calls = events[0]
                .content()
                .into_iter()
                .flat_map(Content::function_calls);
            let ids = calls
                .filter_map(FunctionCall::id)
                .chain([events[0].invocation_id()]);
            let marks = ids.map(str::to_owned).chain([secret(run)]);
            marks.map(|mark| format!("\"{mark}\"")).collect()
        })
        .collect();
    let mut seen = vec![String::new(); RUNS];
    for trail in logged.trails() {
        let of = |run: &usize| marks[*run].iter().any(|mark| trail.contains(mark));
        let runs: Vec<_> = (0..RUNS).filter(of).collect();
        assert_eq!(runs.len(), 1, "{trail}");
        seen[runs[0]].push_str(&trail);
    }
    for (seen, marks) in seen.iter().zip(&marks) {
        assert!(marks.iter().all(|mark| seen.contains(mark)), "{seen}");
        // What a tool says is said in the span of its call.
        let said = format!("{} > INFO message=whispers", marks[0]);
        assert_eq!(seen.matches(&said).count(), 1, "{seen}");
    }
}

#[test]
fn the_secret_of_another_would_be_found() {
    assert_eq!(own("secret-007 and secret-007", 7), Ok(2));
    assert!(own("secret-007 and secret-008", 7).is_err());
}
