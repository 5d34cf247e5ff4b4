//! The forms of `#[agent]`: an instruction that is computed, a function that drives, and plans.

use std::sync::Arc;

use adk::plugin::{AfterAgent, BeforeAgent};
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::{
    CustomAgent, Emitter, InvocationContext, LoopAgent, ParallelAgent, SequentialAgent,
    tool::builtin::exit_loop,
};
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::Stage;

/// What the agents share.
#[derive(Debug)]
struct Desk {
    model: ScriptedModel,
}

fn desk(model: &ScriptedModel) -> Arc<Desk> {
    let model = model.clone();
    Arc::new(Desk { model })
}

#[agent(model = desk.model.clone())]
async fn concierge(desk: &Desk, ctx: &ReadonlyContext) -> Result<String> {
    let asked = desk.model.requests().len();
    Ok(format!(
        "You serve {} {{as written}}, call {asked}.",
        ctx.user_id()
    ))
}

#[agent(model = desk.model.clone())]
fn waiter(ctx: &ReadonlyContext, desk: Arc<Desk>) -> String {
    format!("Call {} of {}.", desk.model.requests().len(), ctx.user_id())
}

#[agent(model = desk.model.clone())]
async fn silent(desk: &Desk) -> Result<&'static str> {
    Err(Error::new(ErrorKind::Config, "nothing to say"))
}

#[tokio::test]
async fn an_instruction_is_computed_for_each_call() {
    let told = async |agent: LlmAgent, model: &ScriptedModel| {
        let stage = Stage::of(agent, |runner| runner);
        stage.play("Hi").await;
        stage.play("Hi").await;
        let requests = model.requests();
        let told = requests.iter().map(|request| {
            let told = request.system_instruction().unwrap_or_default();
            told.split("\n\n").next().unwrap_or_default().to_owned()
        });
        told.collect::<Vec<_>>()
    };
    let model = ScriptedModel::new().text("Hello.").text("Hello.");
    assert_eq!(
        told(concierge::agent(desk(&model)).unwrap(), &model).await,
        [
            "You serve anna {as written}, call 0.",
            "You serve anna {as written}, call 1."
        ]
    );
    let model = ScriptedModel::new().text("Hello.").text("Hello.");
    assert_eq!(
        told(waiter::agent(desk(&model)).unwrap(), &model).await,
        ["Call 0 of anna.", "Call 1 of anna."]
    );
}

#[tokio::test]
async fn an_instruction_that_fails_ends_the_run() {
    let model = ScriptedModel::new().text("Hello.");
    let stage = Stage::of(silent::agent(desk(&model)).unwrap(), |runner| runner);
    let error = stage.run("Hi").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert!(error.to_string().contains("nothing to say"), "{error}");
    assert_eq!(model.requests().len(), 0);
}

#[agent(model = ScriptedModel::new().text("A cat sat."), output_key = "draft")]
fn draft() -> &'static str {
    "Write."
}

/// Runs the agents below it as the user's words say.
#[agent(sub_agents = [draft, ..CustomAgent::builder("idle", |_, _| async { Ok(()) }).build()])]
async fn router(
    log: &Arc<std::sync::Mutex<Vec<String>>>,
    ctx: &InvocationContext,
    out: &mut Emitter,
) -> Result<()> {
    let said = ctx.user_content().map(Content::text).unwrap_or_default();
    log.lock().unwrap().push(said.clone());
    if said == "fail" {
        return Err(Error::new(ErrorKind::Config, "as you wish"));
    }
    out.emit(ctx.event().content(Content::model("On it.")).build())
        .await;
    for agent in ctx.agent().sub_agents() {
        out.forward(ctx.run_agent(agent)).await?;
    }
    Ok(())
}

#[agent(name = "mute")]
async fn says_nothing(_: &InvocationContext, _: &mut Emitter) {}

