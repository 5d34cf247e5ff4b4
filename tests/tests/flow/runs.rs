//! A run in its caller's hands: settings, short cuts to the answer, one at a time,
//! alone in the background.

use std::sync::Arc;

use adk::model::LlmResponse;
use adk::plugin::AfterAgent;
use adk::session::GetSession;
use adk::testing::ScriptedModel;
use adk::{
    Agent, Content, CreateSession, ErrorKind, EventStream, InMemorySessionService,
    InvocationContext, LlmAgent, RunConfig, Runner, SessionService,
};
use futures::StreamExt;
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::history::assert_valid_history;
use tests::model::Streams;
use tests::stage::{APP, SESSION, Stage, USER, assert_goes_on, built, helper, key, streaming};
use tests::store::slow;
use tests::tool::{echo, gate, tool};
use tests::transcript;

fn through_the_gate() -> ScriptedModel {
    ScriptedModel::new()
        .call("gate", json!({}))
        .text("Through.")
}

#[tokio::test]
async fn nothing_happens_before_the_first_event_is_asked_for() {
    let model = ScriptedModel::new().text("Hello.");
    let stage = Stage::new(helper(&model));
    drop(stage.run("Hi"));
    assert!(model.requests().is_empty());
    let key = key();
    let found = stage.sessions.get(&key, GetSession::all()).await;
    assert_eq!(found.unwrap_err().kind(), ErrorKind::SessionNotFound);
}

#[tokio::test]
async fn a_session_is_made_only_where_that_is_wanted() {
    let model = ScriptedModel::new().text("Hello.").text("Again.");
    let stage = Stage::new(helper(&model));
    let never = || stage.run("Hi").create_session(CreateSession::Never);
    assert_snapshot!(transcript::of_run(never()).await, @"error SessionNotFound: user `anna` of app `app` has no session `one`: create it first");
    assert_eq!(stage.run("Hi").text().await.unwrap(), "Hello.");
    assert_eq!(never().text().await.unwrap(), "Again.");
}

#[tokio::test]
async fn a_name_that_could_mislead_is_refused() {
    let stage = Stage::new(helper(&ScriptedModel::new()));
    let run = stage.runner.run("../root", "one", "Hi");
    assert_snapshot!(transcript::of_run(run).await, @r#"error InvalidName: the user id "../root" holds '/'; use letters, digits, `-`, `_`, `.`, `@` or `:`"#);
}

#[tokio::test]
async fn a_setting_after_the_start_is_refused_and_ends_the_run() {
    let model = ScriptedModel::new().text("One two three.");
    let stage = Stage::new(helper(&model));
    let mut run = stage.run("Hi").config(streaming());
    run.next().await.unwrap().unwrap();
    let mut run = run.config(RunConfig::new());
    let error = run.next().await.unwrap().unwrap_err();
    assert_snapshot!(transcript::of_error(&error), @"error Config: `config` comes too late: the run has started; set it first");
    assert!(run.next().await.is_none());
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn an_answer_decodes_into_a_type_or_says_why_not() {
    let model = ScriptedModel::new().text(r#"{"n": 4}"#).text("four");
    let stage = Stage::new(helper(&model));
    let four: Value = stage.run("2+2?").output().await.unwrap();
    assert_eq!(four, json!({"n": 4}));
    let error = stage.run("2+2?").output::<u32>().await.unwrap_err();
    assert_snapshot!(format!("{error:?}"), @r#"
    the final answer does not decode as `u32`: "four" (OutputMismatch)
      caused by: expected ident at line 1 column 2
    "#);
}

#[tokio::test]
async fn the_last_final_text_is_the_answer() {
    let both = LlmAgent::builder("helper")
        .model(ScriptedModel::new().text("Hello."))
        .after_agent(|_| async { Ok(AfterAgent::Respond(Content::model("Goodbye."))) });
    let stage = Stage::new(both);
    assert_eq!(
        stage.run("Hi").config(streaming()).text().await.unwrap(),
        "Goodbye."
    );
}

#[tokio::test]
async fn a_tools_last_word_is_the_answer() {
    for (result, text) in [
        (json!("It is closed."), "It is closed."),
        (json!(3), "3"),
        (json!({"open": false}), r#"{"open":false}"#),
    ] {
        let last = tool("last", move |ctx, _| {
            ctx.skip_summarization();
            let result = result.clone();
            async { Ok(result) }
        });
        let model = ScriptedModel::new().call("last", json!({}));
        let stage = Stage::new(helper(&model).tool(last));
        assert_eq!(stage.run("Hi").text().await.unwrap(), text);
    }
}

/// An agent that says nothing.
#[derive(Debug)]
struct Silent;

impl Agent for Silent {
    fn name(&self) -> &'static str {
        "silent"
    }

    fn description(&self) -> &'static str {
        "Says nothing."
    }

    fn run(&self, _: InvocationContext) -> EventStream {
        futures::stream::empty().boxed()
    }
}

#[tokio::test]
async fn a_run_without_a_final_text_has_no_answer() {
    let runner = Runner::builder("app", Silent).build().unwrap();
    let error = runner.run("user", "one", "Hi").text().await.unwrap_err();
    assert_snapshot!(transcript::of_error(&error), @"error NoOutput: the run ended without an answer: no event held a final text");
}

#[tokio::test]
async fn a_session_has_one_run_at_a_time() {
    let (gate, called, go) = gate();
    let model = ScriptedModel::new()
        .call("gate", json!({}))
        .text("Elsewhere.")
        .text("Through.");
    let stage = Stage::new(helper(&model).tool(gate));
    let first = stage.run("Hi").detach();
    called.notified().await;
    assert_snapshot!(stage.play("Me too").await, @"error SessionBusy: session `one` has a run under way; wait for its end, or let runs wait for their turn with `RunnerBuilder::when_busy`");
    let elsewhere = stage.runner.run("anna", "two", "Hi");
    assert_eq!(elsewhere.text().await.unwrap(), "Elsewhere.");
    go.notify_one();
    assert_snapshot!(transcript::of_handle(first).await, @r#"
    helper: call gate(adk-id-3) {}
    helper: answer gate(adk-id-3) {"open":true}
    helper: "Through."
    "#);
    let request = assert_goes_on(&stage, &model).await;
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Hi"
    model: call gate(adk-id-3) {}
    user: answer gate(adk-id-3) {"open":true}
    model: "Through."
    user: "Are you still there?"
    "#);
}

#[tokio::test]
async fn between_two_runners_the_revision_of_the_store_decides() {
    let (gate, called, go) = gate();
    let stage = Stage::new(helper(&through_the_gate()).tool(gate));
    let first = stage.run("Hi").detach();
    called.notified().await;
    let model = ScriptedModel::new().text("Hello.");
    let other = Runner::builder(APP, built(helper(&model)))
        .session_service(Arc::clone(&stage.sessions))
        .build()
        .unwrap();
    assert_eq!(
        other.run(USER, SESSION, "Me too").text().await.unwrap(),
        "Hello."
    );
    go.notify_one();
    assert_snapshot!(transcript::of_handle(first).await, @r"
    helper: call gate(adk-id-3) {}
    error StaleSession: session `one` is at revision 5, not 2: read it again
    ");
    assert_valid_history(model.requests()[0].contents());
    assert_snapshot!(stage.stored().await, @r#"
    user: "Hi"
    helper: call gate(adk-id-3) {}
    helper: answer gate(adk-id-3) {"error":"the call was cancelled before it ended"}
    user: "Me too"
    helper: "Hello."
    "#);
}

#[tokio::test]
async fn two_runners_may_make_one_session_at_once() {
    let sessions = Arc::new(slow(InMemorySessionService::new()));
    let runner = || {
        let agent = built(helper(&ScriptedModel::new().text("Hello.")));
        let runner = Runner::builder(APP, agent).session_service(Arc::clone(&sessions));
        runner.build().unwrap()
    };
    let (one, other) = (runner(), runner());
    let both = futures::join!(
        one.run(USER, SESSION, "Hi").text(),
        other.run(USER, SESSION, "Hi").text(),
    );
    let kinds = [both.0, both.1].map(|answer| answer.err().map(|error| error.kind()));
    assert!(kinds.contains(&None), "{kinds:?}");
    assert!(kinds.contains(&Some(ErrorKind::StaleSession)), "{kinds:?}");
}

#[tokio::test]
async fn a_detached_run_goes_on_without_its_reader() {
    let (gate, called, go) = gate();
    let model = through_the_gate();
    let stage = Stage::new(helper(&model).tool(gate));
    let handle = stage.run("Hi").detach();
    called.notified().await;
    drop(handle);
    go.notify_one();
    while stage.session().await.events().len() < 4 {
        tokio::task::yield_now().await;
    }
    assert_snapshot!(stage.stored().await, @r#"
    user: "Hi"
    helper: call gate(adk-id-3) {}
    helper: answer gate(adk-id-3) {"open":true}
    helper: "Through."
    "#);
    assert_goes_on(&stage, &model).await;
}

#[tokio::test]
async fn a_detached_run_can_be_cancelled() {
    let (gate, called, _go) = gate();
    let model = ScriptedModel::new().call("gate", json!({}));
    let stage = Stage::new(helper(&model).tool(gate));
    let handle = stage.run("Hi").detach();
    called.notified().await;
    assert!(!handle.is_finished());
    handle.cancel().await;
    let request = assert_goes_on(&stage, &model).await;
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Hi"
    model: call gate(adk-id-3) {}
    user: answer gate(adk-id-3) {"error":"the call was cancelled before it ended"}
    user: "Are you still there?"
    "#);
}

#[tokio::test]
async fn a_reader_that_falls_far_behind_is_let_go_and_the_run_goes_on() {
    let piece = || Ok(LlmResponse::new(Content::model("so ")).into_partial());
    let whole = LlmResponse::new(Content::model("so so so"));
    let pieces = std::iter::repeat_with(piece).take(3000);
    let model = Streams::new().then(pieces.chain([Ok(whole)]));
    let stage = Stage::new(LlmAgent::builder("helper").model(model).tool(echo()));
    let mut handle = stage.run("How?").config(streaming()).detach();
    while !handle.is_finished() {
        tokio::task::yield_now().await;
    }
    let mut read = 0;
    let last = loop {
        match handle.next().await.unwrap() {
            Ok(_) => read += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(read, 1024);
    assert_snapshot!(transcript::of_error(&last), @"error Limit: the reader fell more than 1024 events behind the run, which goes on without it; read the session for the rest");
    assert!(handle.next().await.is_none());
    assert_snapshot!(stage.stored().await, @r#"
    user: "How?"
    helper: "so so so"
    "#);
}

#[tokio::test]
async fn an_empty_answer_of_a_tool_is_no_last_word() {
    let ends = |answer: Value| {
        tool("ends", move |ctx: adk::ToolContext, _| {
            ctx.skip_summarization();
            let answer = answer.clone();
            async move { Ok(answer) }
        })
    };
    for (answer, expected) in [
        (json!({}), Some("I look.")),
        (json!({"result": 7}), Some("7")),
        (json!({"a": 7}), Some(r#"{"a":7}"#)),
    ] {
        let first = ScriptedModel::new().text("I look.");
        let last = ScriptedModel::new().call("ends", json!({}));
        let last = LlmAgent::builder("last").model(last).tool(ends(answer));
        let both = adk::SequentialAgent::builder("both").sub_agent(built(helper(&first)));
        let both = both.sub_agent(built(last)).build().unwrap();
        let said = Stage::of(both, |runner| runner).run("Go").text().await;
        assert_eq!(said.ok().as_deref(), expected);
    }
}

#[tokio::test]
async fn a_run_is_sent_and_kept_where_one_likes() {
    fn is_free<T: Send + Unpin + 'static>(_: &T) {}
    let stage = Stage::new(helper(&ScriptedModel::new().text("Hello.")));
    let run = stage.run("Hi");
    is_free(&run);
    assert_eq!(format!("{run:?}"), r#"Run("ready, session one")"#);
    assert_eq!(tokio::spawn(run.text()).await.unwrap().unwrap(), "Hello.");
}

#[tokio::test]
async fn a_panic_of_a_hook_is_an_error_for_the_reader_of_a_detached_run() {
    let model = ScriptedModel::new().text("Hello.");
    let agent = helper(&model).before_model(|_, _| async { panic!("the hook is broken") });
    let mut handle = Stage::new(agent).run("Hi").detach();
    let error = handle.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Panicked);
    assert!(error.to_string().ends_with("the hook is broken"));
    assert!(handle.next().await.is_none());
    assert!(handle.is_finished());
}