#[tokio::test]
async fn a_function_drives_an_agent() {
    let log = Arc::new(std::sync::Mutex::new(Vec::new()));
    let agent: CustomAgent = router::agent(Arc::clone(&log)).unwrap();
    assert_eq!(
        agent.description(),
        "Runs the agents below it as the user's words say."
    );
    let names: Vec<_> = agent.sub_agents().iter().map(Agent::name).collect();
    assert_eq!(names, ["draft", "idle"]);
    let stage = Stage::of(agent, |runner| runner);
    assert_snapshot!(stage.play("Cats!").await, @r#"
    router: "On it."
    draft: "A cat sat.", [draft="A cat sat."]
    "#);
    let error = stage.run("fail").text().await.unwrap_err();
    assert_eq!(error.to_string(), "as you wish");
    assert_eq!(*log.lock().unwrap(), ["Cats!", "fail"]);
    assert_eq!(says_nothing::agent().unwrap().name(), "mute");
    assert_eq!(says_nothing::NAME, "mute");
}

#[agent(model = ScriptedModel::new().text("A cat sat down."), output_key = "polished")]
fn polish() -> &'static str {
    "Polish this: {draft}"
}

async fn begin(ctx: CallbackContext) -> Result<BeforeAgent> {
    ctx.state().set("begun", true);
    Ok(BeforeAgent::Proceed)
}

/// Draft, polish.
#[agent(
    sequential = [draft, #[cfg(any())] review, polish],
    before_agent = begin,
    after_agent = async |_| Ok(AfterAgent::Respond(Content::model("Printed.")))
)]
fn article() {}

#[agent(parallel = [draft, polish], name = "both")]
fn side_by_side() {}

#[tokio::test]
async fn a_plan_runs_its_agents() {
    let agent: SequentialAgent = article::agent().unwrap();
    assert_eq!(
        (agent.name(), agent.description()),
        ("article", "Draft, polish.")
    );
    let stage = Stage::of(agent, |runner| runner);
    assert_snapshot!(stage.play("Cats!").await, @r#"
    article: [begun=true]
    draft: "A cat sat.", [draft="A cat sat."]
    polish: "A cat sat down.", [polished="A cat sat down."]
    article: "Printed."
    "#);
    assert_eq!(stage.session().await.state("begun").unwrap(), true);

    let agent: ParallelAgent = side_by_side::agent().unwrap();
    assert_eq!(agent.name(), "both");
    let names: Vec<_> = agent.sub_agents().iter().map(Agent::name).collect();
    assert_eq!(names, ["draft", "polish"]);
}

#[agent(model = desk.model.clone(), tools = [exit_loop])]
fn writer(desk: &Desk) -> &'static str {
    "Write."
}

#[agent(loop = [writer(desk)], max_iterations = most(), crate = adk)]
fn rounds(desk: &Desk) {}

fn most() -> u32 {
    2
}

#[tokio::test]
async fn a_loop_has_rounds() {
    let model = ScriptedModel::new()
        .text("One.")
        .text("Two.")
        .text("Three.");
    let agent: LoopAgent = rounds::agent(desk(&model)).unwrap();
    let stage = Stage::of(agent, |runner| runner);
    stage.play("Cats!").await;
    assert_eq!(model.requests().len(), 2);

    let model = ScriptedModel::new()
        .call("exit_loop", json!({}))
        .text("Two.");
    let builder = rounds::builder(desk(&model));
    let stage = Stage::of(builder.max_iterations(9).build().unwrap(), |runner| runner);
    stage.play("Cats!").await;
    assert_eq!(model.requests().len(), 1);
}

#[agent(model = ScriptedModel::new().call("article", json!({"request": "Cats!"})).text("Done."), tools = [article])]
fn press() -> &'static str {
    ""
}

#[tokio::test]
async fn a_plan_is_a_tool_as_any_agent_is() {
    let stage = Stage::of(press::agent().unwrap(), |runner| runner);
    assert_snapshot!(stage.play("Cats!").await, @r#"
    press: call article(adk-id-3) {"request":"Cats!"}
    press: answer article(adk-id-3) {"result":"Printed."}, [begun=true draft="A cat sat." polished="A cat sat down."]
    press: "Done."
    "#);
}
